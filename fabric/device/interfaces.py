"""Fabric ports of a switch: speed, correction, addresses, and what stands at the far end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.allocate import dpu_asn, host_link6, link_ends6
from fabric.catalog import CatalogError
from fabric.catalog.tables import FEC
from fabric.device.origin import Origin
from fabric.intent.topology import bridged_leaf
from fabric.topology import HOST_LINK, MANAGEMENT, Role, far_end, near_end

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface

    from fabric.catalog import Catalog, DpuPorts
    from fabric.core.diagnostic import Path
    from fabric.device.design import Design
    from fabric.topology import Device, Link, Port


@dataclass(frozen=True, slots=True)
class Peer:
    """What stands at the far end of a port."""

    device: str
    role: Role
    port: Port
    port_name: str
    """The port's name in the words of the peer's platform."""
    asn: int | None = None
    address: IPv4Address | None = None
    """Its address on a numbered link."""
    address6: IPv6Address | None = None
    """The same in IPv6, where the fabric has both families."""


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
    """Set on a port towards a host that is routed, and on numbered links."""
    cable_m: float
    address6: IPv6Interface | None = None
    """The same in IPv6, where the fabric has both families."""
    rail: int | None = None
    vlan: int | None = None
    """The VLAN of a port towards a host that is bridged."""
    lossless: bool = True
    """Carries the classes of the fabric's QoS."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


ACCESS = frozenset({HOST_LINK, MANAGEMENT})
"""Classes of links whose upper end is a port for whoever is there, and no router's."""
RACKS = ("racks",)
"""Where the intent says what stands where."""
UNCORRECTED_GBPS = 10
"""Up to 10 Gb/s a link needs no error correction (IEEE 802.3: that of 10GBASE-R is optional)."""


def interfaces(design: Design, name: str) -> tuple[Interface, ...]:
    """Build the fabric ports of a switch, in the order of their places."""
    links = design.fabric.links_of.get(name, ())
    if managing := [link for link in design.fabric.management_of.get(name, ()) if link.b.device == name]:
        links = tuple(sorted((*links, *managing), key=lambda link: near_end(link, name).port))
    return tuple(_interface(design, name, link) for link in links)


def peer(design: Design, name: str, link: Link) -> Peer:
    """Return what stands at the far end of a link."""
    end = far_end(link, name)
    device = design.device(end.device)
    if (inside := design.fabric.dpu_of.get(device.name)) is not None:
        return peer_in_host(design, inside, link)
    if device.role not in {Role.LEAF, Role.SPINE, Role.CORE} or link.kind == MANAGEMENT:
        return Peer(device.name, device.role, end.port, design.port_name(end))
    numbered = design.intent.numbered and link.kind != HOST_LINK
    both = numbered and design.intent.routing.dual_stack
    return Peer(
        device.name,
        device.role,
        end.port,
        design.port_name(end),
        design.numbers.asn(device),
        design.numbers.link_ends(link)[end is link.b].ip if numbered else None,
        link_ends6(design.numbers, link)[end is link.b].ip if both else None,
    )


def peer_in_host(design: Design, dpu: Device, link: Link) -> Peer:
    """Return what stands at the end of a link whose host has a DPU."""
    first = design.fabric.links_of[dpu.host][0]
    name = dpu_ports(design, dpu).uplink.format(link.a.port.cage - 1)
    return Peer(dpu.name, dpu.role, link.a.port, name, dpu_asn(design.numbers, first.b))


def dpu_ports(design: Design, dpu: Device) -> DpuPorts:
    """Return the names of the ports of a DPU; a device without them never gets this far."""
    ports = design.catalog.nic(dpu.model).dpu
    if ports is None:
        raise TypeError(f"`{dpu.model}` is no DPU")
    return ports


def _interface(design: Design, name: str, link: Link) -> Interface:
    port = near_end(link, name).port
    other = peer(design, name, link)
    to_host = other.role is Role.HOST or link.kind == MANAGEMENT
    bridged = bridged_leaf(design.intent.topology) if to_host else None
    return Interface(
        port=port,
        description=f"{other.device} {other.port_name}",
        peer=other,
        speed_gbps=link.speed_gbps,
        mtu=design.intent.physical.mtu,
        fec=fec(design, link, at_switch=True),
        unnumbered=other.role is Role.DPU or (not to_host and not design.intent.numbered),
        address=_address(design, name, link),
        address6=_address6(design, name, link) if design.intent.routing.dual_stack else None,
        cable_m=link.length_m,
        rail=link.rail,
        vlan=bridged.vlan if bridged else None,
        lossless=design.intent.qos is not None,
        origins=_origins(design, link),
    )


def _address(design: Design, name: str, link: Link) -> IPv4Interface | None:
    """Return the address of a switch's end of a link; None when the port is bridged or unnumbered."""
    if link.kind not in ACCESS:
        return design.numbers.link_ends(link)[link.b.device == name] if design.intent.numbered else None
    if link.a.device in design.fabric.dpu_of:
        return None
    return None if bridged_leaf(design.intent.topology) else design.numbers.leaf_address(name, link.b.port)


def _address6(design: Design, name: str, link: Link) -> IPv6Interface | None:
    """Return the same of IPv6."""
    if link.kind not in ACCESS:
        return link_ends6(design.numbers, link)[link.b.device == name] if design.intent.numbered else None
    return None if bridged_leaf(design.intent.topology) else host_link6(design.numbers, name, link.b.port)[0]


def fec(design: Design, link: Link, *, at_switch: bool) -> Literal["rs", "fc", "none"]:
    """Return the error correction that the module at an end needs; unknown modules are PAM4: Reed-Solomon."""
    name = link.media_b if at_switch else link.media_a
    if link.speed_gbps <= UNCORRECTED_GBPS:
        return "none"
    return design.once(("fec", name), lambda: _fec(design.catalog, name)) if name else "rs"


def _fec(catalog: Catalog, name: str) -> Literal["rs", "fc", "none"]:
    try:
        module = catalog.media(name)
        code = module.host_fec or module.fec
    except CatalogError:
        code = catalog.cable(name).fec
    return catalog.named(FEC)[code].config


def _origins(design: Design, link: Link) -> Mapping[str, Origin]:
    """Return the origins that all links of a class share: their `given` is one object."""
    return design.once(("interface origins", id(link.given)), lambda: _made_origins(design, link))


def _made_origins(design: Design, link: Link) -> Mapping[str, Origin]:
    physical = design.intent.physical
    facts = tuple(f"optics/{name}" for name in dict.fromkeys((link.media_a, link.media_b)) if name)
    place = link.path or physical.loc()
    speed = link.given.get("speed")
    return {
        "speed_gbps": Origin(
            "speed.of-media" if speed else _unsaid_speed(link), speed or physical.loc(), facts
        ),
        "fec": Origin("fec.of-media", place, facts),
        "mtu": Origin("intent", physical.loc("mtu")),
        "cable_m": length_origin(link, place),
        "unnumbered": Origin("routing.underlay", design.intent.routing.loc("underlay")),
        "address": _of_address(design, link),
        "address6": _of_address6(design, link),
        "description": Origin("topology", design.intent.topology.loc()),
    }


def _unsaid_speed(link: Link) -> str:
    return "speed.of-management-port" if link.kind == MANAGEMENT else "speed.of-nic"


def _of_address(design: Design, link: Link) -> Origin:
    if link.kind in ACCESS:
        return Origin("allocate.host-link", design.intent.addressing.loc("hosts"))
    return Origin("allocate.link", design.intent.addressing.loc("links"))


def _of_address6(design: Design, link: Link) -> Origin:
    if link.kind in ACCESS:
        return Origin("allocate.host-link6", design.intent.addressing.loc("hosts6"))
    return Origin("allocate.link6", design.intent.addressing.loc("links6"))


def length_origin(link: Link, otherwise: Path = ()) -> Origin:
    """Return where the length of a link comes from: written, or made by the racks of its ends."""
    given = link.given.get("length", otherwise)
    return Origin("length.of-racks" if given[:1] == RACKS else "intent", given)
