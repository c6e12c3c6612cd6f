"""Hosts bridged into one VLAN of their leaf, which is their gateway."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.allocate import gateway6
from fabric.device.origin import Origin
from fabric.intent.topology import bridged_leaf
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Interface, IPv6Interface

    from fabric.device.design import Design
    from fabric.intent.tiers import PodLeaf
    from fabric.topology import Device


@dataclass(frozen=True, slots=True)
class Access:
    """The VLAN of the hosts of a leaf."""

    vlan: int
    gateway: IPv4Interface
    """Address of the leaf in the VLAN."""
    mtu: int
    """Largest IP packet in bytes."""
    gateway6: IPv6Interface | None = None
    """The same in IPv6, where the fabric has both families."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


def access(design: Design, device: Device) -> Access | None:
    """Build the VLAN of a leaf whose hosts are bridged; None on every other switch."""
    leaf = bridged_leaf(design.intent.topology)
    if leaf is None or device.role is not Role.LEAF:
        return None
    mtu = design.intent.physical.mtu
    six = gateway6(design.numbers, device.name) if design.intent.routing.dual_stack else None
    return Access(leaf.vlan, design.numbers.gateway(device.name), mtu, six, _origins(design, leaf))


def _origins(design: Design, leaf: PodLeaf) -> Mapping[str, Origin]:
    return {
        "vlan": Origin("intent", leaf.loc("vlan")),
        "gateway": Origin("allocate.host-link", design.intent.addressing.loc("hosts")),
        "gateway6": Origin("allocate.host-link6", design.intent.addressing.loc("hosts6")),
        "mtu": Origin("intent", design.intent.physical.loc("mtu")),
    }
