"""What a host must do to match the fabric."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv4Network

    from fabric.device.interfaces import Peer
    from fabric.device.origin import Origin
    from fabric.device.qos import Qos


@dataclass(frozen=True, slots=True)
class HostNic:
    """One NIC port of a host on one fabric."""

    number: int
    rail: int
    model: str
    speed_gbps: int
    mtu: int
    address: IPv4Interface | None
    """None on InfiniBand."""
    gateway: IPv4Address | None
    peer: Peer
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What a host must do to match the fabric."""

    name: str
    model: str
    fabric: str
    transport: Literal["roce", "infiniband"]
    nics: tuple[HostNic, ...]
    fabric_networks: tuple[IPv4Network, ...]
    """Networks reached over the rails (policy routing)."""
    qos: Qos | None
    roce_dscp: int | None
    cnp_dscp: int | None
    dcqcn: bool
    """DCQCN rate control in the NIC."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
