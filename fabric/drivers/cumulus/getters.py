"""NAPALM's getters, from NVUE's operational state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.cumulus.nvue import Nvue

_UNKNOWN = -1
_RATES = {"M": 1.0, "G": 1000.0, "T": 1_000_000.0}
"""Unit of `link.speed` in Mb/s."""
_COUNTERS = {
    "tx_errors": "out-errors", "rx_errors": "in-errors", "tx_discards": "out-drops",
    "rx_discards": "in-drops", "tx_octets": "out-bytes", "rx_octets": "in-bytes",
    "tx_unicast_packets": "out-pkts", "rx_unicast_packets": "in-pkts",
}  # fmt: skip
_NOT_COUNTED = (
    "tx_multicast_packets", "rx_multicast_packets", "tx_broadcast_packets", "rx_broadcast_packets"
)  # fmt: skip


def facts(nvue: Nvue) -> dict[str, Any]:
    """Return `get_facts`."""
    system, platform = nvue.read("system"), nvue.read("platform")
    links = nvue.read("interface", include="/*/type")
    name = str(system.get("hostname", ""))
    return {
        "hostname": name,
        "fqdn": name,
        "vendor": str(platform.get("manufacturer", "")),
        "model": str(platform.get("product-name", "")),
        "serial_number": str(platform.get("serial-number", "")),
        "os_version": str(system.get("build", "")),
        "uptime": float(system.get("uptime", _UNKNOWN)),
        "interface_list": sorted(links),
    }


def interfaces(nvue: Nvue) -> dict[str, dict[str, Any]]:
    """Return `get_interfaces`; speed is in Mb/s."""
    shown = nvue.read("interface", include="/*/link,/*/description")
    found = {}
    for name, port in shown.items():
        link = port.get("link") or {}
        found[name] = {
            "is_up": link.get("oper-status") == "up",
            "is_enabled": link.get("admin-status") == "up",
            "description": str(port.get("description", "")),
            "last_flapped": float(_UNKNOWN),
            "mtu": int(link.get("mtu", 0)),
            "speed": _speed(str(link.get("speed", ""))),
            "mac_address": str(link.get("mac-address", "")).upper(),
        }
    return found


def _speed(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([MGT])", text)
    return float(found[1]) * _RATES[found[2]] if found else float(_UNKNOWN)


def interfaces_counters(nvue: Nvue) -> dict[str, dict[str, int]]:
    """Return `get_interfaces_counters`; NVUE counts packets without their kind."""
    shown = nvue.read("interface", include="/*/link/stats")
    return {
        name: {
            **{key: int(stats.get(theirs, _UNKNOWN)) for key, theirs in _COUNTERS.items()},
            **dict.fromkeys(_NOT_COUNTED, _UNKNOWN),
        }
        for name, port in shown.items()
        if (stats := (port.get("link") or {}).get("stats") or {})
    }


def lldp_neighbors(nvue: Nvue) -> dict[str, list[dict[str, str]]]:
    """Return `get_lldp_neighbors`."""
    return {
        port: [
            {"hostname": str(chassis.get("system-name", name)), "port": str(far.get("name", ""))}
            for name, chassis, far in heard
        ]
        for port, heard in _heard(nvue).items()
    }


def lldp_neighbors_detail(nvue: Nvue, interface: str) -> dict[str, list[dict[str, Any]]]:
    """Return `get_lldp_neighbors_detail`."""
    return {
        port: [_detail(*neighbor) for neighbor in heard]
        for port, heard in _heard(nvue).items()
        if interface in {"", port}
    }


def _heard(nvue: Nvue) -> dict[str, list[tuple[str, Mapping[str, Any], Mapping[str, Any]]]]:
    """Return (name, chassis, port) of every neighbour, by own port."""
    shown = nvue.read("interface", include="/*/lldp/neighbor")
    return {port: heard for port, body in shown.items() if (heard := list(_neighbours(body)))}


def _neighbours(port: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    for name, neighbor in ((port.get("lldp") or {}).get("neighbor") or {}).items():
        yield name, neighbor.get("chassis") or {}, neighbor.get("port") or {}


def _detail(name: str, chassis: Mapping[str, Any], port: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "parent_interface": "",
        "remote_port": str(port.get("name", "")),
        "remote_port_description": str(port.get("description", "")),
        "remote_chassis_id": str(chassis.get("chassis-id", "")),
        "remote_system_name": str(chassis.get("system-name", name)),
        "remote_system_description": str(chassis.get("system-description", "")),
        "remote_system_capab": [],
        "remote_system_enable_capab": [],
    }


def bgp_neighbors(nvue: Nvue) -> dict[str, dict[str, Any]]:
    """Return `get_bgp_neighbors`."""
    bgp = nvue.find("vrf", "default", "router", "bgp")
    everywhere = nvue.find("router", "bgp", rev="applied")
    configured = nvue.find("vrf", "default", "router", "bgp", "neighbor", rev="applied")
    own = bgp.get("autonomous-system") or everywhere.get("autonomous-system") or 0
    peers = {
        name: _peer(int(own), peer, configured.get(name) or {})
        for name, peer in (bgp.get("neighbor") or {}).items()
    }
    return {"global": {"router_id": str(everywhere.get("router-id", "")), "peers": peers}}


def _peer(own: int, peer: Mapping[str, Any], configured: Mapping[str, Any]) -> dict[str, Any]:
    families = peer.get("address-family") or {}
    return {
        "local_as": own,
        "remote_as": int(peer.get("remote-as") or 0),
        "remote_id": str(peer.get("router-id", "")),
        "is_up": peer.get("state") == "established",
        "is_enabled": True,
        "description": str(configured.get("description", "")),
        "uptime": _UNKNOWN,
        "address_family": {
            name.partition("-")[0]: {
                "received_prefixes": int(family.get("pfx-rcd", _UNKNOWN)),
                "accepted_prefixes": int(family.get("pfx-rcd", _UNKNOWN)),
                "sent_prefixes": int(family.get("pfx-sent", _UNKNOWN)),
            }
            for name, family in families.items()
        },
    }
