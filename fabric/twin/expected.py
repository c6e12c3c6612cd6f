"""Which sessions and how many equal ways each router of a fabric must have, by its cables and AS numbers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from fabric.allocate import host_link6, loopback6
from fabric.device.bgp import PREPENDS
from fabric.device.dpu import dpu
from fabric.topology import Role, far_end

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv6Address

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
    routers = {device.name for device in design.fabric.of_role(*SWITCHES)} | set(design.fabric.dpus)
    inside = {host: device.name for host, device in design.fabric.dpu_of.items()}
    cables: dict[str, list[str]] = {name: [] for name in routers}
    for link in design.fabric.links:
        a, b = (inside.get(end.device, end.device) for end in (link.a, link.b))
        if link is not without and {a, b} <= routers:
            cables[a].append(b)
            cables[b].append(a)
    ways: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for target in routers:
        widths = _widths(design, cables, target)
        for name in routers - {target}:
            for network in networks(design, target):
                ways[name][network] = widths.get(name, 0)
    each = 2 if design.intent.numbered and design.intent.routing.dual_stack else 1
    return Expected({name: each * len(found) for name, found in cables.items()}, ways)


def networks(design: Design, switch: str) -> tuple[str, ...]:
    """Return the networks that a router announces as its own: its router id and those of its hosts."""
    if switch in design.fabric.dpus:
        return tuple(str(network) for network, *_ in dpu(design, switch).bgp.advertised)
    numbers = design.numbers
    hosts = [
        link.b.port
        for link in design.fabric.links_of.get(switch, ())
        if design.fabric.devices[far := far_end(link, switch).device].role is Role.HOST
        and far not in design.fabric.dpu_of
    ]
    found = [f"{loopback}/{loopback.max_prefixlen}" for loopback in loopbacks(design, switch)]
    for port in hosts:
        found.append(str(numbers.host_link(switch, port)[0].network))
        if design.intent.routing.dual_stack:
            found.append(str(host_link6(numbers, switch, port)[0].network))
    return tuple(dict.fromkeys(found))


def loopbacks(design: Design, switch: str) -> tuple[IPv4Address | IPv6Address, ...]:
    """Return the addresses of a router's loopback, one of each family."""
    if switch in design.fabric.dpus:
        return (dpu(design, switch).loopback,)
    numbers = design.numbers
    six = (loopback6(numbers, switch),) if design.intent.routing.dual_stack else ()
    return (numbers.loopback(switch), *six)


def _widths(design: Design, cables: Mapping[str, list[str]], target: str) -> Mapping[str, int]:
    """Return how many cables of each switch lead to a target by a shortest path that repeats no AS.

    What a drained switch passes on is as long as if it had been through its AS a few times more. A DPU passes
    nothing on.
    """
    inside = design.fabric.dpus
    asn = {
        name: dpu(design, name).bgp.asn if name in inside else design.numbers.asn(design.device(name))
        for name in cables
    }
    lengths, nears = {target: 1}, {target: list[str]()}
    paths: dict[str, tuple[int, ...]] = {target: (asn[target],)}
    edge, done = [(1, target)], set[str]()
    while edge:
        length, near = heappop(edge)
        if near in done or (near in inside and near != target):
            continue
        done.add(near)
        reached = length + 1 + (PREPENDS if near in design.drained and near != target else 0)
        for far in cables[near]:
            known = lengths.get(far, reached + 1)
            if far in done or asn[far] in paths[near] or reached > known:
                continue
            if reached < known:
                lengths[far], paths[far], nears[far] = reached, (asn[far], *paths[near]), []
                heappush(edge, (reached, far))
            nears[far].append(near)
    most = design.intent.routing.ecmp.max_paths
    return {name: min(len(found), most) for name, found in nears.items() if found}
