"""Whether those who watch the switches reach them, and nobody else."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, Feature
from fabric.core.diagnostic import Diagnostic, warning
from fabric.core.names import listing
from fabric.device import UNMANAGED
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


def collectors_get_something(design: Design) -> Iterable[Diagnostic]:
    """OBS-001: telemetry that no switch is told to send is missing on the day it is needed."""
    observability = design.site.observability
    if design.intent.transport == "infiniband" or not observability.collectors or observability.gnmi:
        return
    silent = tuple(_without_push(design))
    if silent:
        summary = f"collectors get nothing from {listing(silent)}: it pushes nothing and has no gNMI server"
        hint = "add `observability: {gnmi: {...}}`, so that they can dial in, or leave `collectors` out"
        yield warning("OBS-001", summary, observability.loc("collectors"), hint)


def _without_push(design: Design) -> Iterator[str]:
    kinds: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for device in design.fabric.of_role(*SWITCHES):
        if device.platform != UNMANAGED:
            kinds[device.platform, device.release, device.model].append(device.name)
    for (platform, release, model), names in kinds.items():
        asic = design.catalog.switch(model).asic
        try:
            pushes = design.catalog.supports(platform, release, asic, Feature.TELEMETRY_PUSH).possible
        except CatalogError:
            continue  # an unreadable release is CAP-003
        if not pushes:
            yield from names


def gnmi_is_under_tls(design: Design) -> Iterable[Diagnostic]:
    """OBS-002: a gNMI server without a certificate of yours answers in the clear, or as anybody."""
    gnmi = design.site.observability.gnmi
    if gnmi is not None and gnmi.certificate is None and design.intent.transport != "infiniband":
        hint = "install a certificate on the switches, and name it as `certificate`"
        yield warning("OBS-002", "gNMI has no certificate of yours", gnmi.loc(), hint)


def the_allowed_are_not_everybody(design: Design) -> Iterable[Diagnostic]:
    """SVC-002: a network that holds every address makes the list of those who may come in pointless."""
    network = design.site.services.management
    for place, allowed in enumerate(network.allow if network else ()):
        if network is not None and allowed.prefixlen == 0:
            hint = "name the networks of operators and tools, or leave `allow` out"
            yield warning("SVC-002", f"{allowed} lets everybody in", network.loc("allow", place), hint)


CHECKS = (collectors_get_something, gnmi_is_under_tls, the_allowed_are_not_everybody)
