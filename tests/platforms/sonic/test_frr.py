"""FRR's text splits into blocks, keys and values."""

from __future__ import annotations

import pytest

from fabric.platforms.sonic.frr import split, tree


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("neighbor Ethernet0 remote-as 65100", "neighbor Ethernet0 remote-as", "65100"),
        ("neighbor Ethernet0 interface peer-group S", "neighbor Ethernet0 interface peer-group", "S"),
        ("bgp graceful-restart restart-time 300", "bgp graceful-restart restart-time", "300"),
        ("bgp graceful-restart", "bgp graceful-restart", ""),
        ("ip prefix-list A seq 10 permit 10.0.0.0/8", "ip prefix-list A seq 10", "permit 10.0.0.0/8"),
        ("no bgp ebgp-requires-policy", "no bgp ebgp-requires-policy", ""),
    ],
)
def test_a_line_has_a_key_and_a_value(line, key, value):
    assert split(line) == (key, value)


def test_blocks_nest_by_indentation_and_end_by_it():
    text = (
        "router bgp 65001\n neighbor S peer-group\n !\n address-family ipv4 unicast\n  maximum-paths 64\n"
        " exit-address-family\nexit\nhostname a\n"
    )
    found = {path: value for path, value in tree(text) if path[-1] != "!text"}
    assert found == {
        ("frr.conf", "router bgp"): "65001",
        ("frr.conf", "router bgp", "neighbor S peer-group"): "",
        ("frr.conf", "router bgp", "address-family ipv4 unicast"): "",
        ("frr.conf", "router bgp", "address-family ipv4 unicast", "maximum-paths"): "64",
        ("frr.conf", "hostname"): "a",
    }


def test_the_text_is_kept_beside_its_lines():
    assert dict(tree("hostname a\n"))["frr.conf", "!text"] == "hostname a\n"
