"""Rehearses the routing of an Ethernet fabric: FRR runs the rendered files, a link goes and comes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.device.dpu import dpu
from fabric.topology import Role
from fabric.twin import frr, network
from fabric.twin.expected import SWITCHES, expected, loopbacks
from fabric.twin.ibsim import TwinError, program
from fabric.twin.observed import nobody, settled
from fabric.twin.sandbox import sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fabric.device import Design
    from fabric.platforms.router import Router
    from fabric.topology import Link
    from fabric.twin.expected import Expected
    from fabric.twin.sandbox import Sandbox

    Reader = Callable[[Mapping[str, str]], Router]

SECONDS = 120.0
"""How long to wait for a network to have what it must; a network of four has it after two."""
MOST = 160
"""Switches that a rehearsal takes: the daemons of one need 30 MB and a third of a second of both cores."""
PROBE = (
    'while read -r near far; do ping -q -n -c 1 -W 3 -I "$near" "$far" >/dev/null || echo "$near $far"; done'
)


@dataclass(frozen=True, slots=True)
class RoutingRehearsal:
    """What came of a rehearsal."""

    nodes: int
    """Switches and hosts that ran."""
    sessions: int
    """BGP sessions that came up, counted once for both ends."""
    probed: int
    """Pairs of addresses between which an echo was asked for."""
    diagnostics: tuple[Diagnostic, ...]


def rehearse(
    design: Design,
    artifacts: Mapping[str, Mapping[str, str]],
    readers: Mapping[str, Reader],
    seconds: float = SECONDS,
    tell: Callable[[str], None] = nobody,
) -> RoutingRehearsal:
    """Run the artifacts of a fabric's units, by unit, and compare sessions and routes with the intent.

    Each step is told before it begins: a large fabric takes minutes.

    `readers` say, by platform, what Linux and FRR do in the place of a unit. Raises TwinError when the fabric
    cannot be run at all.
    """
    made = _network(design, artifacts, readers)
    tell(f"what {len(made.routers)} nodes must have is worked out")
    wanted = expected(design)
    sessions = sum(wanted.sessions.values()) // 2
    with sandbox() as box:
        tell(f"{len(made.routers)} nodes get network namespaces")
        network.build(box, made)
        routing = {name: router.frr for name, router in made.routers.items() if router.frr}
        tell(f"FRR starts on {len(routing)} of them")
        refused = frr.boot(box, routing)
        objections = [error("TWN-013", f"FRR on `{name}` objects: {said}") for name, said in refused.items()]
        tell(f"{sessions} sessions and their routes, for at most {seconds:g} s")
        found = list(settled(box, wanted, seconds, tell))
        pairs = _pairs(design, made, wanted)
        tell(f"echoes between {sum(map(len, pairs.values()))} pairs of addresses")
        found += _unreachable(box, pairs)
        if not found and not objections:
            tell("a link goes down and comes up")
            found += _without_a_link(box, design, wanted, (seconds, tell))
    probed = sum(map(len, pairs.values()))
    return RoutingRehearsal(len(made.routers), sessions, probed, (*objections, *found))


def _network(
    design: Design, artifacts: Mapping[str, Mapping[str, str]], readers: Mapping[str, Reader]
) -> network.Network:
    devices = (*design.fabric.of_role(*SWITCHES, Role.HOST), *design.fabric.dpus.values())
    switches = [device for device in devices if device.role is not Role.HOST]
    foreign = sorted({device.platform for device in switches} - readers.keys())
    if foreign:
        raise TwinError(
            f"`{foreign[0]}` has no configuration of FRR, which is all that can be rehearsed here"
        )
    if len(switches) > MOST:
        raise TwinError(
            f"{len(switches)} switches are more than the {MOST} of a rehearsal; take a smaller fabric"
        )
    routers = {
        device.name: readers[device.platform or "host"](artifacts[device.name])
        for device in devices
        if device.name in artifacts
    }
    if silent := [device.name for device in switches if not routers[device.name].frr]:
        raise TwinError(f"`{silent[0]}` has no frr.conf of its own to rehearse")
    wires = (
        *(_wire(design, link) for link in design.fabric.links if link.a.device not in design.fabric.dpu_of),
        *(wire for name in design.fabric.dpus for wire in _wires_of_dpu(design, name)),
    )
    here = tuple(wire for wire in wires if {wire.a[0], wire.b[0]} <= routers.keys())
    return network.Network(routers, here)


def _wires_of_dpu(design: Design, name: str) -> Iterator[network.Wire]:
    """Yield what leads to a DPU: the cables of its host, and the ports that the host sees of it."""
    config = dpu(design, name)
    for port in config.uplinks:
        far = network.interface(port.peer.port_name)
        yield network.Wire((name, port.name), (port.peer.device, far))
    for port in config.host_ports:
        yield network.Wire((config.host, port.peer.port_name), (name, port.name))


def _wire(design: Design, link: Link) -> network.Wire:
    ends = [(end.device, network.interface(design.port_name(end))) for end in (link.a, link.b)]
    return network.Wire(ends[0], ends[1])


def _pairs(
    design: Design, made: network.Network, wanted: Expected
) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return (own address, address of another) that must reach each other, by node.

    Router ids reach each other wherever a way is; each rail of each host its neighbour's in the list of all,
    and the one half the list away: a fabric of a thousand rails has a million pairs.
    """
    pairs: dict[str, tuple[tuple[str, str], ...]] = {}
    for name, ways in wanted.ways.items():
        pairs[name] = tuple(
            (str(own), str(other))
            for far in wanted.ways
            if far != name
            for own, other in zip(loopbacks(design, name), loopbacks(design, far), strict=True)
            if ways[f"{other}/{other.max_prefixlen}"]
        )
    rails = [
        (name, tuple(str(ip_interface(address).ip) for address in addresses))
        for name, router in made.routers.items()
        if not router.frr
        for port, addresses in router.addresses.items()
        if any((name, port) == wire.a for wire in made.wires)
    ]
    for index, (name, own) in enumerate(rails):
        steps = dict.fromkeys((1, max(1, len(rails) // 2)))
        far = (rails[(index + step) % len(rails)] for step in steps)
        more = (
            pair for owner, addresses in far if owner != name for pair in zip(own, addresses, strict=True)
        )
        pairs[name] = (*pairs.get(name, ()), *more)
    return pairs


def _unreachable(box: Sandbox, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> Iterator[Diagnostic]:
    lines = {name: "".join(f"{near} {far}\n" for near, far in found) for name, found in pairs.items()}
    program("ping")
    for name, said in frr.each(
        lines, lambda name: box.inside(name, "sh", "-c", PROBE, given=lines[name])
    ).items():
        if lost := said.split("\n")[:-1]:
            yield error(
                "TWN-012", f"`{name}` has no answer: {' to '.join(lost[0].split())} ({len(lost)} lost)"
            )


def _without_a_link(
    box: Sandbox, design: Design, wanted: Expected, patience: tuple[float, Callable[[str], None]]
) -> Iterable[Diagnostic]:
    """Take the first link between switches down and up again; return what did not follow."""
    link = next(
        (one for one in design.fabric.links if design.fabric.devices[one.a.device].role is not Role.HOST),
        None,
    )
    if link is None:
        return ()
    wire = _wire(design, link)
    network.switch(box, wire, "down")
    down = settled(box, expected(design, link), *patience)
    network.switch(box, wire, "up")
    again = settled(box, wanted, *patience)
    return (
        *(replace(one, summary=f"with {wire} down, {one.summary}") for one in down),
        *(replace(one, summary=f"after {wire} came back, {one.summary}") for one in again),
    )
