"""Ports of SONiC in paths, and which of them carry something."""

from __future__ import annotations

import json

import pytest

from fabric.platforms.sonic.parse import parse
from fabric.platforms.sonic.ports import busy, port_of


@pytest.mark.parametrize(
    ("path", "port"),
    [
        (("PORT", "Ethernet8", "mtu"), "Ethernet8"),
        (("QUEUE", "Ethernet272|3", "scheduler"), "Ethernet272"),
        (("CABLE_LENGTH", "AZURE", "Ethernet272"), "Ethernet272"),
        (("INTERFACE", "Ethernet0|10.0.0.1/31"), "Ethernet0"),
        (("frr.conf", "router bgp", "neighbor Ethernet272 remote-as"), "Ethernet272"),
        (("WRED_PROFILE", "ROCE_400G", "ecn"), None),
        (("LOOPBACK_INTERFACE", "Loopback0"), None),
    ],
)
def test_the_port_of_a_path_is_found_in_keys_and_lines(path, port):
    assert port_of(path) == port


def test_a_port_is_busy_when_it_is_up_and_used():
    ports = {name: {"admin_status": "up"} for name in ("Ethernet0", "Ethernet8", "Ethernet16", "Ethernet24")}
    database = {
        "PORT": ports | {"Ethernet32": {"admin_status": "down"}, "Ethernet40": {}},
        "INTERFACE": {"Ethernet0": {}, "Ethernet8|10.0.0.0/31": {}, "Ethernet32": {}, "Ethernet40": {}},
        "VLAN_MEMBER": {"Vlan10|Ethernet16": {"tagging_mode": "untagged"}},
    }
    assert busy(parse({"config_db.json": json.dumps(database)})) == {"Ethernet0", "Ethernet8", "Ethernet16"}
