"""Fabrics that manage the switches of others: the one stage that looks at several fabrics of a site."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.allocate import seats
from fabric.core.diagnostic import FabricError
from fabric.intent.management_rules import management_section
from fabric.topology import Reach, managed_switches, with_management

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.allocate import Ledger
    from fabric.core.diagnostic import Diagnostic
    from fabric.device import Design
    from fabric.pipeline.build import Build
    from fabric.topology import Device


def managed(designs: dict[str, Design], ledger: Ledger) -> list[Diagnostic]:
    """Put the cables of management ports into the designs of the fabrics that have them; return mistakes."""
    problems: list[Diagnostic] = []
    for name, design in list(designs.items()):
        if design.intent.manages:
            try:
                designs[name] = _managing(design, designs, ledger)
            except FabricError as failure:
                problems += failure.diagnostics
    gateways = {
        link.a.device: design.numbers.gateway(link.b.device)
        for design in designs.values()
        for link in design.fabric.management
    }
    if gateways:
        for name, design in list(designs.items()):
            designs[name] = replace(design, management_gateways=MappingProxyType(gateways), _made={})
    return problems


def _managing(design: Design, designs: dict[str, Design], ledger: Ledger) -> Design:
    fabric, numbers = design.fabric, design.numbers
    switches = managed_switches(design.site, fabric.name, {name: one.fabric for name, one in designs.items()})
    known = ledger.of(management_section(fabric.name))
    found = seats(fabric, design.intent, numbers.of, switches, known)
    reach = Reach(design.site, fabric, switches, design.catalog)
    missing = (*numbers.missing, *(name for name in found.missing if name not in numbers.missing))
    numbered = replace(numbers, management=MappingProxyType(dict(found.numbers)), missing=missing)
    return replace(design, fabric=with_management(reach, found.ends), numbers=numbered, _made={})


def with_places(build: Build, ledger: Ledger) -> Ledger:
    """Return the ledger with the place of every switch that is managed through a fabric."""
    for name, design in build.designs.items():
        if design.intent.manages:
            section, fabric = management_section(name), design.fabric
            found = seats(fabric, design.intent, ledger.of(name), fabric.managed, ledger.of(section))
            ledger = ledger.holding(section, found.numbers)
    return ledger


def places_of(build: Build) -> Mapping[str, Mapping[str, Device]]:
    """Return whose numbers each section of the ledger holds: those of fabrics, and of what these manage."""
    found = {name: design.fabric.devices for name, design in build.designs.items()}
    managing = {management_section(n): d.fabric.managed for n, d in build.designs.items() if d.intent.manages}
    return found | managing
