"""Tables of ports, addresses and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import port_name
from fabric.catalog.ports import cages_of
from fabric.platforms.sonic.names import layout, numbers
from fabric.platforms.sonic.words_system import device_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.device import Interface, SwitchConfig
    from fabric.platforms.sonic.rows import Row, Table
    from fabric.topology.model import Port

_MBPS = 1000
_TWISTED_PAIR = "RJ45"


def tables(switch: SwitchConfig, names: tuple[str, ...]) -> dict[str, Table]:
    """Return the tables of ports; `names` are those of the interfaces, in their order."""
    pairs = tuple(zip(names, switch.interfaces, strict=True))
    peers = {interface.peer.device: interface.peer.role for interface in switch.interfaces}
    interfaces: Table = {}
    for name, interface in pairs:
        if interface.vlan is not None:
            continue
        interfaces[name] = {"ipv6_use_link_local_only": "enable"} if interface.unnumbered else {}
        for address in (interface.address, interface.address6):
            if address is not None:
                interfaces[f"{name}|{address}"] = {}
    return {
        "PORT": _unused(switch) | {name: _port(switch, interface) for name, interface in pairs},
        "INTERFACE": interfaces,
        "LOOPBACK_INTERFACE": {name: {} for name in _loopbacks(switch)},
        "DEVICE_NEIGHBOR": {
            name: {"name": interface.peer.device, "port": interface.peer.port_name}
            for name, interface in pairs
        },
        "DEVICE_NEIGHBOR_METADATA": {
            peer: {"type": device_type(switch, role)} for peer, role in peers.items()
        },
        **_bridged(switch, pairs),
    }


def _loopbacks(switch: SwitchConfig) -> tuple[str, ...]:
    six = (f"Loopback0|{switch.loopback6}/128",) if switch.loopback6 else ()
    return ("Loopback0", f"Loopback0|{switch.loopback}/32", *six)


def _bridged(switch: SwitchConfig, pairs: Sequence[tuple[str, Interface]]) -> dict[str, Table]:
    """Return the tables of the VLAN of a switch's hosts; empty without one."""
    access = switch.access
    if access is None:
        return {}
    vlan = f"Vlan{access.vlan}"
    return {
        "VLAN": {vlan: {"vlanid": str(access.vlan), "mtu": str(access.mtu)}},
        "VLAN_MEMBER": {
            f"{vlan}|{name}": {"tagging_mode": "untagged"}
            for name, interface in pairs
            if interface.vlan == access.vlan
        },
        "VLAN_INTERFACE": {
            vlan: {},
            **{f"{vlan}|{own}": {} for own in (access.gateway, access.gateway6) if own is not None},
        },
    }


def _port(switch: SwitchConfig, interface: Interface) -> Row:
    row = _hardware(switch, interface.port, interface.speed_gbps)
    row["admin_status"] = "up"
    row["description"] = interface.description
    if "fec" in row:
        row["fec"] = interface.fec
    row["mtu"] = str(interface.mtu)
    return row


def _unused(switch: SwitchConfig) -> Table:
    """Return the ports no cable goes to, shut: a HwSKU has all its ports, and an open one is a way in."""
    used = {lane for interface in switch.interfaces for lane in _lanes(interface.port)}
    return {
        port_name(switch.hardware, "sonic", port): _hardware(switch, port, gbps) | {"admin_status": "down"}
        for port, gbps in layout(switch.hardware, switch.hwsku)
        if used.isdisjoint(_lanes(port))
    }


def _lanes(port: Port) -> tuple[tuple[int, int], ...]:
    return tuple((port.cage, lane) for lane in range(port.lane, port.lane + port.lanes))


def _hardware(switch: SwitchConfig, port: Port, gbps: int) -> Row:
    lanes, alias, index, subport = numbers(switch.hardware, port)
    return {
        "lanes": lanes,
        **({"alias": alias} if alias else {}),
        "index": index,
        "subport": subport,
        "speed": str(gbps * _MBPS),
        **_coding(switch, port),
        "pfc_asym": "off",
        "tpid": "0x8100",
        "mtu": "9100",
    }


def _coding(switch: SwitchConfig, port: Port) -> Row:
    """Return how bits go over a cable. Twisted pair negotiates by itself and has no FEC to set.

    orchagent drops all of a port whose `fec` its ASIC does not offer, and 1000BASE-T is nothing without
    negotiation; the port_config.ini of the SN2201 says neither of its RJ45 ports.
    """
    if cages_of(switch.hardware, port).form_factor == _TWISTED_PAIR:
        return {}
    return {"autoneg": "off", "fec": "rs"}
