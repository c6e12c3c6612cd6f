"""A leaf and a spine made by hand: 32 ports to hosts and 32 uplinks of 400G; 64 ports of 400G to leaves."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from typing import TYPE_CHECKING, Any

from fabric.catalog import load_catalog
from fabric.device import (
    Bfd,
    Bgp,
    Buffers,
    CloudVision,
    Collector,
    Ecmp,
    Ecn,
    Gnmi,
    Headroom,
    Interface,
    Lldp,
    Management,
    Neighbor,
    Peer,
    Qos,
    Secret,
    Snmp,
    SnmpUser,
    SwitchConfig,
    System,
    Tacacs,
    Telemetry,
    TrafficClass,
    User,
    Watchdog,
)
from fabric.device.facts import Watch
from fabric.topology.model import Port, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

MODEL = "arista-7060x6-64pe"
HALVES = tuple(Port(cage, lane, 4) for cage in range(1, 65) for lane in (1, 5))


def system(name: str) -> System:
    return System(
        hostname=name,
        management=Management(IPv4Interface("172.22.0.2/16"), IPv4Address("172.22.0.1")),
        domain="fabric.example",
        dns=(IPv4Address("10.10.0.53"),),
        ntp=(IPv4Address("10.10.0.123"), IPv4Address("10.10.0.124")),
        syslog=(IPv4Address("10.10.0.5"),),
        users=(User("admin", Secret("env/ADMIN_HASH")),),
        tacacs=Tacacs((IPv4Address("10.10.0.49"),), Secret("file/tacacs")),
    )


def watched(config: SwitchConfig) -> SwitchConfig:
    """The switch with everything about who may manage it and who watches it."""
    allow = (IPv4Network("172.22.0.0/22"), IPv4Network("10.9.9.9/32"))
    return replace(
        config,
        system=replace(
            config.system,
            allow=allow,
            timezone="Europe/Berlin",
            login_banner=("Authorised persons only",),
            motd_banner=("Changes come from git", "not by hand"),
            api_certificate="api",
        ),
        snmp=Snmp(
            community=Secret("env/SNMP_COMMUNITY"),
            users=(SnmpUser("poller", Secret("env/SNMP_AUTH"), Secret("env/SNMP_PRIVACY")),),
            contact="noc@fabric.example",
            location="row 7, hall 2",
        ),
        gnmi=Gnmi(9339, "gnmi", "clients", (*allow, IPv4Network("10.10.0.7/32"))),
        collectors=(Collector(IPv4Address("10.10.0.7"), 4317),),
        telemetry=Telemetry(
            drop_reasons=True,
            queue_depths=True,
            cloudvision=CloudVision(("10.10.0.8:9910", "10.10.0.9:9910"), "/persist/cv-token"),
        ),
    )


DSCP = tuple(3 if 24 <= code < 32 else 6 if code == 48 else 0 for code in range(64))


def classes(ecn: Mapping[int, Ecn]) -> tuple[TrafficClass, ...]:
    """The classes of the shipped intents: RoCE in class 3, CNP in class 6, the rest in class 0."""
    return (
        _class("default", 0, DSCP, bandwidth_pct=20),
        _class("roce", 3, DSCP, lossless=True, bandwidth_pct=80, ecn=ecn),
        _class("cnp", 6, DSCP, strict=True),
    )


def qos(*, lengths: tuple[tuple[float, int], ...] = ((10.0, 40), (30.0, 40))) -> Qos:
    return Qos(
        dscp_to_class=DSCP,
        classes=classes({400: Ecn(1_000_000, 4_000_000, 20)}),
        watchdog=Watchdog(400, 400, 200, "drop"),
        headroom=tuple(Headroom(400, cable, key, 612140, 0, 18796, 3556, 0) for cable, key in lengths),
        buffers=Buffers(166115492, 29423360, 166115492, 254, computed_by_device=False),
    )


def _class(name: str, number: int, dscp: tuple[int, ...], **kind: object) -> TrafficClass:
    plain = TrafficClass(
        name=name,
        number=number,
        dscp=tuple(code for code, chosen in enumerate(dscp) if chosen == number),
        lossless=False,
        strict=False,
        bandwidth_pct=None,
        ecn={},
    )
    return replace(plain, **kind)  # type: ignore[arg-type]


def of_model(name: str) -> dict[str, Any]:
    """The fields of a switch that go with its model."""
    hardware = load_catalog().switch(name)
    return {"model": name, "hardware": hardware, "asic": load_catalog().asic(hardware.asic)}


def leaf(**changes: object) -> SwitchConfig:
    hosts = tuple(
        Interface(
            port=port,
            description=f"pod1-host{place:02} rail 1",
            peer=Peer(f"pod1-host{place:02}", Role.HOST, Port(1, 1, 4), "rail1"),
            speed_gbps=400,
            mtu=9214,
            fec="rs",
            unnumbered=False,
            address=IPv4Interface(f"100.64.1.{2 * (place - 1)}/31"),
            cable_m=10.0,
            rail=1,
        )
        for place, port in enumerate(HALVES[:32], start=1)
    )
    uplinks = tuple(
        Interface(
            port=port,
            description=f"spine{place % 8 + 1}:Ethernet{place // 8 + 1}/1",
            peer=Peer(
                f"spine{place % 8 + 1}",
                Role.SPINE,
                Port(place // 8 + 1, 1, 4),
                f"Ethernet{place // 8 + 1}/1",
                65100,
            ),
            speed_gbps=400,
            mtu=9214,
            fec="rs",
            unnumbered=True,
            address=None,
            cable_m=30.0,
        )
        for place, port in enumerate(HALVES[64:96])
    )
    config = SwitchConfig(
        name="pod1-leaf1",
        role=Role.LEAF,
        platform="eos",
        release="4.34.1F",
        **of_model(MODEL),
        hwsku="",
        mac="00:1c:73:00:00:01",
        system=system("pod1-leaf1"),
        loopback=IPv4Address("10.0.0.1"),
        interfaces=(*hosts, *uplinks),
        bgp=_bgp(4200000001, "10.0.0.1", "SPINES", uplinks),
        ecmp=Ecmp(("src-ip", "dst-ip", "protocol", "src-port", "dst-port"), 11),
        qos=qos(),
        lldp=Lldp(10, 4),
    )
    return replace(config, **changes)  # type: ignore[arg-type]


def spine(**changes: object) -> SwitchConfig:
    downlinks = tuple(
        Interface(
            port=port,
            description=f"pod1-leaf{place % 8 + 1}:Ethernet33/1",
            peer=Peer(
                f"pod1-leaf{place % 8 + 1}", Role.LEAF, Port(33, 1, 4), "Ethernet33/1", 4200000001 + place % 8
            ),
            speed_gbps=400,
            mtu=9214,
            fec="rs",
            unnumbered=True,
            address=None,
            cable_m=30.0,
        )
        for place, port in enumerate(HALVES[:64])
    )
    config = replace(
        leaf(),
        name="spine1",
        role=Role.SPINE,
        system=replace(system("spine1"), tacacs=None),
        loopback=IPv4Address("10.0.1.1"),
        interfaces=downlinks,
        bgp=_bgp(65100, "10.0.1.1", "LEAVES", downlinks),
    )
    return replace(config, **changes)  # type: ignore[arg-type]


def sonic(config: SwitchConfig, hwsku: str = "Arista-7060X6-64PE-O128") -> SwitchConfig:
    """The same switch under SONiC."""
    return replace(config, platform="sonic", release="202511", hwsku=hwsku)


def _bgp(asn: int, router_id: str, group: str, links: tuple[Interface, ...]) -> Bgp:
    return Bgp(
        asn=asn,
        router_id=IPv4Address(router_id),
        max_paths=64,
        groups=(group,),
        neighbors=tuple(Neighbor(link.port, link.peer.device, link.peer.asn or 0, group) for link in links),
        advertised=((IPv4Network("10.0.0.0/16"), 32, 32), (IPv4Network("100.64.0.0/10"), 31, 31)),
        bfd=Bfd(300, 3),
        graceful_restart_s=300,
    )


WATCH = Watch(
    allow=(IPv4Network("172.22.0.0/22"), IPv4Network("10.9.9.9/32")),
    community=True,
    users=("poller",),
    contact="noc@fabric.example",
    location="row 7, hall 2",
    gnmi_port=9339,
    certificate="gnmi",
    client_ca="clients",
    collectors=(),
)
"""What is read back of a switch that is watched."""
