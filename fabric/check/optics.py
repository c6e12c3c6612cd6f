"""Whether modules, cables and cages fit each other and reach far enough, at both ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, breakout_mode
from fabric.core.diagnostic import Diagnostic, error
from fabric.physics.channel import Channel
from fabric.physics.interworking import judged
from fabric.topology import Role
from fabric.topology.chosen import socket_of
from fabric.topology.speeds import nic_planes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Cable, Media
    from fabric.device import Design
    from fabric.physics.sockets import Socket
    from fabric.topology import End, Link


def links_work(design: Design) -> Iterable[Diagnostic]:
    """OPT-001 to OPT-009, OPT-011 to OPT-016, OPT-019 to OPT-021: what is in and between both ends works."""
    for link in _one_of_each(design):
        a, b = socket_at(design, link.a), socket_at(design, link.b)
        if a is None or b is None:
            continue
        parts = tuple(part_of(design, name) for name in (link.media_a, link.media_b) if name)
        for found in judged(design.catalog, (a, b), parts, channel_of(design, link)):
            yield _at(design, link, found)


def cages_divide(design: Design) -> Iterable[Diagnostic]:
    """OPT-010: a cage can be split into the ports that its links need."""
    seen: set[tuple[object, ...]] = set()
    for link in design.fabric.links:
        for end in (link.a, link.b):
            device = design.device(end.device)
            key = (device.model, end.port.lanes, link.speed_gbps, link.kind)
            if device.role in {Role.HOST, Role.MANAGER} or key in seen:
                continue
            seen.add(key)
            try:
                breakout_mode(design.catalog.switch(device.model), end.port, link.speed_gbps)
            except CatalogError as unknown:
                yield _at(design, link, error("OPT-010", unknown.summary, ("speed",), unknown.hint))


def _one_of_each(design: Design) -> Iterator[Link]:
    """Yield one link for each combination of models and modules: the others only repeat its findings."""
    seen: set[tuple[object, ...]] = set()
    for link in design.fabric.links:
        ends = [(_model(design, end), end.port.lanes) for end in (link.a, link.b)]
        parts = (link.media_a, link.media_b, link.fibre, link.length_m, link.path)
        key = (*ends, link.kind, link.speed_gbps, *parts)
        if key not in seen:
            seen.add(key)
            yield link


def _model(design: Design, end: End) -> tuple[str, str]:
    device = design.device(end.device)
    return device.model, device.pod if device.role is Role.HOST else ""


def _at(design: Design, link: Link, found: Diagnostic) -> Diagnostic:
    """Return a finding with the place of what it is about in the intent: a field of its class, or that."""
    field = str(found.path[0]) if found.path else ""
    given, whole = link.given.get(field, ()), link.path
    of_class = given[: len(whole)] == whole  # lengths may come from racks, which the finding is not about
    return replace(found, path=(given if of_class else whole) or design.intent.physical.loc())


def channel_of(design: Design, link: Link) -> Channel:
    """Return what lies between the ends of a link."""
    physical, pod = design.intent.physical, design.device(link.a.device).pod
    links = {str(kind): media for kind, media in physical.links.items()}
    links |= {str(kind): media for kind, media in physical.pods.get(pod, {}).items()}
    media = links.get(link.kind)
    fibre = design.catalog.fibre(link.fibre) if link.fibre else None
    panels, extra_db = (media.panels, media.extra_loss) if media else (0, 0.0)
    extra_db += sum(passage.loss_db or 0.0 for passage in link.via)
    return Channel(link.speed_gbps, link.length_m, fibre, panels, extra_db)


def part_of(design: Design, name: str) -> Media | Cable:
    """Return a module, or a cable with fixed ends."""
    catalog = design.catalog
    return catalog.media(name) if catalog.has_media(name) else catalog.cable(name)


def socket_at(design: Design, end: End) -> Socket | None:
    """Return the cage at an end of a link; None of a subnet manager, whose adapters nothing names."""
    device = design.device(end.device)
    nic = design.site.hosts[device.pod].nics[design.fabric.name].model if device.role is Role.HOST else ""
    return socket_of(design.catalog, device, end.port, nic, nic_planes(design.intent))


CHECKS = (links_work, cages_divide)
