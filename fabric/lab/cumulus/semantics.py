"""What NVUE finds wrong with a whole configuration when it is applied: references, and what features need."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.lab.cumulus.tree import Tree

Complaint = tuple[str, str]
"""Location with dots, and the reason."""
ON = frozenset({"on", "enabled", "enable"})
_PROFILES = ("pfc", "congestion-control", "egress-scheduler", "mapping", "remark", "egress-shaper")
_ALL_PERCENT = 100


def node(tree: Any, *path: str) -> Tree:
    """Return the object at a path, empty where there is none."""
    for part in path:
        tree = tree.get(part) if isinstance(tree, dict) else None
    return tree if isinstance(tree, dict) else {}


def is_on(tree: Tree) -> bool:
    """Whether a feature is turned on, in either dialect."""
    return str(tree.get("state", tree.get("enable", ""))) in ON


def complaints(tree: Tree) -> Iterator[Complaint]:
    """Yield what is wrong."""
    yield from _bgp(tree)
    yield from _interfaces(tree)
    yield from _qos(node(tree, "qos"))


def _bgp(tree: Tree) -> Iterator[Complaint]:
    everywhere = node(tree, "router", "bgp")
    for vrf, content in node(tree, "vrf").items():
        bgp = node(content, "router", "bgp")
        if not is_on(bgp):
            continue
        where = f"vrf.{vrf}.router.bgp"
        if not (everywhere.get("router-id") or bgp.get("router-id")):
            # the words of the documentation
            reason = "BGP requires router-id to be set globally or in the VRF.\n"
            yield f"{where}.enable", reason
        if not (everywhere.get("autonomous-system") or bgp.get("autonomous-system")):
            yield f"{where}.enable", "BGP requires autonomous-system to be set globally or in the VRF.\n"
        for name, neighbor in node(bgp, "neighbor").items():
            yield from _neighbor(f"{where}.neighbor.{name}", name, neighbor, node(bgp, "peer-group"))
        yield from _maps(bgp, where, node(tree, "router", "policy", "route-map").keys())


def _neighbor(where: str, name: str, neighbor: Tree, groups: Tree) -> Iterator[Complaint]:
    group = neighbor.get("peer-group")
    if group and group not in groups:
        yield f"{where}.peer-group", f"peer-group {group} does not exist.\n"
    if not (neighbor.get("remote-as") or node(groups, str(group)).get("remote-as")):
        yield f"{where}.remote-as", "remote-as must be set on the neighbor or its peer-group.\n"
    if neighbor.get("type") == ("numbered" if not _is_address(name) else "unnumbered"):
        yield f"{where}.type", f"{name} cannot be {neighbor['type']}.\n"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _maps(tree: Tree, where: str, known: Any) -> Iterator[Complaint]:
    for key, value in tree.items():
        if key == "route-map" and isinstance(value, str) and value not in {*known, "none"}:
            yield f"{where}.{key}", f"route-map {value} does not exist.\n"
        elif isinstance(value, dict):
            yield from _maps(value, f"{where}.{key}", known)


def _interfaces(tree: Tree) -> Iterator[Complaint]:
    interfaces = node(tree, "interface")
    qos = node(tree, "qos")
    pauses = node(qos, "pfc") or node(qos, "roce") or node(qos, "link-pause")
    for name, interface in interfaces.items():
        where = f"interface.{name}"
        if found := re.fullmatch(r"(swp\d+)s(\d+)", name):
            ways = _ways(node(interfaces, found[1], "link", "breakout"))
            if int(found[2]) >= ways:
                yield where, f"{found[1]} is not broken out into {name}.\n"
        for kind in _PROFILES:
            profile = node(interface, "qos", kind).get("profile")
            if profile and profile != "default-global" and profile not in node(qos, kind):
                yield f"{where}.qos.{kind}.profile", f"profile {profile} does not exist.\n"
        if node(interface, "qos", "pfc-watchdog") and not pauses:
            yield f"{where}.qos.pfc-watchdog", "PFC or link pause must be configured.\n"
        if is_on(node(interface, "router", "adaptive-routing")) and not is_on(
            node(tree, "router", "adaptive-routing")
        ):
            yield f"{where}.router.adaptive-routing", "adaptive routing is not enabled globally.\n"


def _ways(breakout: Tree) -> int:
    modes = [re.match(r"(\d+)x", mode) for mode in breakout]
    return max((int(mode[1]) for mode in modes if mode), default=0)


def _qos(qos: Tree) -> Iterator[Complaint]:
    for name, scheduler in node(qos, "egress-scheduler").items():
        shares = [c.get("bw-percent", 0) for c in node(scheduler, "traffic-class").values()]
        if sum(shares) > _ALL_PERCENT:
            yield f"qos.egress-scheduler.{name}", f"bw-percent adds up to {sum(shares)}.\n"
    pools = [pool.get("memory-percent", 0) for pool in node(qos, "traffic-pool").values()]
    if sum(pools) > _ALL_PERCENT:
        yield "qos.traffic-pool", f"memory-percent adds up to {sum(pools)}.\n"
    for name, profile in node(qos, "congestion-control").items():
        for number, marking in node(profile, "traffic-class").items():
            low, high = marking.get("min-threshold"), marking.get("max-threshold")
            if low is not None and high is not None and low >= high:
                where = f"qos.congestion-control.{name}.traffic-class.{number}"
                yield where, "min-threshold must be below max-threshold.\n"
