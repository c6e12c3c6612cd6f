"""Show commands about ports and neighbours, answered from configuration and cabling."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from fabric.lab.eos.counters import port_counters
from fabric.lab.faults import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.lab.eos.device import EosDevice

_UNITS = {"m": 10**6, "g": 10**9, "t": 10**12}
_ETHERNET_DEFAULT = "400g-4"


def names(device: EosDevice) -> Iterator[str]:
    """Return the interfaces that exist, as `show interfaces` lists them."""
    for key in device.tree.entries:
        if key.startswith("interface "):
            yield key.removeprefix("interface ")


def is_up(device: EosDevice, name: str) -> bool:
    """Say whether an interface is up: an Ethernet port by its cable, any other unless shut down."""
    if name.startswith("Ethernet"):
        return device.world.port_up(device.lab.name, name)
    return not is_shut(device, name)


def is_shut(device: EosDevice, name: str) -> bool:
    """Say whether an interface is administratively down."""
    block = device.tree.at(f"interface {name}")
    return block is not None and "shutdown" in block.entries


def setting(device: EosDevice, name: str, key: str, default: str = "") -> str:
    """Return what an interface has configured under a key."""
    block = device.tree.at(f"interface {name}")
    entry = block.entries.get(key) if block else None
    return entry.text.removeprefix(f"{key} ") if entry else default


def speed_bps(device: EosDevice, name: str) -> int:
    """Return the configured speed in bits a second."""
    found = re.search(r"(\d+(?:\.\d+)?)([mgt])", setting(device, name, "speed", _ETHERNET_DEFAULT))
    return int(float(found[1]) * _UNITS[found[2]]) if found else 0


def _lanes(device: EosDevice, name: str) -> int:
    found = re.search(r"-(\d+)$", setting(device, name, "speed", _ETHERNET_DEFAULT))
    return int(found[1]) if found else 1


def status(device: EosDevice, name: str) -> str:
    """Return `connected`, `notconnect` or `disabled`."""
    if is_shut(device, name):
        return "disabled"
    return "connected" if is_up(device, name) else "notconnect"


def interfaces(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces`."""
    return {"interfaces": {name: _interface(device, name) for name in names(device)}}


def _interface(device: EosDevice, name: str) -> Mapping[str, object]:
    up = is_up(device, name)
    kind = "ethernet" if name.startswith(("Ethernet", "Management")) else name.rstrip("0123456789/").lower()
    shown: dict[str, object] = {
        "name": name,
        "forwardingModel": "routed" if setting(device, name, "switchport") else "bridged",
        "lineProtocolStatus": "up" if up else "down",
        "interfaceStatus": status(device, name),
        "hardware": kind,
        "interfaceAddress": _addresses(device, name),
        "description": setting(device, name, "description"),
        "bandwidth": speed_bps(device, name) if name.startswith("Ethernet") else 10**9,
        "mtu": int(setting(device, name, "mtu", "1500")),
        "lastStatusChangeTimestamp": time.time() - device.uptime,
    }
    if kind == "ethernet":
        shown |= {
            "physicalAddress": device.lab.mac,
            "duplex": "duplexFull",
            "autoNegotiate": "off",
            "lanes": _lanes(device, name),
            "interfaceStatistics": {
                "inBitsRate": 0.0,
                "outBitsRate": 0.0,
                "inPktsRate": 0.0,
                "outPktsRate": 0.0,
            },
            "interfaceCounters": port_counters(device, name),
        }
    return shown


def _addresses(device: EosDevice, name: str) -> list[Mapping[str, object]]:
    address, _, length = setting(device, name, "ip address").partition("/")
    return [{"primaryIp": {"address": address, "maskLen": int(length)}}] if length else []


def interfaces_status(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces status`."""
    return {
        "interfaceStatuses": {
            name: {
                "description": setting(device, name, "description"),
                "linkStatus": status(device, name),
                "lineProtocolStatus": "up" if is_up(device, name) else "down",
                "vlanInformation": {"interfaceMode": "routed", "interfaceForwardingModel": "routed"},
                "bandwidth": speed_bps(device, name),
                "interfaceType": "400GBASE-DR4",
                "duplex": "duplexFull",
                "autoNegotiateActive": False,
            }
            for name in names(device)
            if name.startswith(("Ethernet", "Management"))
        }
    }


def interfaces_description(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces description`."""
    return {
        "interfaceDescriptions": {
            name: {
                "interfaceStatus": _admin_word(device, name),
                "description": setting(device, name, "description"),
                "lineProtocolStatus": "up" if is_up(device, name) else "down",
            }
            for name in names(device)
        }
    }


def _admin_word(device: EosDevice, name: str) -> str:
    if is_shut(device, name):
        return "adminDown"
    return "up" if is_up(device, name) else "down"


def errdisabled(_device: EosDevice) -> Mapping[str, object]:
    """`show interfaces status errdisabled`: nothing here disables a port by itself."""
    return {"interfaceStatuses": {}}


def lldp(device: EosDevice) -> Mapping[str, object]:
    """`show lldp neighbors`."""
    found = [
        {"port": port, "neighborDevice": system, "neighborPort": far, "ttl": 120}
        for port, (system, far) in _neighbours(device).items()
    ]
    return {
        "tablesLastChangeTime": time.time() - device.uptime,
        "tablesAgeOuts": 0,
        "tablesInserts": len(found),
        "tablesDeletes": 0,
        "tablesDrops": 0,
        "lldpNeighbors": found,
    }


def lldp_detail(device: EosDevice) -> Mapping[str, object]:
    """`show lldp neighbors detail`; the interface identity is quoted, as EOS does."""
    heard = _neighbours(device)
    shown: dict[str, object] = {}
    for port in device.lab.ports:
        info = []
        if port in heard:
            system, far = heard[port]
            info.append(_lldp_info(device, port, system, far))
        shown[port] = {"lldpNeighborInfo": info}
    return {"lldpNeighbors": shown}


def _lldp_info(device: EosDevice, port: str, system: str, far: str) -> Mapping[str, object]:
    peer = device.world.fleet.devices.get(device.lab.ports[port][0])
    chassis = peer.mac.replace(":", "") if peer else "020000000000"
    return {
        "chassisIdType": "macAddress",
        "chassisId": ".".join(chassis[i : i + 4] for i in (0, 4, 8)),
        "systemName": system,
        "systemDescription": f"{peer.platform} {peer.release}" if peer else "",
        "ttl": 120,
        "neighborInterfaceInfo": {
            "interfaceIdType": "interfaceName",
            "interfaceId": f'"{far}"',
            "interfaceId_v2": far,
            "interfaceDescription": "",
        },
    }


def _neighbours(device: EosDevice) -> Mapping[str, tuple[str, str]]:
    return {} if "lldp run" in device.tree.entries else device.world.neighbours(device.lab.name)


def transceivers(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces transceiver`: light arrives unless the link is down by a fault."""
    faults = device.world.faults
    return {
        "interfaces": {
            port: {
                "displayName": port,
                "vendorSn": f"{device.lab.serial}T{number:03}",
                "mediaType": "800GBASE-2DR4",
                "narrowBand": False,
                "temperature": 45.0,
                "voltage": 3.3,
                "txBias": 80.0,
                "txPower": 1.5,
                "rxPower": -30.0 if faults.holds(device.lab.name, Kind.LINK_DOWN, port) else 1.0,
            }
            for number, port in enumerate(device.lab.ports, 1)
        }
    }


PORT_SHOWS: dict[str, Callable[[EosDevice], Mapping[str, object]]] = {
    "show interfaces": interfaces,
    "show interfaces status": interfaces_status,
    "show interfaces status errdisabled": errdisabled,
    "show interfaces description": interfaces_description,
    "show interfaces transceiver": transceivers,
    "show lldp neighbors": lldp,
    "show lldp neighbors detail": lldp_detail,
}
