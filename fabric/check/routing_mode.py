"""What a switch cannot say to its routing daemon where the daemon's file is made of its database."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, Feature, Verdict
from fabric.core.diagnostic import Diagnostic, Path, error
from fabric.core.names import listing
from fabric.topology import Role, far_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design
    from fabric.topology import Device

OF_OUR_FILE = "split-unified"
"""The routing mode in which a switch takes our file, whatever stands in it."""
BFD_MS, BFD_TIMES = 300, 3
"""FRR's own (its user guide, BFD); no table with a model holds others, 202405 to 202605."""
MOST_PATHS = 256
"""`max_ebgp_paths` of sonic-bgp-global.yang, 202405 to 202605."""


def tables_say_all_of_routing(design: Design) -> Iterable[Diagnostic]:
    """CAP-006: what a switch makes of its database for its routing daemon is less than what we mean."""
    kinds: defaultdict[tuple[Path, str, str], list[Device]] = defaultdict(list)
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        if device.routing_mode != OF_OUR_FILE:
            kinds[(*device.path, "routing_mode"), device.platform, device.release].append(device)
    for (path, _, _), devices in kinds.items():
        yield from _of_the_release(design, path, devices)
    if kinds:
        found = [device for devices in kinds.values() for device in devices]
        yield from _of_numbers(design, found)
        yield from _of_drains(design, found)


def _of_the_release(design: Design, path: Path, devices: list[Device]) -> Iterator[Diagnostic]:
    first = devices[0]
    asic = design.catalog.switch(first.model).asic
    try:
        found = design.catalog.supports(first.platform, first.release, asic, Feature.ROUTING_MODE_UNIFIED)
    except CatalogError:
        return  # CAP-003 says it
    if found.verdict is Verdict.YES:
        return
    names = listing([device.name for device in devices])
    unknown = "nobody wrote down whether its image makes all of it; try it in a lab, and add a `support` row"
    summary = (
        f"routing mode `{first.routing_mode}` is not written for {first.platform} {first.release} ({names})"
    )
    yield error("CAP-006", summary, path, unknown if found.verdict is Verdict.UNKNOWN else found.note)


def _of_numbers(design: Design, devices: list[Device]) -> Iterator[Diagnostic]:
    routing, names = design.intent.routing, listing([device.name for device in devices])
    bfd, ecmp = routing.bfd, routing.ecmp
    if bfd is not None and (bfd.interval, bfd.multiplier) != (BFD_MS, BFD_TIMES):
        summary = (
            f"no table of CONFIG_DB holds timers of BFD: it would be {BFD_MS} ms times {BFD_TIMES} ({names})"
        )
        yield error("CAP-006", summary, routing.loc("bfd"), HINT)
    if ecmp.max_paths > MOST_PATHS:
        summary = f"CONFIG_DB holds up to {MOST_PATHS} equal paths, {ecmp.max_paths} are asked ({names})"
        yield error("CAP-006", summary, ecmp.loc("max_paths"), HINT)


def _of_drains(design: Design, devices: list[Device]) -> Iterator[Diagnostic]:
    """Yield drained switches that only say they are about to go, beside peers that may not heed it."""
    for device in devices:
        if device.name not in design.drained:
            continue
        ends = {far_end(link, device.name).device for link in design.fabric.links_of.get(device.name, ())}
        deaf = [name for name in sorted(ends) if not _heeds(design, name)]
        if deaf:
            summary = (
                f"`{device.name}` cannot prepend its AS, and {listing(deaf)} may not heed RFC 8326 instead"
            )
            yield error("CAP-006", summary, design.intent.routing.loc("drained"), HINT)


HINT = "ask for that, or leave `routing_mode` out: FRR then runs the `frr.conf` that is written for it"


def _heeds(design: Design, name: str) -> bool:
    """Whether a neighbour is no router, or one that puts routes of a sender about to go last."""
    dpu = design.fabric.dpus.get(name)
    if dpu is None and design.device(name).role not in {Role.LEAF, Role.SPINE, Role.CORE}:
        return True
    one = dpu or design.device(name)
    asic = one.model if dpu else design.catalog.switch(one.model).asic
    found = design.catalog.supports(one.platform, one.release, asic, Feature.BGP_GRACEFUL_SHUTDOWN)
    return found.verdict is Verdict.YES


CHECKS = (tables_say_all_of_routing,)
