"""One line in one mode: understood, normalised, or wrong at a word."""

import pytest

from fabric.lab.eos.lines import Line, Miss, understand


@pytest.mark.parametrize(
    ("mode", "text", "key"),
    [
        ("config", "hostname a", "hostname"),
        ("interface", "mtu 9214", "mtu"),
        ("interface", "no mtu 9214", "mtu"),
        ("interface", "no mtu", "mtu"),
        ("config", "qos map dscp 24 26 to traffic-class 3", "qos map dscp 24 26 to traffic-class"),
        ("config", "ip route vrf MGMT 0.0.0.0/0 10.0.0.1", "ip route vrf MGMT 0.0.0.0/0 10.0.0.1"),
        ("router-bgp", "neighbor A remote-as 65000.1", "neighbor A remote-as"),
        ("tx-queue", "priority strict", "priority"),
    ],
)
def test_the_key_is_the_longest_known_stem(mode, text, key):
    line = understand(mode, text)
    assert isinstance(line, Line)
    assert line.key == key


@pytest.mark.parametrize(
    ("mode", "text", "miss"),
    [
        ("config", "bogus", Miss(0, "bogus")),
        ("config", "ip rooting", Miss(1, "rooting")),
        ("config", "interface", Miss(0, "")),
        ("interface", "mtu lots", Miss(1, "lots")),
        ("interface", "no bogus", Miss(1, "bogus")),
        ("config", "hostname a b", Miss(2, "b")),
        ("interface", "speed fast", Miss(1, "fast")),
    ],
)
def test_a_wrong_line_names_the_word(mode, text, miss):
    assert understand(mode, text) == miss


def test_short_interface_names_are_written_out():
    line = understand("config", "interface Et1/1")
    assert isinstance(line, Line)
    assert line.text == "interface Ethernet1/1"
