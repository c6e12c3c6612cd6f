"""What a host must do to match the fabric."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.allocate import host_link6
from fabric.device.buffers import Buffers
from fabric.device.dpu import dpu_peer
from fabric.device.interfaces import peer
from fabric.device.origin import Origin
from fabric.device.qos import Qos, dscp_map, traffic_classes
from fabric.intent.topology import rails_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from ipaddress import (
        IPv4Address,
        IPv4Interface,
        IPv4Network,
        IPv6Address,
        IPv6Interface,
        IPv6Network,
    )

    from fabric.device.design import Design
    from fabric.device.interfaces import Peer
    from fabric.device.qos import TrafficClass
    from fabric.topology import Device, Link


@dataclass(frozen=True, slots=True)
class HostNic:
    """One NIC port of a host on one fabric."""

    number: int
    """On the fabric, from 1."""
    interface: str
    """Name of its interface, unlike any other on the host."""
    adapter: int
    """Number that the host gives to its RDMA device, from 0 and over all fabrics."""
    rail: int | None
    """None on a fabric without rails."""
    model: str
    speed_gbps: int
    mtu: int
    address: IPv4Interface | None
    """None on InfiniBand."""
    gateway: IPv4Address | None
    table: int | None
    """Routing table of what leaves from its address; None on InfiniBand."""
    peer: Peer
    rdma: str = ""
    """What the host calls its RDMA device before the number; empty for its driver's word."""
    pci: str = ""
    """PCI address by which the host names it; empty when the host names it otherwise."""
    cable_m: float = 0.0
    """Length of its cable, for the NIC's own headroom; 0 when not known."""
    address6: IPv6Interface | None = None
    """Where the fabric has both families, as its gateway."""
    gateway6: IPv6Address | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostFabric:
    """What a host must do to match one of its fabrics."""

    name: str
    transport: Literal["roce", "infiniband", "ethernet"]
    nics: tuple[HostNic, ...]
    fabric_networks: tuple[IPv4Network | IPv6Network, ...]
    """Networks reached over its ports (policy routing)."""
    qos: Qos | None
    roce_dscp: int | None
    cnp_dscp: int | None
    dcqcn: bool
    """DCQCN rate control in the NIC."""
    spectrum_x: bool = False
    """Spectrum-X controls congestion in its place."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What a host must do to match its fabrics."""

    name: str
    model: str
    fabrics: tuple[HostFabric, ...]
    """At least one, by name."""
    collective: str
    """The fabric of the GPUs: the one whose ports their collectives use."""
    network: Literal["netplan", "systemd-networkd"] = "netplan"
    """What it reads addresses, routes and rules from."""
    emits_lldp: bool = False
    """Whether that tells switches who the host is."""
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def on(self, fabric: str) -> HostFabric:
        """Return its part on a fabric."""
        return next(part for part in self.fabrics if part.name == fabric)


NIC_BUFFERS = Buffers(None, None, None, None, computed_by_device=True)
CNP_CLASS = "cnp"
"""Name of the class of congestion notifications; without it, the class that holds the NIC's own CNP DSCP."""


def host(designs: Iterable[Design], name: str) -> HostConfig:
    """Build a host from the designs of the fabrics that it is on."""
    carrying = (design for design in designs if not design.intent.out_of_band)
    designs = sorted(carrying, key=lambda design: design.fabric.name)  # not the order in a file
    gpus = max(designs, key=lambda design: _closeness_to_gpus(design, name))
    group = designs[0].site.hosts[designs[0].device(name).pod]
    return HostConfig(
        name=name,
        model=designs[0].device(name).model,
        fabrics=tuple(_on(design, name) for design in designs),
        collective=gpus.fabric.name,
        network=group.network,
        emits_lldp=group.emit_lldp,
        origins={
            "collective": Origin("collective.of-rails", gpus.intent.topology.loc()),
            "network": Origin("intent", group.loc("network")),
            "emits_lldp": Origin("intent", group.loc("emit_lldp")),
        },
    )


def _closeness_to_gpus(design: Design, name: str) -> tuple[bool, int]:
    """Return what tells the GPUs' fabric: rails are for GPUs; without rails, more ports than others have."""
    return rails_of(design.intent.topology) > 0, len(design.fabric.links_of.get(name, ()))


def _on(design: Design, name: str) -> HostFabric:
    device = design.device(name)
    roce = design.intent.transport != "infiniband"
    nic_model = design.site.hosts[device.pod].nics[design.fabric.name].model
    settings = design.once(("host qos", nic_model), lambda: _settings(design, nic_model))
    return HostFabric(
        name=design.fabric.name,
        transport=design.intent.transport,
        nics=tuple(_nic(design, device, nic_model, link) for link in design.fabric.links_of.get(name, ())),
        fabric_networks=_networks(design) if roce else (),
        qos=settings.qos,
        roce_dscp=settings.roce_dscp,
        cnp_dscp=settings.cnp_dscp,
        dcqcn=settings.dcqcn,
        spectrum_x=settings.spectrum_x,
        origins=settings.origins,
    )


def _networks(design: Design) -> tuple[IPv4Network | IPv6Network, ...]:
    pools = design.numbers.addressing
    return (pools.hosts, pools.hosts6) if design.intent.routing.dual_stack else (pools.hosts,)


def _nic(design: Design, device: Device, model: str, link: Link) -> HostNic:
    number = link.a.port.cage
    nics = design.site.hosts[device.pod].nics[design.fabric.name]
    roce = design.intent.transport != "infiniband"
    numbers, at = design.numbers, (link.b.device, link.b.port)
    leaf, own = numbers.host_link(*at) if roce else (None, None)
    leaf6, own6 = host_link6(numbers, *at) if roce and design.intent.routing.dual_stack else (None, None)
    return HostNic(
        number=number,
        interface=design.port_name(link.a),
        adapter=design.adapter(device, number),
        rail=link.rail,
        model=model,
        speed_gbps=link.speed_gbps,
        mtu=design.intent.physical.mtu,
        address=own,
        gateway=leaf.ip if leaf else None,
        address6=own6,
        gateway6=leaf6.ip if leaf6 else None,
        table=numbers.addressing.host_table + number if roce else None,
        peer=_next(design, device, link),
        rdma=nics.rdma or "",
        pci=nics.pci[number - 1] if nics.pci and number <= len(nics.pci) else "",
        cable_m=link.length_m,
        origins=design.once(("nic origins", device.pod), lambda: _nic_origins(design, device.pod)),
    )


def _next(design: Design, device: Device, link: Link) -> Peer:
    """Return who is next to a port of a host: its DPU, or else the leaf."""
    if (dpu := design.fabric.dpu_of.get(device.name)) is not None:
        return dpu_peer(design, dpu, link)
    return peer(design, device.name, link)


def _nic_origins(design: Design, pod: str) -> dict[str, Origin]:
    pools, nics = design.intent.addressing, design.site.hosts[pod].nics[design.fabric.name]
    return {
        "interface": Origin("interface.of-fabric", design.intent.loc("host_interfaces")),
        "adapter": Origin("adapter.of-host", nics.loc("adapters")),
        "rdma": Origin("intent", nics.loc("rdma")),
        "pci": Origin("intent", nics.loc("pci")),
        "address": Origin("allocate.host-link", pools.loc("hosts")),
        "gateway": Origin("allocate.host-link", pools.loc("hosts")),
        "address6": Origin("allocate.host-link6", pools.loc("hosts6")),
        "gateway6": Origin("allocate.host-link6", pools.loc("hosts6")),
        "table": Origin("table.of-fabric", pools.loc("host_table")),
        "mtu": Origin("intent", design.intent.physical.loc("mtu")),
    }


@dataclass(frozen=True, slots=True)
class _Settings:
    """What all hosts with one NIC model share."""

    qos: Qos | None
    roce_dscp: int | None
    cnp_dscp: int | None
    dcqcn: bool
    spectrum_x: bool
    origins: Mapping[str, Origin]


def _settings(design: Design, nic_model: str) -> _Settings:
    intent = design.intent.qos
    if intent is None:
        return _Settings(None, None, None, dcqcn=False, spectrum_x=False, origins={})
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
        spectrum_x=intent.dcqcn is not None and intent.dcqcn.instead == "spectrum-x",
        origins={
            "roce_dscp": Origin("dscp.of-nic", intent.loc("classes"), facts),
            "cnp_dscp": Origin("dscp.of-nic", intent.loc("classes"), facts),
            "dcqcn": Origin("intent", intent.loc("dcqcn")),
            "spectrum_x": Origin("intent", intent.loc("dcqcn")),
        },
    )


def _preferred(found: TrafficClass | None, factory: int | None) -> int | None:
    """Return the NIC's factory code point if its class has it, else the first of the class."""
    if found is None:
        return None
    return factory if factory in found.dscp else found.dscp[0]
