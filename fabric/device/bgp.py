"""eBGP, unnumbered or over numbered links, with ECMP and BFD."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.allocate import host_block6
from fabric.device.origin import Origin
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

    from fabric.device.design import Design
    from fabric.device.interfaces import Interface
    from fabric.topology import Device, Port


@dataclass(frozen=True, slots=True)
class Bfd:
    """BFD timers of every BGP session."""

    interval_ms: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class Neighbor:
    """An eBGP session of a port."""

    port: Port
    peer: str
    asn: int
    group: str
    address: IPv4Address | IPv6Address | None = None
    """Of the peer; without one the session is over link-local addresses (RFC 5549)."""


@dataclass(frozen=True, slots=True)
class Bgp:
    """eBGP: a session per cable, or per numbered cable and family; loopback and host networks advertised."""

    asn: int
    router_id: IPv4Address
    max_paths: int
    groups: tuple[str, ...]
    """Peer groups in use: `LEAVES`, `SPINES`, ..."""
    neighbors: tuple[Neighbor, ...]
    advertised: tuple[tuple[IPv4Network | IPv6Network, int, int], ...]
    """Connected networks to redistribute: (covering network, shortest, longest prefix length)."""
    bfd: Bfd | None
    graceful_restart_s: int
    families: tuple[Literal["ipv4", "ipv6"], ...] = ("ipv4",)
    """What sessions carry: both, or where links are numbered each that of its addresses."""
    numbered: bool = False
    """Sessions are between addresses of the links, instead of over link-local ones."""
    prepends: int = 0
    """How often its AS stands once more in what it announces, so that neighbours prefer other paths."""
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def advertised_in(self, family: str) -> list[tuple[IPv4Network | IPv6Network, int, int]]:
        """Return what is advertised of one family."""
        return [line for line in self.advertised if f"ipv{line[0].version}" == family]

    def groups_in(self, family: str) -> list[str]:
        """Return the peer groups whose sessions carry a family."""
        own = [group for group in self.groups if group.endswith(SIX) == (family == "ipv6")]
        return own if self.numbered else list(self.groups)


@dataclass(frozen=True, slots=True)
class Ecmp:
    """How flows spread over equal paths."""

    fields: tuple[str, ...]
    """Of: src-ip, dst-ip, protocol, src-port, dst-port."""
    seed: int
    """Differs by tier, so that two hash stages do not choose alike (polarisation)."""
    adaptive: Literal["off", "flowlet", "per-packet"] = "off"
    """Choice by load: where the hash leaves room, or for every packet."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


RESTART_S = 300
"""Longest graceful restart: a control plane that reboots keeps forwarding for so long."""
PREPENDS = 3
"""Of a drained switch: longer than any detour within a pod, so that even after a failure it comes last."""
HOST_BITS, HOST_BITS6 = 32, 128
SIX = "-V6"
"""At the end of the names of peer groups whose sessions are between IPv6 addresses."""
GROUPS = {Role.SPINE: "SPINES", Role.LEAF: "LEAVES", Role.CORE: "CORES", Role.DPU: "DPUS"}
"""Peer groups by the role of the peer."""
SEEDS = {Role.LEAF: 11, Role.SPINE: 22, Role.CORE: 33}
"""Hash seeds by tier: any three different numbers serve."""


def bgp(design: Design, device: Device, ports: tuple[Interface, ...]) -> Bgp:
    """Build eBGP of a switch: the sessions of each cable to another switch."""
    routing, numbers = design.intent.routing, design.numbers
    neighbors = tuple(found for port in ports for found in _sessions(port))
    return Bgp(
        asn=numbers.asn(device),
        router_id=numbers.loopback(device.name),
        max_paths=routing.ecmp.max_paths,
        groups=tuple(dict.fromkeys(neighbor.group for neighbor in neighbors)),
        neighbors=neighbors,
        advertised=(
            *_advertised(design, device),
            *(_advertised6(design, device) if routing.dual_stack else ()),
        ),
        bfd=bfd(design),
        graceful_restart_s=RESTART_S,
        families=("ipv4", "ipv6") if routing.dual_stack else ("ipv4",),
        numbered=design.intent.numbered,
        prepends=PREPENDS if device.name in design.drained else 0,
        origins=origins(design),
    )


def _sessions(port: Interface) -> Iterator[Neighbor]:
    """Yield the session over a port to another router, and that of IPv6 where it has addresses of both."""
    peer = port.peer
    if peer.asn is not None:
        yield Neighbor(port.port, peer.device, peer.asn, GROUPS[peer.role], peer.address)
        if peer.address6 is not None:
            yield Neighbor(port.port, peer.device, peer.asn, GROUPS[peer.role] + SIX, peer.address6)


def bfd(design: Design) -> Bfd | None:
    """Return the timers that hold on every session of a fabric."""
    wanted = design.intent.routing.bfd
    return Bfd(round(wanted.interval), wanted.multiplier) if wanted else None


def origins(design: Design) -> Mapping[str, Origin]:
    """Return why the routing of a fabric is as it is."""
    return design.once(("bgp origins",), lambda: _origins(design))


def _advertised(design: Design, device: Device) -> Iterator[tuple[IPv4Network, int, int]]:
    numbers = design.numbers
    yield numbers.addressing.loopbacks, HOST_BITS, HOST_BITS
    if device.role is Role.LEAF:
        block = numbers.host_block(device.name)
        length = block.prefixlen if numbers.bridged else HOST_BITS - 1
        yield block, length, length


def _advertised6(design: Design, device: Device) -> Iterator[tuple[IPv6Network, int, int]]:
    numbers = design.numbers
    yield numbers.addressing.loopbacks6, HOST_BITS6, HOST_BITS6
    if device.role is Role.LEAF:
        block = host_block6(numbers, device.name)
        length = block.prefixlen if numbers.bridged else HOST_BITS6 - 1
        yield block, length, length


def ecmp(design: Design, device: Device) -> Ecmp:
    """Build the choice among equal paths."""
    routing = design.intent.routing
    wanted = routing.ecmp
    seed = SEEDS[device.role] if wanted.seed == "per-tier" else SEEDS[Role.LEAF]
    origins = {
        "fields": Origin("intent", wanted.loc("hash")),
        "seed": Origin("seed.per-tier", wanted.loc("seed")),
        "adaptive": Origin("intent", routing.loc("adaptive")),
    }
    return Ecmp(wanted.hash, seed, routing.adaptive, origins)


def _origins(design: Design) -> dict[str, Origin]:
    routing, pools = design.intent.routing, design.numbers.addressing
    return {
        "asn": Origin("allocate.asn", pools.loc("first_leaf_asn")),
        "router_id": Origin("allocate.loopback", pools.loc("loopbacks")),
        "max_paths": Origin("intent", routing.ecmp.loc("max_paths")),
        "neighbors": Origin("routing.underlay", routing.loc("underlay")),
        "bfd": Origin("intent", routing.loc("bfd")),
        "families": Origin("intent", routing.loc("dual_stack")),
        "numbered": Origin("routing.underlay", routing.loc("underlay")),
        "graceful_restart_s": Origin("bgp.graceful-restart"),
        "prepends": Origin("routing.drained", routing.loc("drained")),
    }
