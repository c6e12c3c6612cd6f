"""Whether a switch announces its own networks, and no more."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.allocate import Numbers
    from fabric.check.along.walk import Walk
    from fabric.device.hop import Hop

HOST = 32
NOWHERE = IPv4Network("255.255.255.255/32")
"""Holds no link: where links are unnumbered."""


def own_networks_are_announced(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-009: a network that its own switch does not announce is dark; one too many draws traffic."""
    for unit, hop in walk.hops.items():
        if hop.settings is not None:
            for problem in _problems(walk, unit, hop):
                yield error("HOP-009", f"the policy of `{unit}` {problem}", walk.path(unit), HINT)


HINT = "the policy takes the switch's loopback and the networks of its hosts, each at its own length"


def _problems(walk: Walk, unit: str, hop: Hop) -> Iterator[str]:
    numbers = walk.design.numbers
    links = numbers.addressing.links if walk.design.intent.numbered else NOWHERE
    own = [
        port.address.network
        for port in hop.ports.values()
        if port.address is not None and not port.address.network.subnet_of(links)
    ]
    if numbers.bridged and walk.design.device(unit).role is Role.LEAF:
        own.append(numbers.host_block(unit))
    lost = [str(network) for network in own if not any(line.takes(network) for line in hop.advertised)]
    if lost:
        yield f"leaves out {lost[0]}" + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")
    addressing = numbers.addressing
    own_id = IPv4Network(hop.router_id) if hop.router_id is not None else None
    if own_id is not None and not any(line.takes(own_id) for line in hop.advertised):
        yield f"leaves out its router id {hop.router_id}"
    for line in hop.advertised:
        if not any(line.network.subnet_of(pool) for pool in (addressing.loopbacks, addressing.hosts)):
            yield f"takes {line.network}, which is in no pool of this fabric"
        elif (line.shortest, line.longest) != (_length(line.network, numbers),) * 2:
            yield f"takes networks of {line.network} from /{line.shortest} to /{line.longest}"


def _length(network: IPv4Network, numbers: Numbers) -> int:
    """Return the length that is announced: of loopbacks, links of hosts, or a leaf with bridged hosts."""
    if network.subnet_of(numbers.addressing.loopbacks):
        return HOST
    return numbers.addressing.host_block if numbers.bridged else HOST - 1


RULES = (own_networks_are_announced,)
