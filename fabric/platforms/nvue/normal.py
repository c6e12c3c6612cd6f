"""What NVUE says of itself beyond what it was told: defaults, and containers with nothing in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.tree import Path

_DEFAULTS: tuple[tuple[tuple[str, ...], str], ...] = (
    # docs of 5.16: RoCE page, QoS page (watchdog), NVUE API page.
    (("qos", "roce", "mode"), "lossless"),
    (("qos", "pfc-watchdog", "polling-interval"), "100"),
    (("qos", "pfc-watchdog", "robustness"), "3"),
    (("system", "timezone"), "Etc/UTC"),
    (("system", "date-time", "timezone"), "Etc/UTC"),
    (("system", "api", "state"), "enabled"),
    (("system", "api", "port"), "8765"),
    (("system", "api", "token-expiration"), "60"),
)
"""Settings that mean the same whether they stand there or not."""

_TYPES = (("swp", "swp"), ("eth", "eth"), ("lo", "loopback"))
"""Name to the `type` that NVUE fills in by itself."""

_CONTAINERS = frozenset(
    ("acl", "bridge", "domain", "evpn", "interface", "mlag", "nve", "platform", "qos", "router", "service",
     "system", "vrf", "link", "address", "gateway", "bgp", "bfd", "policy", "neighbor", "peer-group",
     "server", "aaa", "ntp", "dns", "syslog", "lldp", "message", "date-time", "wjh", "forwarding", "pfc",
     "traffic-pool", "mapping",
     "dscp", "roce", "congestion-control", "egress-scheduler", "traffic-class", "prefix-list", "route-map",
     "ip", "ipv4", "ipv6", "address-family", "path-selection", "profile", "user", "rule")
)  # fmt: skip
"""Keys that hold others and mean nothing alone; an empty one is printed or not as NVUE likes."""


def said_anyway(path: Path, value: str) -> bool:
    """Whether a leaf says nothing: a default, a type that follows from the name, an empty container."""
    if value == "" and path[-1] in _CONTAINERS:
        return True
    if len(path) == len(("interface", "name", "type")) and path[0] == "interface" and path[2] == "type":
        return value == interface_type(path[1])
    return any(path == known and value == default for known, default in _DEFAULTS)


def interface_type(name: str) -> str:
    """Return the type that NVUE gives an interface of this name; empty where the name does not tell."""
    return next((kind for start, kind in _TYPES if name.startswith(start)), "")
