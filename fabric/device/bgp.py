"""eBGP unnumbered with ECMP and BFD."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Network

    from fabric.device.origin import Origin
    from fabric.topology.model import Port


@dataclass(frozen=True, slots=True)
class Bfd:
    """BFD timers of every BGP session."""

    interval_ms: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class Neighbor:
    """An eBGP session over the link-local address of a port (RFC 5549)."""

    port: Port
    peer: str
    asn: int
    group: str


@dataclass(frozen=True, slots=True)
class Bgp:
    """eBGP unnumbered: one session per cable, loopback and host networks advertised."""

    asn: int
    router_id: IPv4Address
    max_paths: int
    groups: tuple[str, ...]
    """Peer groups in use: `LEAVES`, `SPINES`, ..."""
    neighbors: tuple[Neighbor, ...]
    advertised: tuple[tuple[IPv4Network, int, int], ...]
    """Connected networks to redistribute: (covering network, shortest, longest prefix length)."""
    bfd: Bfd | None
    graceful_restart_s: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ecmp:
    """How flows spread over equal paths."""

    fields: tuple[str, ...]
    """Of: src-ip, dst-ip, protocol, src-port, dst-port."""
    seed: int
    """Differs by tier, so that two hash stages do not choose alike (polarisation)."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
