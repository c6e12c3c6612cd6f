"""Modules in cages: one that serves two ports is one module."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.catalog.mating import cage_accepts
from fabric.physics.power import module_power_w
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog, Media
    from fabric.device import Design
    from fabric.topology import Device, End

ModuleKind = tuple[str, str]
"""Module in the catalog, and the form or forms that fit the cage."""


def modules(design: Design) -> Mapping[ModuleKind, tuple[int, float | None]]:
    """Return how many modules of each kind a fabric needs, and the most power of one, W, None if not known.

    On a switch a module fills its cage. A host numbers its ports, so there a twin-port module serves two
    that follow each other. Cables with fixed ends have no modules.
    """
    counts: Counter[tuple[str, str]] = Counter()
    power: dict[tuple[str, str], float | None] = {}
    for device, seat, name in _seats(design):
        media = design.catalog.media(name)
        form = _form(design, design.device(device), seat, media)
        counts[media.id, form] += 1
        power[media.id, form] = module_power_w(media, form)
    return {kind: (counts[kind], power[kind]) for kind in sorted(counts)}


def draws_w(design: Design) -> Mapping[str, list[tuple[str, float | None]]]:
    """Return the modules in each device, and the most power of each, W, None if not known."""
    found: defaultdict[str, list[tuple[str, float | None]]] = defaultdict(list)
    for device, seat, name in _seats(design):
        media = design.catalog.media(name)
        form = _form(design, design.device(device), seat, media)
        found[device].append((media.id, module_power_w(media, form)))
    return found


def _seats(design: Design) -> dict[tuple[str, int, str], None]:
    """Return device, seat and module of every module of a fabric."""
    return {
        seat: None
        for link in design.fabric.links
        for end, media in ((link.a, link.media_a), (link.b, link.media_b))
        if (seat := _seat(design, end, media))
    }


def _seat(design: Design, end: End, media: str) -> tuple[str, int, str] | None:
    """Return device, number of the seat and module of an end; None where no module sits."""
    module = design.once(("module", media), lambda: _module(design.catalog, media))
    if module is None:
        return None
    role = design.device(end.device).role
    shared = module.ports if role in {Role.HOST, Role.MANAGER} else 1
    return end.device, (end.port.cage - 1) // shared, media


def _module(catalog: Catalog, media: str) -> Media | None:
    try:
        return catalog.media(media) if media else None
    except CatalogError:
        return None


def _form(design: Design, device: Device, seat: int, media: Media) -> str:
    """Return the form of a module for its seat in a device: all that fit, where the intent leaves it."""
    key = ("form", device.model, device.pod, device.role, seat, media.id)
    return design.once(key, lambda: " or ".join(_fitting(design, device, seat, media)))


def _fitting(design: Design, device: Device, seat: int, media: Media) -> tuple[str, ...]:
    fitting = tuple(
        form
        for form in media.form_factors
        if any(cage_accepts(design.catalog, cage, form) for cage in cages_of(design, device, seat + 1))
    )
    return fitting or media.form_factors


def cages_of(design: Design, device: Device, cage: int) -> tuple[str, ...]:
    """Return the forms that a cage of a device may have; empty when nothing is known of it."""
    if device.role in {Role.MANAGER, Role.CIRCUIT}:
        return ()
    if device.role is not Role.HOST:
        groups = design.catalog.switch(device.model).cages
        return tuple(g.form_factor for g in groups if g.first <= cage < g.first + g.count)
    nic = design.catalog.nic(design.site.hosts[device.pod].nics[design.fabric.name].model)
    try:
        slots = design.catalog.host(device.model).nics
    except CatalogError:
        return nic.form_factors
    built_in = tuple(slot.form_factor for slot in slots if slot.form_factor and slot.nic == nic.id)
    return built_in[:1] or nic.form_factors
