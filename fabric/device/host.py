"""What a host must do to match the fabric."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.device.buffers import Buffers
from fabric.device.interfaces import peer
from fabric.device.origin import Origin
from fabric.device.qos import Qos, dscp_map, traffic_classes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv4Network

    from fabric.device.design import Design
    from fabric.device.interfaces import Peer
    from fabric.device.qos import TrafficClass
    from fabric.topology import Link


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


NIC_BUFFERS = Buffers(None, None, None, None, computed_by_device=True)
CNP_CLASS = "cnp"
"""Name of the class of congestion notifications; without it, the class that holds the NIC's own CNP DSCP."""


def host(design: Design, name: str) -> HostConfig:
    """Build the NIC settings of a host on a fabric."""
    device = design.device(name)
    roce = design.intent.transport == "roce"
    links = design.fabric.links_of.get(name, ())
    nic_model = design.site.hosts[device.pod].nics[design.fabric.name].model
    nics = tuple(_nic(design, name, nic_model, link) for link in links)
    settings = design.once(("host qos", nic_model), lambda: _settings(design, nic_model))
    pools = design.numbers.addressing
    return HostConfig(
        name=name,
        model=device.model,
        fabric=design.fabric.name,
        transport=design.intent.transport,
        nics=nics,
        fabric_networks=(pools.hosts,) if roce else (),
        qos=settings.qos,
        roce_dscp=settings.roce_dscp,
        cnp_dscp=settings.cnp_dscp,
        dcqcn=settings.dcqcn,
        origins=settings.origins,
    )


def _nic(design: Design, name: str, model: str, link: Link) -> HostNic:
    number = link.a.port.cage
    other = peer(design, name, link)
    roce = design.intent.transport == "roce"
    leaf, own = design.numbers.host_link(other.device, other.port) if roce else (None, None)
    return HostNic(
        number=number,
        rail=link.rail or number,
        model=model,
        speed_gbps=link.speed_gbps,
        mtu=design.intent.physical.mtu,
        address=own,
        gateway=leaf.ip if leaf else None,
        peer=other,
        origins=design.once(("nic origins",), lambda: _nic_origins(design)),
    )


def _nic_origins(design: Design) -> dict[str, Origin]:
    return {
        "address": Origin("allocate.host-link", design.intent.addressing.loc("hosts")),
        "gateway": Origin("allocate.host-link", design.intent.addressing.loc("hosts")),
        "mtu": Origin("intent", design.intent.physical.loc("mtu")),
    }


@dataclass(frozen=True, slots=True)
class _Settings:
    """What all hosts with one NIC model share."""

    qos: Qos | None
    roce_dscp: int | None
    cnp_dscp: int | None
    dcqcn: bool
    origins: Mapping[str, Origin]


def _settings(design: Design, nic_model: str) -> _Settings:
    intent = design.intent.qos
    if intent is None:
        return _Settings(None, None, None, dcqcn=False, origins={})
    nic = design.catalog.nic(nic_model)
    classes = traffic_classes(design, ())
    lossless = next((c for c in classes if c.lossless), None)
    notices = next((c for c in classes if c.name == CNP_CLASS), None)
    if notices is None and nic.cnp_dscp is not None:
        notices = next((c for c in classes if nic.cnp_dscp in c.dscp), None)
    facts = (f"nics/{nic.id}",)
    return _Settings(
        qos=Qos(dscp_map(classes), classes, None, (), NIC_BUFFERS),
        roce_dscp=_preferred(lossless, nic.roce_dscp),
        cnp_dscp=_preferred(notices, nic.cnp_dscp),
        dcqcn=intent.dcqcn is not None and intent.dcqcn.enabled,
        origins={
            "roce_dscp": Origin("dscp.of-nic", intent.loc("classes"), facts),
            "cnp_dscp": Origin("dscp.of-nic", intent.loc("classes"), facts),
            "dcqcn": Origin("intent", intent.loc("dcqcn")),
        },
    )


def _preferred(found: TrafficClass | None, factory: int | None) -> int | None:
    """Return the NIC's factory code point if its class has it, else the first of the class."""
    if found is None:
        return None
    return factory if factory in found.dscp else found.dscp[0]
