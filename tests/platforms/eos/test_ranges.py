"""Ranges as EOS folds them."""

from __future__ import annotations

import pytest

from fabric.platforms.eos.ranges import interfaces, numbers


@pytest.mark.parametrize(
    ("text", "found"), [("1,3-5", [1, 3, 4, 5]), ("24 26", [24, 26]), ("7", [7]), ("1-2 9", [1, 2, 9])]
)
def test_numbers_are_spelled_out(text, found):
    assert list(numbers(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ethernet1/1", ["Ethernet1/1"]),
        ("Et1-2", ["Ethernet1", "Ethernet2"]),
        ("Ethernet1/1-3/1", ["Ethernet1/1", "Ethernet2/1", "Ethernet3/1"]),
        ("Ethernet1/1,2/5", ["Ethernet1/1", "Ethernet2/5"]),
        ("Ethernet3/1-3", ["Ethernet3/1", "Ethernet3/2", "Ethernet3/3"]),
        ("Vlan100", ["Vlan100"]),
    ],
)
def test_ports_are_spelled_out(text, found):
    assert list(interfaces(text)) == found
