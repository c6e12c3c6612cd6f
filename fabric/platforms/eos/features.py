"""The feature of the intent that a path of EOS belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.core.tree import Path

_TOP = (
    ("accounts", ("aaa ", "no aaa ", "username ", "tacacs-server ", "radius-server ", "enable ")),
    ("services", ("logging ", "ntp ", "ip name-server ", "dns ", "lldp ", "management ", "hardware counter ",
                  "snmp-server ", "daemon ", "load-interval ", "queue-monitor ", "monitor layer1", "banner ",
                  "ip access-list standard FABRIC-",
                  "ipv6 access-list standard FABRIC-")),
    ("buffers", ("platform trident mmu ",)),
    ("qos", ("qos ", "priority-flow-control ")),
    ("routing", ("router ", "route-map ", "ip prefix-list ", "ip routing", "ipv6 unicast-routing",
                 "service routing ", "ip hardware fib ", "ip load-sharing ",
                 "port-channel load-balance ", "load-balance policies")),
    ("ports", ("vlan ",)),
)  # fmt: skip
_OF_PORT = (
    ("descriptions", ("description",)),
    ("addresses", ("ip address", "ipv6 ")),
    ("qos", ("service-profile", "qos ", "priority-flow-control ")),
)
_PORT = "interface "
_ACCESS = (
    "aaa ", "no aaa ", "username ", "tacacs-server ", "radius-server ", "enable ", "management ",
    "ip access-list standard FABRIC-", "ipv6 access-list standard FABRIC-", "interface Management",
    "vrf instance MGMT", "ip route vrf MGMT ",
)  # fmt: skip
"""Beginnings of lines that decide who gets in, and by which way."""


def feature(path: Path) -> str:
    """Return the feature, by the first words of a line."""
    if not path[0].startswith(_PORT):
        return _named(_TOP, path[0]) or "system"
    if len(path) > 1:
        return _named(_OF_PORT, path[1]) or "ports"
    return "addresses" if path[0].startswith("interface Loopback") else "ports"


def access(path: Path) -> bool:
    """Whether a path is of the way in."""
    return path[0].startswith(_ACCESS)


def _named(rows: Sequence[tuple[str, tuple[str, ...]]], line: str) -> str:
    return next((name for name, starts in rows if line.startswith(starts)), "")
