"""Hosts made by hand, as the stages before the platform would make them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface, IPv4Network

from fabric.device import (
    Buffers,
    Ecn,
    HostConfig,
    HostFabric,
    HostNic,
    Peer,
    Qos,
    TrafficClass,
    Watchdog,
)
from fabric.topology.model import Port, Role


def qos() -> Qos:
    """Return the QoS of the shipped intents: RoCE in class 3, CNP in class 6, the rest in class 0."""
    dscp = [0] * 64
    dscp[24:32] = [3] * 8
    dscp[48] = 6
    rest = tuple(number for number in range(64) if dscp[number] == 0)
    ecn = {400: Ecn(150000, 1500000, 100)}
    return Qos(
        dscp_to_class=tuple(dscp),
        classes=(
            TrafficClass("default", 0, rest, lossless=False, strict=False, bandwidth_pct=20, ecn={}),
            TrafficClass(
                "roce", 3, tuple(range(24, 32)), lossless=True, strict=False, bandwidth_pct=80, ecn=ecn
            ),
            TrafficClass("cnp", 6, (48,), lossless=False, strict=True, bandwidth_pct=None, ecn={}),
        ),
        watchdog=Watchdog(400, 400, 100, "drop"),
        headroom=(),
        buffers=Buffers(None, None, None, None, computed_by_device=True),
    )


def nic(number: int, model: str = "connectx-7", *, roce: bool = True) -> HostNic:
    leaf = IPv4Address(f"10.{15 + number}.0.0")
    return HostNic(
        number=number,
        interface=f"rail{number}",
        adapter=number - 1,
        rail=number,
        model=model,
        speed_gbps=400,
        mtu=9000,
        address=IPv4Interface((leaf + 1, 31)) if roce else None,
        gateway=leaf if roce else None,
        table=100 + number if roce else None,
        peer=Peer(f"pod1-leaf{number}", Role.LEAF, Port(1, 1, 4), "Ethernet1/1", 4200000000 + number),
        cable_m=9.5,
    )


def host(rails: int = 2, **changes: object) -> HostConfig:
    """Return a host on one fabric."""
    return host_on(fabric(rails, **changes))


def host_on(*fabrics: HostFabric) -> HostConfig:
    """Return a host whose GPUs use the first of its fabrics."""
    return HostConfig("pod1-host1", "hgx-h200", fabrics, fabrics[0].name)


def fabric(rails: int = 2, **changes: object) -> HostFabric:
    values: dict[str, object] = {
        "name": "backend",
        "transport": "roce",
        "nics": tuple(nic(number) for number in range(1, rails + 1)),
        "fabric_networks": (IPv4Network("10.16.0.0/12"),),
        "qos": qos(),
        "roce_dscp": 26,
        "cnp_dscp": 48,
        "dcqcn": True,
        **changes,
    }
    return HostFabric(**values)


def infiniband_host() -> HostConfig:
    """Return a host with two ports on InfiniBand."""
    return host_on(infiniband(2))


def infiniband(rails: int) -> HostFabric:
    return fabric(
        nics=tuple(nic(number, roce=False) for number in range(1, rails + 1)),
        transport="infiniband",
        fabric_networks=(),
        qos=None,
        roce_dscp=None,
        cnp_dscp=None,
        dcqcn=False,
    )
