"""A host's words: names of devices, tables of policy routing, and the NIC's view of the fabric's QoS."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from fabric.device import HostConfig
from fabric.platforms.host.qos import nic_qos

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import HostNic, UnitConfig
    from fabric.platforms.host.qos import NicQos

_MLX5 = ("connectx-", "bluefield-")
"""Models that `mlnx_qos` and `mlxconfig` set. For others no tool is in any source read."""
_TABLE, _FROM, _OUT = 100, 1000, 1100
"""Routing table and priorities of the rules of NIC n: these numbers plus n."""
_LINK_TYPE = {"infiniband": 1, "roce": 2}
"""`LINK_TYPE_P<n>` of mlxconfig (nic-configuration-operator)."""


@dataclass(frozen=True, slots=True)
class Nic:
    """A NIC port in the words of Linux."""

    interface: str
    rdma: str
    known: bool
    """Whether its tools are known."""
    model: str
    address: str
    source: str
    """The address as a network of its own: what the rule of policy routing matches."""
    gateway: str
    link: str
    """Network of its cable."""
    mtu: int
    cable_m: int
    """Longest cable of its speed in metres; 0 when not known."""
    table: int
    from_priority: int
    out_priority: int


def context(config: UnitConfig) -> Mapping[str, object]:
    """Return the words of a host."""
    if not isinstance(config, HostConfig):
        raise TypeError(f"`{config.name}` is no host")
    qos = None if config.qos is None or config.transport != "roce" else nic_qos(config, config.qos)
    names = _interfaces(config.nics)
    nics = tuple(_nic(nic, names[nic.number], config) for nic in config.nics)
    return {
        "nics": nics,
        "qos": qos,
        "link_type": _LINK_TYPE[config.transport],
        "networks": tuple(str(network) for network in config.fabric_networks),
        "hcas": ",".join(f"{nic.rdma}:1" for nic in nics) if all(nic.known for nic in nics) else "",
        "settings": _settings(config, nics, qos),
    }


def _interfaces(nics: tuple[HostNic, ...]) -> dict[int, str]:
    """Name interfaces for their rail; ports that share a rail (planes) are told apart by a letter."""
    many = Counter(nic.rail for nic in nics)
    seen: defaultdict[int, int] = defaultdict(int)
    names: dict[int, str] = {}
    for nic in nics:
        plane = chr(ord("a") + seen[nic.rail]) if many[nic.rail] > 1 else ""
        seen[nic.rail] += 1
        names[nic.number] = f"rail{nic.rail}{plane}"
    return names


def _nic(nic: HostNic, interface: str, config: HostConfig) -> Nic:
    rows = config.qos.headroom if config.qos else ()
    lengths = [row.cable_m for row in rows if row.speed_gbps == nic.speed_gbps]
    return Nic(
        interface=interface,
        rdma=f"mlx5_{nic.number - 1}",  # in the order of the PCI bus, as Linux counts them
        known=nic.model.startswith(_MLX5),
        model=nic.model,
        address=str(nic.address or ""),
        source=f"{nic.address.ip}/32" if nic.address else "",
        gateway=str(nic.gateway or ""),
        link=str(nic.address.network) if nic.address else "",
        mtu=nic.mtu,
        cable_m=ceil(max(lengths, default=0)),
        table=_TABLE + nic.number,
        from_priority=_FROM + nic.number,
        out_priority=_OUT + nic.number,
    )


def _settings(config: HostConfig, nics: tuple[Nic, ...], qos: NicQos | None) -> dict[str, object]:
    """Return nic.json: what a report of the host is compared with."""
    ports = {
        word.interface: {
            "number": nic.number,
            "rail": nic.rail,
            "rdma_device": word.rdma,
            "model": nic.model,
            "speed_gbps": nic.speed_gbps,
            "mtu": nic.mtu,
            "cable_m": word.cable_m,
            "address": word.address,
            "gateway": word.gateway,
            "peer": nic.peer.device,
            "peer_port": nic.peer.port_name,
        }
        for nic, word in zip(config.nics, nics, strict=True)
    }
    return {
        "host": config.name,
        "fabric": config.fabric,
        "transport": config.transport,
        "nics": ports,
        **({} if qos is None else {"qos": qos.settings}),
    }
