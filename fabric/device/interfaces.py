"""Fabric ports of a switch: speed, correction, addresses, and what stands at the far end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Interface

    from fabric.device.origin import Origin
    from fabric.topology.model import Port, Role


@dataclass(frozen=True, slots=True)
class Peer:
    """What stands at the far end of a port."""

    device: str
    role: Role
    port: Port
    port_name: str
    """The port's name in the words of the peer's platform."""
    asn: int | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """A routed fabric port of a switch."""

    port: Port
    description: str
    peer: Peer
    speed_gbps: int
    mtu: int
    """Largest IP packet in bytes, as EOS and NVUE count it."""
    fec: Literal["rs", "fc", "none"]
    unnumbered: bool
    """IPv6 link-local only, for BGP unnumbered."""
    address: IPv4Interface | None
    """Set on a port towards a host."""
    cable_m: float
    rail: int | None = None
    lossless: bool = True
    """Carries the classes of the fabric's QoS."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
