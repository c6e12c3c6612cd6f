"""A change disturbs a Cumulus switch as much as NVIDIA's documents say."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit
from fabric.platforms.form import ChangeClass
from fabric.platforms.nvue.classes import classify

BGP = ("vrf", "default", "router", "bgp")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("system", "forwarding", "hash-seed"), ChangeClass.RESTART),
        (("router", "adaptive-routing", "state"), ChangeClass.RESTART),
        (("interface", "swp1", "router", "adaptive-routing", "state"), ChangeClass.RESTART),
        (("interface", "swp1", "link", "breakout", "2x"), ChangeClass.LINK_FLAP),
        (("interface", "swp1", "link", "speed"), ChangeClass.LINK_FLAP),
        (("interface", "swp1", "link", "mtu"), ChangeClass.BUFFER_REPROGRAM),
        (("interface", "swp1", "description"), ChangeClass.COSMETIC),
        (("interface", "swp1", "ipv4", "address", "10.0.0.0/31"), ChangeClass.SESSION_RESET),
        (("interface", "eth0", "ipv4", "address", "192.0.2.1/24"), ChangeClass.IDENTITY),
        (("system", "aaa", "tacacs", "vrf"), ChangeClass.IDENTITY),
        (("router", "bgp", "autonomous-system"), ChangeClass.IDENTITY),
        (("router", "bgp", "graceful-restart", "mode"), ChangeClass.SESSION_RESET),
        (("qos", "pfc", "default-global", "cable-length"), ChangeClass.BUFFER_REPROGRAM),
        (("qos", "mapping", "default-global", "dscp", "26", "switch-priority"), ChangeClass.TUNING),
        ((*BGP, "neighbor", "swp1", "remote-as"), ChangeClass.SESSION_RESET),
        ((*BGP, "neighbor", "swp1", "description"), ChangeClass.COSMETIC),
        (("system", "ntp", "vrf"), ChangeClass.COSMETIC),
    ],
)
def test_a_changed_leaf(path, expected):
    assert classify(Edit(path, "a", "b")) is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((*BGP, "neighbor", "swp1", "remote-as"), ChangeClass.ADDITIVE),
        (("router", "policy", "prefix-list", "A", "type"), ChangeClass.ADDITIVE),
        (("interface", "swp1", "ipv4", "address", "10.0.0.0/31"), ChangeClass.ADDITIVE),
        ((*BGP, "peer-group", "SPINES", "bfd", "profile"), ChangeClass.SESSION_RESET),
        (("router", "bfd", "state"), ChangeClass.SESSION_RESET),
        (("qos", "roce", "state"), ChangeClass.BUFFER_REPROGRAM),
        (("system", "forwarding", "hash-seed"), ChangeClass.RESTART),
    ],
)
def test_an_added_leaf(path, expected):
    assert classify(Edit(path, None, "b")) is expected


def test_a_removed_neighbour_loses_its_session():
    assert classify(Edit((*BGP, "neighbor", "swp1", "type"), "unnumbered", None)) is ChangeClass.SESSION_RESET
