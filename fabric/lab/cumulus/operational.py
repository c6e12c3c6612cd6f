"""What NVUE shows of a living switch: interfaces, neighbours, sessions and counters, made up on demand.

Names of keys follow the examples of the documentation of 5.16. For the watchdog only the words of its table
are published, so the shape below `qos.pfc-watchdog` is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.cumulus.semantics import node
from fabric.lab.cumulus.startup import build, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.cumulus.device import CumulusDevice
    from fabric.lab.cumulus.tree import Tree

LOSSLESS = "3"
"""The traffic class that a simulated storm hits."""
_ALWAYS = ("eth0", "lo")
_DEFAULT_MTU = 9216


def operational(device: CumulusDevice, part: str = "") -> Tree:
    """Return what `rev=operational` shows: everything, or the one object at the top that is asked for."""
    return {name: made(device) for name, made in _PARTS.items() if part in {"", name}}


def _interfaces(device: CumulusDevice) -> Tree:
    heard = device.world.neighbours(device.lab.name)
    interfaces = {name: _interface(device, name) for name in _names(device)}
    for port in device.lab.ports:
        interfaces[port]["lldp"] = _lldp(device, port, heard.get(port))
    return interfaces


def _names(device: CumulusDevice) -> tuple[str, ...]:
    return tuple({**dict.fromkeys(_ALWAYS), **device.lab.ports, **node(device.tree, "interface")})


def _system(device: CumulusDevice) -> Tree:
    name = f"not-{device.lab.name}" if device.impostor() else device.view().hostname
    return {
        "hostname": name,
        "build": build(device.lab.release),
        "timezone": "Etc/UTC",
        "uptime": device.uptime,
        "health": {"status": "OK"},
        "api": {"state": "enabled", "port": device.world.fleet.nvue_port},
    }


def _platform(device: CumulusDevice) -> Tree:
    strange = device.impostor()
    return {
        "manufacturer": "Mellanox",
        "product-name": device.lab.model,
        "serial-number": "IMPOSTOR0001" if strange else device.lab.serial,
        "system-mac": "02:00:00:ba:dd:ad" if strange else device.lab.mac,
        "cpu": "x86_64",
        "memory": "16.00 GB",
    }


def _interface(device: CumulusDevice, name: str) -> Tree:
    configured = node(device.tree, "interface", name)
    cabled = name in device.lab.ports
    up = device.world.port_up(device.lab.name, name) if cabled else name in _ALWAYS
    down = "down" in node(configured, "link", "state")
    link: Tree = {
        "admin-status": "down" if down or not (configured or name in _ALWAYS) else "up",
        "oper-status": "up" if up else "down",
        "mac-address": device.lab.mac,
        "mtu": node(configured, "link").get("mtu", _DEFAULT_MTU),
        "stats": _stats(device, name),
    }
    if speed := node(configured, "link").get("speed"):
        link["speed"] = speed
    shown: Tree = {"type": configured.get("type") or kind_of(name), "link": link}
    for key in ("description", "ip", "ipv4", "ipv6"):
        if key in configured:
            shown[key] = configured[key]
    if cabled:
        shown["qos"] = _qos(device, name, configured)
    return shown


def _stats(device: CumulusDevice, name: str) -> Tree:
    """Return counters: they stand still unless a fault moves them."""
    cabled = name in device.lab.ports
    flaps = device.world.flaps(device.lab.name, name) if cabled else 0
    dropped = device.world.storms(device.lab.name, name) if cabled else 0
    frames = device.world.frames(device.lab.name, name) if cabled else 0
    return {
        "carrier-transitions": 1 + flaps,
        **dict.fromkeys(("in-bytes", "in-drops", "in-errors", "out-bytes", "out-errors"), 0),
        **dict.fromkeys(("in-pkts", "out-pkts"), frames),
        "out-drops": dropped,
    }


def _lldp(device: CumulusDevice, port: str, heard: tuple[str, str] | None) -> Tree:
    if heard is None:
        return {"neighbor": {}}
    system, far = heard
    peer = device.world.fleet.devices.get(device.lab.ports[port][0])
    chassis = {"chassis-id": peer.mac if peer else "02:00:00:00:00:00", "system-name": system}
    return {"neighbor": {system: {"chassis": chassis, "port": {"name": far, "type": "ifname"}, "age": "1"}}}


def _qos(device: CumulusDevice, port: str, configured: Tree) -> Tree:
    storms = device.world.storms(device.lab.name, port)
    shown: Tree = {"roce": {"counters": _roce(storms)}}
    if watchdog := node(configured, "qos", "pfc-watchdog"):
        queue = {"status": "OK", "deadlock-count": storms}
        shown["pfc-watchdog"] = {**watchdog, "traffic-class": {LOSSLESS: queue}}
    return shown


def _roce(storms: int) -> Tree:
    pause = {"pause-duration": 0, "pause-packets": storms * 100}
    return {
        "rx-stats": {"rx-pfc-stats": pause, "rx-roce-stats": {"no-buffer-discard": 0}},
        "tx-stats": {
            "tx-ecn-stats": {"ecn-marked-packets": 0},
            "tx-pfc-stats": {"pause-duration": 0, "pause-packets": 0},
            "tx-roce-stats": {"unicast-no-buffer-discard": 0},
        },
    }


def _bgp(device: CumulusDevice) -> Tree:
    view, world = device.view(), device.world
    if not view.asn:
        return {}
    found: Tree = {}
    for port, rule, up in world.sessions(device.lab.name):
        found[rule.address or port] = {
            "type": "numbered" if rule.address else "unnumbered",
            "state": "established" if up else "active",
            "remote-as": world.peer_asn(device.lab.name, port),
            "address-family": {"ipv4-unicast": {"pfx-rcd": int(up), "pfx-sent": int(up)}},
        }
    return {"autonomous-system": view.asn, "neighbor": found}


_PARTS: Mapping[str, Callable[[CumulusDevice], Tree]] = {
    "interface": _interfaces,
    "system": _system,
    "platform": _platform,
    "vrf": lambda device: {"default": {"router": {"bgp": _bgp(device)}}},
    "qos": lambda device: {"roce": node(device.tree, "qos", "roce")},
}
