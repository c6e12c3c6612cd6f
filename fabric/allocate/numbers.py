"""From a switch's one number: its router id, its AS, and the network of each of its host ports."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.allocate.clashes import sessions_within_a_system, shared_addresses
from fabric.allocate.ledger import Ledger, extended
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.names import natural
from fabric.intent.explicit import Explicit
from fabric.intent.tiers import PodLeaf
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.intent import Fabric as FabricIntent
    from fabric.intent.fabric import Addressing
    from fabric.topology import Device, Fabric, Port

LINK_ADDRESSES = 2
"""Addresses of a /31."""
FIRST_BRIDGED = 2
"""Place in its leaf's block of the first bridged host, behind network and gateway."""
LAST_ASN = 4294967294
"""RFC 7300: the number after it is reserved."""
LANES = 8
"""Lanes of a data cage: slots are counted as if every cage had as many, so that none depends on a model."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of one fabric; everything here follows from the ledger and the pools."""

    addressing: Addressing
    of: Mapping[str, int]
    missing: tuple[str, ...]
    """Switches that the ledger does not know yet; their numbers are provisional."""
    first_spines: Mapping[str, str] = field(default_factory=dict)
    """The first spine of each pod that has spines of its own."""
    bridged: bool = False
    """Hosts of a leaf are in one network with it, instead of a /31 on each port."""
    alone: bool = False
    """Every switch has its own AS, not only leaves."""

    def loopback(self, switch: str) -> IPv4Address:
        """Return the router id."""
        return self.addressing.loopbacks[self.of[switch]]

    def asn(self, device: Device) -> int:
        """Return the AS: every leaf has its own, spines of a pod share one, and so does the top tier.

        The ledger gives no number twice, so that the number of its first spine serves for a pod.
        """
        giver = self.asn_giver(device)
        return self.addressing.first_leaf_asn + self.of[giver] - 1 if giver else self.addressing.spine_asn

    def asn_giver(self, device: Device) -> str | None:
        """Return the switch whose number makes the AS of a device; None for that of the top tier."""
        if device.role is Role.LEAF or self.alone:
            return device.name
        return self.first_spines.get(device.pod) if device.role is Role.SPINE else None

    def host_block(self, leaf: str) -> IPv4Network:
        """Return the network that holds all host links of a leaf."""
        return IPv4Network((self._block(leaf), self.addressing.host_block))

    def host_link(self, leaf: str, port: Port) -> tuple[IPv4Interface, IPv4Interface]:
        """Return the addresses of leaf and host on a port; they follow from the place of its first lane."""
        if self.bridged:
            own = self._block(leaf) + FIRST_BRIDGED + _slot(port)
            return self.gateway(leaf), IPv4Interface((own, self.addressing.host_block))
        return self.leaf_address(leaf, port), IPv4Interface((self._first(leaf, port) + 1, 31))

    def leaf_address(self, leaf: str, port: Port) -> IPv4Interface:
        """Return the address of a leaf on a port towards a host."""
        return IPv4Interface((self._first(leaf, port), 31))

    def gateway(self, leaf: str) -> IPv4Interface:
        """Return the address of a leaf in the network of its bridged hosts: the first one."""
        return IPv4Interface((self._block(leaf) + 1, self.addressing.host_block))

    def _first(self, leaf: str, port: Port) -> int:
        return self._block(leaf) + LINK_ADDRESSES * _slot(port)

    def _block(self, leaf: str) -> int:
        """Return the first address of a leaf's block, as a number: a network for each port would be dear."""
        size = 1 << (32 - self.addressing.host_block)
        return int(self.addressing.hosts.network_address) + (self.of[leaf] - 1) * size


def allocate(fabric: Fabric, intent: FabricIntent, ledger: Ledger) -> Numbers:
    """Give every switch of a fabric its numbers. Raises FabricError when a pool is exhausted."""
    names = [device.name for device in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)]
    known = ledger.of(fabric.name)
    numbers = extended(ledger, fabric.name, names).of(fabric.name)
    missing = tuple(name for name in names if name not in known)
    if problems := [
        *_exhausted(intent, numbers.values()),
        *_colliding(intent, numbers.values()),
        *_overfull(fabric, intent),
    ]:
        raise FabricError(*problems)
    found = Numbers(
        intent.addressing, numbers, missing, MappingProxyType(_first_spines(fabric)),
        bridged=_bridged(intent), alone=_alone(intent),
    )  # fmt: skip
    clashes = (*sessions_within_a_system(fabric, found), *shared_addresses(fabric, _slot))
    if clashes and intent.transport != "infiniband":
        raise FabricError(*clashes)
    return found


def _bridged(intent: FabricIntent) -> bool:
    leaf = getattr(intent.topology, "leaf", None)
    return isinstance(leaf, PodLeaf) and leaf.access == "bridged"


def _alone(intent: FabricIntent) -> bool:
    return isinstance(intent.topology, Explicit) and intent.topology.systems == "per-switch"


def _first_spines(fabric: Fabric) -> dict[str, str]:
    """Return the spine with the lowest number in its name of each pod that has spines."""
    spines = [spine for spine in fabric.of_role(Role.SPINE) if spine.pod]
    spines.sort(key=lambda spine: (spine.index, natural(spine.name)), reverse=True)
    return {spine.pod: spine.name for spine in spines}


def _exhausted(intent: FabricIntent, numbers: Iterable[int]) -> Iterator[Diagnostic]:
    pools = intent.addressing
    highest = max(numbers, default=0)
    rooms = (
        ("loopbacks", pools.loopbacks.num_addresses - 1, "router ids"),
        ("hosts", pools.hosts.num_addresses // 2 ** (32 - pools.host_block), "host blocks"),
    )
    for pool, room, what in rooms:
        if highest > room and (pool == "loopbacks" or intent.transport != "infiniband"):
            hint = "take a larger pool; existing numbers stay while its first address stays"
            summary = f"`{getattr(pools, pool)}` holds {room} {what}, number {highest} is in use"
            yield error("ALC-003", summary, pools.loc(pool), hint)


def _colliding(intent: FabricIntent, numbers: Iterable[int]) -> Iterator[Diagnostic]:
    """Yield AS numbers that end, or that leaves and spines would share: eBGP would drop its own routes."""
    pools = intent.addressing
    first, last = pools.first_leaf_asn, pools.first_leaf_asn + max(numbers, default=1) - 1
    if intent.transport == "infiniband":
        return
    if last > LAST_ASN:
        hint = "begin lower before the first rollout; later it would move numbers"
        yield error("ALC-006", f"AS {last} does not exist", pools.loc("first_leaf_asn"), hint)
    if first <= pools.spine_asn <= last:
        summary = f"AS {pools.spine_asn} of the spines is among those of the leaves, {first} to {last}"
        yield error("ALC-006", summary, pools.loc("spine_asn"), "take a number below those of the leaves")


def _slot(port: Port) -> int:
    return ((port.cage - 1) * LANES + port.lane - 1) // port.lanes


def _overfull(fabric: Fabric, intent: FabricIntent) -> Iterator[Diagnostic]:
    if intent.transport == "infiniband":
        return
    slots = 1 + max((_slot(link.b.port) for link in fabric.links if link.kind == "host-leaf"), default=0)
    size = 2 ** (32 - intent.addressing.host_block)
    room = size - FIRST_BRIDGED - 1 if _bridged(intent) else size // LINK_ADDRESSES
    if slots > room:
        summary = (
            f"a leaf has host ports up to number {slots}, a /{intent.addressing.host_block} serves {room}"
        )
        hint = "use a shorter `host_block` before the first rollout; later it would move numbers"
        yield error("ALC-004", summary, intent.addressing.loc("host_block"), hint)
