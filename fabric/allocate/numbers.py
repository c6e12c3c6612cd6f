"""From a switch's one number: its router id, its AS, and the network of each of its ports."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.allocate.ledger import UNPINNED, Ledger, Pin, extended
from fabric.core.names import natural
from fabric.intent.explicit import Explicit
from fabric.intent.topology import bridged_leaf
from fabric.topology import BETWEEN_EQUALS, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.intent import Fabric as FabricIntent
    from fabric.intent.fabric import Addressing
    from fabric.topology import Device, End, Fabric, Link, Port

LINK_ADDRESSES = 2
"""Addresses of a /31."""
FIRST_BRIDGED = 2
"""Place in its leaf's block of the first bridged host, behind network and gateway."""
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
    pins: Mapping[str, Pin] = field(default_factory=dict)
    """What the ledger says beside the number of a switch that was there before."""
    management: Mapping[str, int] = field(default_factory=dict)
    """Numbers of the ports that switches are managed through, where the fabric manages some."""

    def pin(self, switch: str) -> Pin:
        """Return what is pinned of a switch."""
        return self.pins.get(switch, UNPINNED)

    def loopback(self, switch: str) -> IPv4Address:
        """Return the router id."""
        return self.pin(switch).loopback or self.addressing.loopbacks[self.of[switch]]

    def asn(self, device: Device) -> int:
        """Return the AS: every leaf has its own, spines of a pod share one, and so does the top tier.

        The ledger gives no number twice, so that the number of its first spine serves for a pod.
        """
        giver = self.asn_giver(device)
        if giver is None:
            return self.addressing.spine_asn
        return self.pin(giver).asn or self.addressing.first_leaf_asn + self.of[giver] - 1

    def asn_giver(self, device: Device) -> str | None:
        """Return the switch whose line makes the AS of a device; None for that of the top tier."""
        if device.role is Role.LEAF or self.alone or self.pin(device.name).asn:
            return device.name
        return self.first_spines.get(device.pod) if device.role is Role.SPINE else None

    def host_block(self, leaf: str) -> IPv4Network:
        """Return the network that holds all host links of a leaf."""
        return IPv4Network((self._block(leaf), self.addressing.host_block))

    def host_link(self, leaf: str, port: Port) -> tuple[IPv4Interface, IPv4Interface]:
        """Return the addresses of leaf and host on a port; they follow from the place of its first lane."""
        if self.bridged:
            own = self._block(leaf) + FIRST_BRIDGED + slot(port)
            return self.gateway(leaf), IPv4Interface((own, self.addressing.host_block))
        return self.leaf_address(leaf, port), IPv4Interface((self._first(leaf, port) + 1, 31))

    def leaf_address(self, leaf: str, port: Port) -> IPv4Interface:
        """Return the address of a leaf on a port towards a host."""
        return IPv4Interface((self._first(leaf, port), 31))

    def link_ends(self, link: Link) -> tuple[IPv4Interface, IPv4Interface]:
        """Return the addresses of a numbered link between switches, that of `a` first."""
        owner = self.link_owner(link)
        block = (self.of[owner.device] - 1) * link_block_size(self.addressing)
        first = int(self.addressing.links.network_address) + block + LINK_ADDRESSES * slot(owner.port)
        low, high = IPv4Interface((first, 31)), IPv4Interface((first + 1, 31))
        return (low, high) if owner is link.a else (high, low)

    def link_owner(self, link: Link) -> End:
        """Return the end whose block a numbered link is in: the lower tier; of equals the lower number."""
        equals = link.kind in BETWEEN_EQUALS
        return link.b if equals and self.of[link.b.device] < self.of[link.a.device] else link.a

    def gateway(self, leaf: str) -> IPv4Interface:
        """Return the address of a leaf in the network of its bridged hosts: the first one."""
        return IPv4Interface((self._block(leaf) + 1, self.addressing.host_block))

    def _first(self, leaf: str, port: Port) -> int:
        return self._block(leaf) + LINK_ADDRESSES * slot(port)

    def _block(self, leaf: str) -> int:
        """Return the first address of a leaf's block, as a number: a network for each port would be dear."""
        if pinned := self.pin(leaf).hosts:
            return int(pinned.network_address)
        return int(self.addressing.hosts.network_address) + (self.of[leaf] - 1) * block_size(self.addressing)


def slot(port: Port) -> int:
    """Return the place of a port's addresses in the block of its leaf, from 0.

    A port of a whole cage has the place of the cage's first half, so that a faster one keeps its address.
    """
    return ((port.cage - 1) * LANES + port.lane - 1) // min(port.lanes, LANES // 2)


def block_size(pools: Addressing) -> int:
    """Return how many addresses the block of a leaf has."""
    return 1 << (32 - pools.host_block)


def link_block_size(pools: Addressing) -> int:
    """Return how many addresses of links the block of a switch has."""
    return 1 << (32 - pools.link_block)


def numbered(fabric: Fabric, intent: FabricIntent, ledger: Ledger) -> Numbers:
    """Give every switch of a fabric its numbers; new ones avoid what follows from pins of others."""
    names = [device.name for device in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)]
    pools, known, pins = intent.addressing, ledger.of(fabric.name), ledger.pins_of(fabric.name)
    reserved = frozenset(number for pin in pins.values() for number in numbers_of(pin, pools))
    numbers = extended(ledger, fabric.name, names, reserved).of(fabric.name)
    missing = tuple(name for name in names if name not in known)
    return Numbers(
        pools, numbers, missing, MappingProxyType(_first_spines(fabric)),
        bridged=bridged_leaf(intent.topology) is not None, alone=_alone(intent), pins=pins,
    )  # fmt: skip


def _alone(intent: FabricIntent) -> bool:
    return isinstance(intent.topology, Explicit) and intent.topology.systems == "per-switch"


def _first_spines(fabric: Fabric) -> dict[str, str]:
    """Return the spine with the lowest number in its name of each pod that has spines."""
    spines = [spine for spine in fabric.of_role(Role.SPINE) if spine.pod]
    spines.sort(key=lambda spine: (spine.index, natural(spine.name)), reverse=True)
    return {spine.pod: spine.name for spine in spines}


def numbers_of(pin: Pin, pools: Addressing) -> tuple[int, ...]:
    """Return the numbers from which the values of a pin would follow: of router id, AS and host network."""
    found = []
    if pin.loopback is not None:
        found.append(int(pin.loopback) - int(pools.loopbacks.network_address))
    if pin.asn is not None:
        found.append(pin.asn - pools.first_leaf_asn + 1)
    if pin.hosts is not None:
        first = int(pin.hosts.network_address) - int(pools.hosts.network_address)
        found.append(first // block_size(pools) + 1)
    return tuple(number for number in found if number > 0)
