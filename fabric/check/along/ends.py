"""Whether two hops agree: one map for the whole path, and both ends of every cable alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.check.along.walk import codes
from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.check.along.walk import Walk
    from fabric.device.hop import PortHop, Treatment
    from fabric.topology import Link

Map = tuple[int, ...]


def every_hop_has_one_map(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-002: a code point that changes its class on the way is kept on one hop and dropped on the next."""
    maps = {unit: _maps(hop.ports.values()) for unit, hop in walk.hops.items()}
    counted = Counter(found for own in maps.values() for found in own)
    if not counted:
        return
    (most, _), *_ = counted.most_common(1)
    example = next(unit for unit, own in maps.items() if most in own)
    for unit, own in maps.items():
        for found in own:
            if missing := [code for code in range(64) if found[code] < 0]:
                summary = f"`{unit}` has no class for code points {codes(missing)}: the map is not total"
                yield error("HOP-002", summary, walk.path(unit), "give every code point a class")
            if astray := [code for code in range(64) if found[code] != most[code] and found[code] >= 0]:
                summary = (
                    f"`{unit}` puts code points {codes(astray)} into class {found[astray[0]]}, "
                    f"`{example}` into {most[astray[0]]}"
                )
                yield error("HOP-002", summary, walk.path(unit), "one map holds on every hop and NIC")


def _maps(ports: Iterable[PortHop]) -> tuple[Map, ...]:
    return tuple(dict.fromkeys(p.treatment.dscp_to_class for p in ports if p.treatment is not None))


def both_ends_of_a_cable_agree(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-003: ends that differ in pauses, MTU, speed or correction drop frames, or never come up."""
    for link in walk.design.fabric.links:
        a, b = walk.port(link.a), walk.port(link.b)
        if a is None or b is None:
            continue
        for what, one, other in _differences(a, b):
            summary = f"{walk.name(link.a)} {what} {one}, {walk.name(link.b)} at the other end {other}"
            yield error("HOP-003", summary, walk.path(link.b.device), "both ends of a cable are set alike")
        yield from _sessions(walk, link, a, b)


def _differences(a: PortHop, b: PortHop) -> Iterator[tuple[str, object, object]]:
    if a.mtu != b.mtu:
        yield "has an MTU of", a.mtu, b.mtu
    if a.speed_gbps != b.speed_gbps:
        yield "runs at Gb/s", a.speed_gbps, b.speed_gbps
    if a.fec and b.fec and a.fec != b.fec:
        yield "corrects errors by", f"`{a.fec}`", f"`{b.fec}`"
    if a.treatment and b.treatment and a.treatment.pauses != b.treatment.pauses:
        yield "pauses priorities", sorted(a.treatment.pauses), sorted(b.treatment.pauses)


def _sessions(walk: Walk, link: Link, a: PortHop, b: PortHop) -> Iterator[Diagnostic]:
    for near, port, far in ((link.a, a, link.b), (link.b, b, link.a)):
        own = walk.hops[far.device].asn
        wrong = [asn for asn in (port.remote_asn, port.remote_asn6) if asn not in {None, own}]
        if own is not None and wrong:
            summary = f"{walk.name(near)} expects the AS {wrong[0]}, `{far.device}` says it is {own}"
            yield error("HOP-003", summary, walk.path(near.device), "the session never comes up")


def headroom_is_for_a_cable_as_long(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-004: headroom for a shorter cable than the real one drops packets of a class that never should."""
    for unit in walk.hops:
        short: dict[str, list[str]] = {}
        for link in walk.design.fabric.links_of.get(unit, ()):
            end = link.a if link.a.device == unit else link.b
            port = walk.port(end)
            if port is None or port.cable_m is None or not _lossless(port.treatment):
                continue
            if port.cable_m < link.length_m:
                text = f"takes headroom for {port.cable_m} m, the cable has {link.length_m:g} m"
                short.setdefault(text, []).append(walk.design.port_name(end))
        for text, ports in short.items():
            yield error("HOP-004", f"`{unit}` {text} ({listing(ports, most=3)})", walk.path(unit),
                        "lengths are rounded up to what the device knows, never down")  # fmt: skip


def _lossless(treatment: Treatment | None) -> bool:
    return treatment is not None and bool(treatment.pauses)


RULES = (every_hop_has_one_map, both_ends_of_a_cable_agree, headroom_is_for_a_cable_as_long)
