"""Artifacts of a build read back, and judged along every path: what was written, not what was meant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.check.along import RULES, Walk
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.topology import Role, near_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fabric.device import Design, Unit
    from fabric.device.hop import Hop
    from fabric.pipeline.build import Build

    Texts = Callable[[Unit], Mapping[str, str]]


def read_back(build: Build, texts: Texts | None = None) -> tuple[Diagnostic, ...]:
    """Judge what was written for every unit, along every path. Raises FabricError as `read_hops` does."""
    return judged(build, walks(build, read_hops(build, texts)))


def read_hops(build: Build, texts: Texts | None = None) -> dict[str, Hop]:
    """Read the artifacts of every unit; `texts` gives those of one by name, and renders them by default.

    Raises FabricError for templates that fail or write nonsense.
    """
    given = texts or build.texts
    hops: dict[str, Hop] = {}
    problems: list[Diagnostic] = []
    for _, unit in build.units():
        if build.registry.platforms[unit.platform].hop is None:
            continue
        try:
            found = read_hop(build, unit, given(unit))
        except FabricError as failure:
            problems += failure.diagnostics
            continue
        if found is not None:
            hops[unit.name] = found
    if problems:
        raise FabricError(*problems)
    return hops


def read_hop(build: Build, unit: Unit, artifacts: Mapping[str, str]) -> Hop | None:
    """Read the artifacts of one unit; None where a unit has no quality of service. Raises FabricError."""
    reader = build.registry.platforms[unit.platform].hop
    if reader is None:
        return None
    try:
        return reader(artifacts)
    except (ValueError, KeyError, IndexError) as failure:
        path = build.designs[unit.fabrics[0]].device(unit.name).path
        hint = "look for a template of your own under `templates/` that prints it"
        summary = f"the artifacts of `{unit.name}` cannot be read back: {failure}"
        raise FabricError(error("HOP-010", summary, path, hint)) from None


def walks(build: Build, hops: Mapping[str, Hop]) -> Iterator[Walk]:
    """Yield each Ethernet fabric with the units that are on it."""
    for design in build.designs.values():
        if design.intent.transport != "infiniband":
            yield Walk(
                design, {name: _on(design, name, hop) for name, hop in hops.items() if _is_on(design, name)}
            )


def _is_on(design: Design, name: str) -> bool:
    """Whether artifacts of a unit say something of a fabric: those of hosts say nothing of controllers."""
    device = design.fabric.devices.get(name) or design.fabric.dpus.get(name)
    return device is not None and not (device.role is Role.HOST and design.intent.out_of_band)


def _on(design: Design, name: str, hop: Hop) -> Hop:
    """Return the part of a unit on a fabric: a host has ports on several."""
    if design.device(name).role is not Role.HOST:
        return hop
    ports = {design.port_name(near_end(link, name)) for link in design.fabric.links_of.get(name, ())}
    return replace(hop, ports={port: found for port, found in hop.ports.items() if port in ports})


def judged(build: Build, found: Iterable[Walk]) -> tuple[Diagnostic, ...]:
    """Return what the rules along a path find, each with its place in the intent."""
    findings = [finding for walk in found for rule in RULES for finding in rule(walk)]
    return tuple(build.document.locate(dict.fromkeys(findings)))
