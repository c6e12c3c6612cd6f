"""Whether a switch announces its own networks, and no more."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING

from fabric.allocate import host_block6, loopback6
from fabric.allocate.numbers6 import BLOCK
from fabric.core.diagnostic import Diagnostic, error
from fabric.device.hop import within
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.allocate import Numbers
    from fabric.check.along.walk import Walk
    from fabric.device.hop import Hop, Network
    from fabric.intent import Fabric


def own_networks_are_announced(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-009: a network that its own switch does not announce is dark; one too many draws traffic."""
    for unit, hop in walk.hops.items():
        if hop.settings is not None:
            for problem in _problems(walk, unit, hop):
                yield error("HOP-009", f"the policy of `{unit}` {problem}", walk.path(unit), HINT)


HINT = "the policy takes the switch's loopback and the networks of its hosts, each at its own length"


def _problems(walk: Walk, unit: str, hop: Hop) -> Iterator[str]:
    numbers = walk.design.numbers
    own = list(_own(walk, unit, hop))
    lost = [str(network) for network in own if not any(line.takes(network) for line in hop.advertised)]
    if lost:
        yield f"leaves out {lost[0]}" + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")
    pools = pools_of(walk.design.intent)
    own_id = IPv4Network(hop.router_id) if hop.router_id is not None else None
    if own_id is not None and not any(line.takes(own_id) for line in hop.advertised):
        yield f"leaves out its router id {hop.router_id}"
    for line in hop.advertised:
        if not any(within(line.network, pool) for pool in pools):
            yield f"takes {line.network}, which is in no pool of this fabric"
        elif (line.shortest, line.longest) != (_length(line.network, numbers),) * 2:
            yield f"takes networks of {line.network} from /{line.shortest} to /{line.longest}"


def pools_of(intent: Fabric) -> tuple[Network, ...]:
    """Return the pools that switches announce networks of."""
    pools = intent.addressing
    six = (pools.loopbacks6, pools.hosts6) if intent.routing.dual_stack else ()
    return (pools.loopbacks, pools.hosts, *six)


def _own(walk: Walk, unit: str, hop: Hop) -> Iterator[Network]:
    """Yield the networks of a switch beside its router id; nobody sends to those of numbered links."""
    numbers, intent = walk.design.numbers, walk.design.intent
    between = (numbers.addressing.links, numbers.addressing.links6) if intent.numbered else ()
    for port in hop.ports.values():
        for address in (port.address, port.address6):
            if address is not None and not any(within(address.network, links) for links in between):
                yield address.network
    if numbers.bridged and walk.design.device(unit).role is Role.LEAF:
        yield numbers.host_block(unit)
    if intent.routing.dual_stack:
        yield IPv6Network(loopback6(numbers, unit))
        if numbers.bridged and walk.design.device(unit).role is Role.LEAF:
            yield host_block6(numbers, unit)


def _length(network: Network, numbers: Numbers) -> int:
    """Return the length that is announced: of loopbacks, links of hosts, or a leaf with bridged hosts."""
    pools, whole = numbers.addressing, network.max_prefixlen
    if within(network, pools.loopbacks) or within(network, pools.loopbacks6):
        return whole
    if numbers.bridged:
        return pools.host_block if network.version == 4 else BLOCK  # noqa: PLR2004 - IPv4
    return whole - 1


RULES = (own_networks_are_announced,)
