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


def test_a_port_is_busy_when_it_is_up():
    ports = {"Ethernet0": {"admin_status": "up"}, "Ethernet8": {"admin_status": "down"}, "Ethernet16": {}}
    assert busy(parse({"config_db.json": json.dumps({"PORT": ports})})) == {"Ethernet0"}
