"""Which sessions and how many equal ways each switch of a fabric must have, by its cables and AS numbers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.topology import Role, far_end

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import Design
    from fabric.topology import Link

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


@dataclass(frozen=True, slots=True)
class Expected:
    """What must be there."""

    sessions: Mapping[str, int]
    """Switch to the number of its sessions."""
    ways: Mapping[str, Mapping[str, int]]
    """Switch to (network of another, number of next hops); 0 where no way is allowed."""


def expected(design: Design, without: Link | None = None) -> Expected:
    """Return what must be there; `without` is a link that is down."""
    switches = {device.name for device in design.fabric.of_role(*SWITCHES)}
    cables: dict[str, list[str]] = {name: [] for name in switches}
    for link in design.fabric.links:
        if link is not without and {link.a.device, link.b.device} <= switches:
            cables[link.a.device].append(link.b.device)
            cables[link.b.device].append(link.a.device)
    ways: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for target in switches:
        widths = _widths(design, cables, target)
        for name in switches - {target}:
            for network in networks(design, target):
                ways[name][network] = widths.get(name, 0)
    return Expected({name: len(found) for name, found in cables.items()}, ways)


def networks(design: Design, switch: str) -> tuple[str, ...]:
    """Return the networks that a switch announces as its own: its router id and those of its hosts."""
    loopback = str(IPv4Network(design.numbers.loopback(switch)))
    hosts = [
        link.b.port
        for link in design.fabric.links_of.get(switch, ())
        if design.fabric.devices[far_end(link, switch).device].role is Role.HOST
    ]
    if hosts and design.numbers.bridged:
        return (loopback, str(design.numbers.gateway(switch).network))
    return (loopback, *(str(design.numbers.leaf_address(switch, port).network) for port in hosts))


def _widths(design: Design, cables: Mapping[str, list[str]], target: str) -> Mapping[str, int]:
    """Return how many cables of each switch lead to a target by a shortest path that repeats no AS."""
    asn = {name: design.numbers.asn(design.device(name)) for name in cables}
    paths: dict[str, tuple[int, ...]] = {target: (asn[target],)}
    widths: dict[str, int] = {}
    edge = [target]
    while edge:
        offers: defaultdict[str, list[str]] = defaultdict(list)
        for near in edge:
            for far in cables[near]:
                if far not in paths and asn[far] not in paths[near]:
                    offers[far].append(near)
        for name, nears in offers.items():
            paths[name] = (asn[name], *paths[nears[0]])
            widths[name] = min(len(nears), design.intent.routing.ecmp.max_paths)
        edge = sorted(offers)
    return widths
