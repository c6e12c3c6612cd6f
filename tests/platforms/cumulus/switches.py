"""Switches made by hand, as the stages before the platform would make them."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Interface, IPv4Network

from platforms import samples

from fabric.device import Bfd, Bgp, Buffers, Ecmp, Ecn, Interface, Neighbor, Peer, Qos, SwitchConfig, Watchdog
from fabric.topology.model import Port, Role

MODEL = "nvidia-sn5600"
LANES = 8


def qos(speeds: tuple[int, ...] = (400, 800)) -> Qos:
    """Return the QoS of the shipped intents, whose buffers the switch computes by itself."""
    ecn = {speed: Ecn(375 * speed, 3750 * speed, 100) for speed in speeds}
    return replace(
        samples.qos(lengths=()),
        classes=samples.classes(ecn),
        watchdog=Watchdog(detect_ms=400, restore_ms=400, poll_ms=100, action="drop"),
        buffers=Buffers(None, None, None, None, computed_by_device=True),
    )


def port(number: int, ways: int) -> Port:
    """Return the n-th port, from 0, of a switch whose cages are split so many ways."""
    lanes = LANES // ways
    return Port(number // ways + 1, number % ways * lanes + 1, lanes)


def fabric_port(number: int, ways: int, peer: str, role: Role, **changes: object) -> Interface:
    """Return an unnumbered port towards another switch."""
    values: dict[str, object] = {
        "port": port(number, ways),
        "description": f"{peer} Ethernet{number + 1}/1",
        "peer": Peer(peer, role, port(number, ways), f"Ethernet{number + 1}/1", 4200000001 + number),
        "speed_gbps": 800 // ways,
        "mtu": 9216,
        "fec": "rs",
        "unnumbered": True,
        "address": None,
        "cable_m": 30.0,
        **changes,
    }
    return Interface(**values)


def switch(
    name: str, role: Role, ports: tuple[Interface, ...], release: str = "5.16", **changes: object
) -> SwitchConfig:
    """Return a switch with these ports and a session over each unnumbered one."""
    group = "LEAVES" if role is Role.SPINE else "SPINES"
    speeds = tuple(sorted({port.speed_gbps for port in ports}))
    values: dict[str, object] = {
        "name": name,
        "role": role,
        "platform": "cumulus",
        "release": release,
        **samples.of_model(MODEL),
        "mac": "",
        "system": samples.system(name),
        "loopback": IPv4Address("10.254.0.1"),
        "interfaces": ports,
        "bgp": Bgp(
            asn=4200000000,
            router_id=IPv4Address("10.254.0.1"),
            max_paths=64,
            groups=(group,),
            neighbors=tuple(
                Neighbor(port.port, port.peer.device, port.peer.asn or 0, group)
                for port in ports
                if port.unnumbered
            ),
            advertised=(
                (IPv4Network("10.254.0.0/16"), 32, 32),
                (IPv4Network("10.16.0.0/12"), 31, 31),
                (IPv4Network("10.0.0.0/31"), 31, 31),
            ),
            bfd=Bfd(300, 3),
            graceful_restart_s=120,
        ),
        "ecmp": Ecmp(("src-ip", "dst-ip", "protocol", "src-port", "dst-port"), 102),
        "qos": qos(speeds),
        **changes,
    }
    return replace(samples.leaf(), **values)  # type: ignore[arg-type]


def spine(cages: int = 4, ways: int = 2, release: str = "5.16") -> SwitchConfig:
    ports = tuple(
        fabric_port(n, ways, f"leaf{n + 1}", Role.LEAF, cable_m=10.0 + n) for n in range(cages * ways)
    )
    return switch("spine1", Role.SPINE, ports, release)


def leaf(release: str = "5.16") -> SwitchConfig:
    """Return a leaf with two hosts at 400G, a lossy port at 100G and one whole cage upwards at 800G."""
    hosts = tuple(
        fabric_port(
            n, 2, f"pod1-host{n + 1}", Role.HOST, unnumbered=False, rail=1, cable_m=10.0,
            address=IPv4Interface(f"10.16.0.{2 * n}/31"),
        )
        for n in range(2)
    )  # fmt: skip
    storage = fabric_port(
        8, 8, "storage1", Role.HOST, lossless=False, fec="none", description="storage: nfs #1"
    )
    uplink = fabric_port(2, 1, "spine1", Role.SPINE)
    return switch("pod1-leaf1", Role.LEAF, (*hosts, storage, uplink), release)
