"""Lanes and layout of SONiC ports."""

from __future__ import annotations

import pytest
from platforms import samples

from fabric.catalog import load_catalog
from fabric.platforms.sonic.names import layout, numbers
from fabric.topology.model import Port

HARDWARE = samples.leaf().hardware


def test_lanes_follow_the_board():
    assert numbers(HARDWARE, Port(1, 1, 4)) == ("17,18,19,20", "etp1a", "1", "1")
    assert numbers(HARDWARE, Port(2, 5, 4)) == ("5,6,7,8", "etp2b", "2", "2")


@pytest.mark.parametrize(
    ("hwsku", "ports", "lanes"),
    [
        ("Arista-7060X6-64PE-O128", 128, 4),
        ("Arista-7060X6-64PE-O128S2", 128, 4),
        ("Arista-7060X6-64PE-P64", 64, 8),
        ("Arista-7060X6-64PE-V256", 256, 2),
        ("Arista-7060X6-64PE-P32O64", 0, 0),
        ("Arista-7060X6-64PE-O100", 0, 0),
        ("Arista-7060X6-64PE-C256", 0, 0),
        ("ACS-SN5600", 0, 0),
    ],
)
def test_a_hwsku_of_one_kind_of_port_has_a_known_layout(hwsku, ports, lanes):
    found = layout(HARDWARE, hwsku)
    assert len(found) == ports
    assert {port.lanes for port, _ in found} == ({lanes} if lanes else set())


def test_every_cage_of_an_undivided_hwsku_is_one_port_of_its_full_rate():
    found = layout(load_catalog().switch("nvidia-sn2201"), "ACS-SN2201")
    assert [found[at] for at in (0, 47, 48, 51)] == [
        (Port(1, 1, 1), 1), (Port(48, 1, 1), 1), (Port(49, 1, 4), 100), (Port(52, 1, 4), 100),
    ]  # fmt: skip
    assert len(found) == 52


def test_a_port_whose_alias_is_not_known_has_none():
    assert numbers(load_catalog().switch("micas-w6940-64oc"), Port(1, 1, 8)) == (
        "41,42,43,44,45,46,47,48", "", "0", "0",
    )  # fmt: skip
