"""Reads from an NVUE configuration what its neighbours notice: ports, addresses and BGP sessions."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any

from fabric.lab.cumulus.semantics import is_on, node
from fabric.lab.state import PeerRule, View, of_families

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.lab.cumulus.tree import Tree
    from fabric.lab.fleet import LabDevice


def view_of(tree: Tree, device: LabDevice) -> View:
    """Return what a configuration means to the outside."""
    interfaces = node(tree, "interface")
    everywhere, bgp = node(tree, "router", "bgp"), node(tree, "vrf", "default", "router", "bgp")
    asn = bgp.get("autonomous-system") or everywhere.get("autonomous-system") or 0
    runs = is_on(bgp) and is_on({"state": "enabled", **everywhere}) and isinstance(asn, int)
    prefixes = {port: tuple(_prefixes(node(interfaces, port))) for port in device.ports}
    sessions, sessions6 = of_families(_sessions(bgp, prefixes) if runs else ())
    return View(
        hostname=str(node(tree, "system").get("hostname", "cumulus")),
        asn=asn if runs else 0,
        enabled=frozenset(port for port in device.ports if _enabled(interfaces, port)),
        sessions=sessions,
        sessions6=sessions6,
        addresses={port: frozenset(str(p.ip) for p in found) for port, found in prefixes.items()},
    )


def _enabled(interfaces: Tree, port: str) -> bool:
    """Say whether a port is configured and not shut down; a port nobody mentions is down."""
    return port in interfaces and "down" not in node(interfaces, port, "link", "state")


def _prefixes(interface: Tree) -> Iterator[ipaddress.IPv4Interface | ipaddress.IPv6Interface]:
    for family in ("ip", "ipv4", "ipv6"):
        for text in node(interface, family, "address"):
            yield ipaddress.ip_interface(text)


def _sessions(bgp: Tree, prefixes: Mapping[str, tuple[Any, ...]]) -> Iterator[tuple[str, PeerRule]]:
    for name, neighbor in node(bgp, "neighbor").items():
        rule = _rule(neighbor, node(bgp, "peer-group", str(neighbor.get("peer-group", ""))))
        if rule is None:
            continue
        if name in prefixes:
            yield name, rule
        elif port := _port_towards(prefixes, name):
            yield port, PeerRule(rule.ranges, rule.external, rule.internal, name)


def _rule(neighbor: Tree, group: Tree) -> PeerRule | None:
    """Return which AS is taken; None for a session that is shut down or has no AS."""
    if "off" in str(neighbor.get("enable", "")) or neighbor.get("state") == "disabled":
        return None
    said = neighbor.get("remote-as") or group.get("remote-as")
    if said in {"external", "internal"}:
        return PeerRule(external=said == "external", internal=said == "internal")
    return PeerRule(ranges=((said, said),)) if isinstance(said, int) else None


def _port_towards(prefixes: Mapping[str, tuple[Any, ...]], peer: str) -> str:
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return ""
    return next((port for port, own in prefixes.items() if any(address in p.network for p in own)), "")
