"""A host's words: names of devices, tables of policy routing, and the NIC's view of the fabric's QoS."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from fabric.device import HostConfig
from fabric.platforms.host.dcb import dcb_qos
from fabric.platforms.host.network import LINK, NETPLAN, NETWORK
from fabric.platforms.host.qos import firmware, nic_qos

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from ipaddress import IPv4Network, IPv6Network

    from fabric.device import HostFabric, HostNic, UnitConfig
    from fabric.platforms.host.dcb import DcbQos
    from fabric.platforms.host.qos import NicQos

_MLX5 = ("connectx-", "bluefield-")
"""Models that `mlnx_qos` and `mlxconfig` set. For others but the next no tool is in any source read."""
_BNXT = ("thor-2",)
"""Models that `dcb` and configfs set, as Broadcom's `bnxt_setupcc.sh` does (Juniper JVD with AMD GPUs)."""
_RDMA = (
    (_MLX5, "mlx5_", "mlx5_core"),
    (_BNXT, "bnxt_re", "bnxt_en"),
    (("pollara-",), "ionic_", "ionic"),
)
"""Models, what the kernel calls their RDMA devices before the number, and their Ethernet driver. A site whose
udev rules give other names says so in the intent (`nics.*.rdma`)."""
_RULES_OF_TABLE, _OUT = 10, 100
"""Priorities of the two rules of NIC n, whose table is base + n: ten times the base plus n, and 100 more."""
_LINK_TYPE = {"infiniband": 1, "roce": 2, "ethernet": 2}
"""`LINK_TYPE_P<n>` of mlxconfig (nic-configuration-operator)."""


@dataclass(frozen=True, slots=True)
class Source:
    """An address of a port, and the way of what leaves from it."""

    family: str
    address: str
    own: str
    """The address as a network of its own: what the rule of policy routing matches."""
    link: str
    """Network of its cable."""
    gateway: str
    networks: tuple[str, ...]
    """What is reached over it."""


@dataclass(frozen=True, slots=True)
class Nic:
    """A NIC port in the words of Linux."""

    interface: str
    rdma: str
    """Empty when nobody knows what the host calls it."""
    model: str
    sources: tuple[Source, ...]
    """One of each family of addresses; none on InfiniBand."""
    mtu: int
    cable_m: int
    """Length of its cable in metres, rounded up; 0 when not known."""
    table: int
    """0 on InfiniBand, as are the priorities."""
    from_priority: int
    out_priority: int
    pci: str
    """PCI address that udev names it by; empty when it is named otherwise."""
    driver: str
    """Its Ethernet driver; empty when not known."""


@dataclass(frozen=True, slots=True)
class Part:
    """A host's part of one fabric, in the words of Linux."""

    name: str
    transport: str
    firmware: tuple[tuple[str, int], ...]
    """What the firmware of its NICs keeps: names of `mlxconfig`, `$port` for the port's number; values."""
    nics: tuple[Nic, ...]
    qos: NicQos | None
    """None on InfiniBand, and on a RoCE fabric without classes."""
    tool: str
    """Who sets its NICs: `mlx5`, `dcb`; empty when no tool is known."""
    dcb: DcbQos | None
    """The QoS in the words of `dcb`, where that sets the NICs."""


def context(config: UnitConfig) -> Mapping[str, object]:
    """Return the words of a host."""
    config = _host(config)
    parts = {fabric.name: _part(fabric) for fabric in config.fabrics}
    gpus = parts[config.collective]
    return {
        "parts": tuple(parts.values()),
        "ports": {nic.interface: nic for part in parts.values() for nic in part.nics},
        "tools": frozenset(part.tool for part in parts.values() if part.qos),
        "routed": any(part.transport != "infiniband" and part.nics for part in parts.values()),
        "both_families": any(len(nic.sources) > 1 for part in parts.values() for nic in part.nics),
        "collective": gpus,
        "hcas": ",".join(f"{n.rdma}:1" for n in gpus.nics) if all(n.rdma for n in gpus.nics) else "",
        "settings": {
            "host": config.name,
            "fabrics": {fabric.name: _settings(fabric, parts[fabric.name]) for fabric in config.fabrics},
        },
    }


def without(config: UnitConfig) -> frozenset[str]:
    """Return the artifact that a host has not, because it reads its network from others."""
    return frozenset({NETPLAN}) if _host(config).network != "netplan" else frozenset()


def each(config: UnitConfig) -> Mapping[str, tuple[str, ...]]:
    """Return for which ports a host has files of their own. Ports of InfiniBand have neither."""
    host = _host(config)
    nics = [nic for part in host.fabrics if part.transport != "infiniband" for nic in part.nics]
    return {
        LINK: tuple(nic.interface for nic in nics if nic.pci),
        NETWORK: tuple(nic.interface for nic in nics if host.network == "systemd-networkd"),
    }


def _host(config: UnitConfig) -> HostConfig:
    if not isinstance(config, HostConfig):
        raise TypeError(f"`{config.name}` is no host")
    return config


def _part(fabric: HostFabric) -> Part:
    qos = None if fabric.qos is None or fabric.transport == "infiniband" else nic_qos(fabric, fabric.qos)
    dpu = any(nic.model.startswith("bluefield-") for nic in fabric.nics)
    broadcom = any(nic.model.startswith(_BNXT) for nic in fabric.nics)
    dcb = dcb_qos(qos, fabric.qos) if broadcom and qos and fabric.qos else None
    kept = () if qos is None else firmware(qos, dpu=dpu)
    return Part(
        name=fabric.name,
        transport=fabric.transport,
        firmware=(("LINK_TYPE_P$port", _LINK_TYPE[fabric.transport]), *kept),
        nics=tuple(_nic(nic, fabric.fabric_networks) for nic in fabric.nics),
        qos=qos,
        tool=_tool(fabric, dcb, classed=qos is not None),
        dcb=dcb,
    )


def _tool(fabric: HostFabric, dcb: DcbQos | None, *, classed: bool) -> str:
    """Return who sets the NICs of a fabric; a host has one model of them on it."""
    models = {nic.model for nic in fabric.nics}
    if all(model.startswith(_MLX5) for model in models):
        return "mlx5"
    return "dcb" if all(model.startswith(_BNXT) for model in models) and (dcb or not classed) else ""


def _sources(nic: HostNic, networks: Sequence[IPv4Network | IPv6Network]) -> Iterator[Source]:
    for address, gateway in ((nic.address, nic.gateway), (nic.address6, nic.gateway6)):
        if address is not None:
            yield Source(
                family=f"ipv{address.version}",
                address=str(address),
                own=f"{address.ip}/{address.max_prefixlen}",
                link=str(address.network),
                gateway=str(gateway),
                networks=tuple(str(network) for network in networks if network.version == address.version),
            )


def _nic(nic: HostNic, networks: Sequence[IPv4Network | IPv6Network]) -> Nic:
    _, rdma, driver = next((row for row in _RDMA if nic.model.startswith(row[0])), ((), "", ""))
    word = nic.rdma or rdma
    priority = 0 if nic.table is None else _RULES_OF_TABLE * (nic.table - nic.number) + nic.number
    return Nic(
        interface=nic.interface,
        rdma=word and f"{word}{nic.adapter}",
        model=nic.model,
        sources=tuple(_sources(nic, networks)),
        mtu=nic.mtu,
        cable_m=ceil(nic.cable_m),
        table=nic.table or 0,
        from_priority=priority,
        out_priority=priority and priority + _OUT,
        pci=nic.pci,
        driver=driver,
    )


def _settings(fabric: HostFabric, part: Part) -> dict[str, object]:
    """Return the fabric's part of nic.json: what a report of the host is compared with."""
    ports = {
        word.interface: {
            "number": nic.number,
            "rail": nic.rail,
            "rdma_device": word.rdma,
            "model": nic.model,
            "speed_gbps": nic.speed_gbps,
            "mtu": nic.mtu,
            "cable_m": word.cable_m,
            "address": str(nic.address or ""),
            "gateway": str(nic.gateway or ""),
            **({"address6": str(nic.address6), "gateway6": str(nic.gateway6)} if nic.address6 else {}),
            **({"pci": nic.pci} if nic.pci else {}),
            "peer": nic.peer.device,
            "peer_port": nic.peer.port_name,
        }
        for nic, word in zip(fabric.nics, part.nics, strict=True)
    }
    qos = {} if part.qos is None else {"qos": part.qos.settings}
    return {"transport": fabric.transport, "nics": ports, **qos}
