"""Whether a switch announces its own networks, and no more."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.check.along.walk import Walk
    from fabric.device.hop import Hop

HOST = 32


def own_networks_are_announced(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-009: a network that its own switch does not announce is dark; one too many draws traffic."""
    for unit, hop in walk.hops.items():
        if hop.settings is not None:
            for problem in _problems(walk, hop):
                yield error("HOP-009", f"the policy of `{unit}` {problem}", walk.path(unit), HINT)


HINT = "the policy takes the switch's loopback and the networks of its hosts, each at its own length"


def _problems(walk: Walk, hop: Hop) -> Iterator[str]:
    own = [port.address.network for port in hop.ports.values() if port.address is not None]
    lost = [str(network) for network in own if not any(line.takes(network) for line in hop.advertised)]
    if lost:
        yield f"leaves out {lost[0]}" + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")
    addressing = walk.design.numbers.addressing
    own_id = IPv4Network(hop.router_id) if hop.router_id is not None else None
    if own_id is not None and not any(line.takes(own_id) for line in hop.advertised):
        yield f"leaves out its router id {hop.router_id}"
    for line in hop.advertised:
        if not any(line.network.subnet_of(pool) for pool in (addressing.loopbacks, addressing.hosts)):
            yield f"takes {line.network}, which is in no pool of this fabric"
        elif (line.shortest, line.longest) not in _lengths(line.network, addressing.loopbacks):
            yield f"takes networks of {line.network} from /{line.shortest} to /{line.longest}"


def _lengths(network: IPv4Network, loopbacks: IPv4Network) -> frozenset[tuple[int, int]]:
    """Return the lengths that are announced: whole loopbacks, and links of hosts."""
    length = HOST if network.subnet_of(loopbacks) else HOST - 1
    return frozenset({(length, length)})


RULES = (own_networks_are_announced,)
