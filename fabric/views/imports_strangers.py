"""Configurations of vendors that are not known here, by lines that only they have: told, not misread."""

from __future__ import annotations

import re

_SIGNS = (
    (
        "Cisco NX-OS",
        r"!Command: show running-config$|version \d+\.\d+\(\d+\)|feature (?:bgp|lldp|nv overlay)",
    ),
    ("Cisco IOS", r"interface (?:TenGigE|HundredGigE|FourHundredGigE|GigabitEthernet|HundredGigabitE)"),
    ("Juniper Junos", r"set (?:version|system host-name|interfaces) |system \{|## Last (?:changed|commit): "),
    ("Nokia SR Linux", r"set / (?:system|interface|network-instance)"),
    ("Huawei VRP or Comware", r"sysname \S+|interface (?:100GE|400GE)"),
    ("Dell OS10", r"! Version 10\.\d+|interface ethernet1/1/\d"),
    ("Cumulus Linux before NVUE", r"auto swp\d|iface swp\d|net add "),
)
_NAMES = tuple((name, re.compile(rf"^(?:{sign})", re.MULTILINE)) for name, sign in _SIGNS)


def stranger(text: str) -> str:
    """Return what an unknown vendor's system is called; empty where no line tells."""
    return next((name for name, sign in _NAMES if sign.search(text)), "")
