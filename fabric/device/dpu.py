"""A DPU: a router inside a host, with a session to each leaf and the host's gateways."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.allocate import dpu_asn, dpu_loopback
from fabric.device.bgp import GROUPS, HOST_BITS, RESTART_S, Bgp, Neighbor, bfd, origins
from fabric.device.interfaces import Peer, dpu_ports
from fabric.device.origin import Origin
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from ipaddress import IPv4Address, IPv4Interface

    from fabric.device.design import Design
    from fabric.topology import Device, End, Link


@dataclass(frozen=True, slots=True)
class DpuPort:
    """A port of a DPU, towards a leaf or towards the host."""

    name: str
    peer: Peer
    mtu: int
    address: IPv4Interface | None
    """The host's gateway; None towards a leaf, where the session is over link-local addresses."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DpuConfig:
    """Everything the router on a DPU is to do."""

    name: str
    role: Role
    platform: str
    release: str
    model: str
    host: str
    """The host that it is inside of."""
    loopback: IPv4Address
    uplinks: tuple[DpuPort, ...]
    host_ports: tuple[DpuPort, ...]
    """In the order of the uplinks: each port of the host keeps its address, behind either uplink."""
    bgp: Bgp
    """What it announces is its own alone: no leaf goes through it to another."""


def dpu(design: Design, name: str) -> DpuConfig:
    """Build everything the router on one DPU is to do."""
    device = design.device(name)
    links = design.fabric.links_of[device.host]
    return DpuConfig(
        name=name,
        role=device.role,
        platform=device.platform,
        release=device.release,
        model=device.model,
        host=device.host,
        loopback=dpu_loopback(design.numbers, links[0].b),
        uplinks=tuple(_uplink(design, device, link) for link in links),
        host_ports=tuple(_host_port(design, device, link) for link in links),
        bgp=_bgp(design, links),
    )


def dpu_peer(design: Design, device: Device, link: Link) -> Peer:
    """Return the DPU as the host behind it sees it on one of its ports."""
    name = dpu_ports(design, device).host.format(link.a.port.cage - 1)
    return Peer(device.name, device.role, link.a.port, name, dpu_asn(design.numbers, _first(design, device)))


def _first(design: Design, device: Device) -> End:
    return design.fabric.links_of[device.host][0].b


def _uplink(design: Design, device: Device, link: Link) -> DpuPort:
    name = dpu_ports(design, device).uplink.format(link.a.port.cage - 1)
    leaf, word = design.device(link.b.device), design.port_name(link.b)
    far = Peer(leaf.name, leaf.role, link.b.port, word, design.numbers.asn(leaf))
    mtu = design.intent.physical.mtu
    return DpuPort(name, far, mtu, None, _port_origins(design))


def _host_port(design: Design, device: Device, link: Link) -> DpuPort:
    name = dpu_ports(design, device).host.format(link.a.port.cage - 1)
    far = Peer(device.host, Role.HOST, link.a.port, design.port_name(link.a))
    address = design.numbers.leaf_address(link.b.device, link.b.port)
    mtu = design.intent.physical.mtu
    return DpuPort(name, far, mtu, address, _port_origins(design))


def _bgp(design: Design, links: tuple[Link, ...]) -> Bgp:
    numbers, first = design.numbers, links[0].b
    leaves = [design.device(link.b.device) for link in links]
    own = dpu_loopback(numbers, first)
    group = GROUPS[Role.LEAF]
    return Bgp(
        asn=dpu_asn(numbers, first),
        router_id=own,
        max_paths=len(links),
        groups=(group,),
        neighbors=tuple(
            Neighbor(link.a.port, leaf.name, numbers.asn(leaf), group)
            for link, leaf in zip(links, leaves, strict=True)
        ),
        advertised=(
            (IPv4Network(own), HOST_BITS, HOST_BITS),
            *((network, network.prefixlen, network.prefixlen) for network in _behind(design, links)),
        ),
        bfd=bfd(design),
        graceful_restart_s=RESTART_S,
        origins=design.once(("dpu origins",), lambda: _origins(design)),
    )


def _behind(design: Design, links: tuple[Link, ...]) -> Iterator[IPv4Network]:
    for link in links:
        yield design.numbers.leaf_address(link.b.device, link.b.port).network


def _origins(design: Design) -> dict[str, Origin]:
    pools = design.intent.addressing
    return {
        **origins(design),
        "asn": Origin("allocate.dpu", pools.loc("first_dpu_asn")),
        "router_id": Origin("allocate.dpu", pools.loc("dpus")),
        "max_paths": Origin("topology", design.intent.topology.loc()),
        "advertised": Origin("dpu.own-networks", pools.loc("hosts")),
    }


def _port_origins(design: Design) -> Mapping[str, Origin]:
    return design.once(("dpu port origins",), lambda: _made_port_origins(design))


def _made_port_origins(design: Design) -> dict[str, Origin]:
    return {
        "mtu": Origin("intent", design.intent.physical.loc("mtu")),
        "address": Origin("allocate.host-link", design.intent.addressing.loc("hosts")),
    }
