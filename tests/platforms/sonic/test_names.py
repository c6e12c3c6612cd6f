"""Names, lanes and layout of SONiC ports."""

from __future__ import annotations

import pytest
from platforms import samples

from fabric.platforms.sonic.names import hardware, layout, port_name
from fabric.topology.model import Port


@pytest.mark.parametrize(
    ("port", "name"),
    [(Port(1, 1, 8), "Ethernet0"), (Port(1, 5, 4), "Ethernet4"), (Port(64, 1, 4), "Ethernet504")],
)
def test_a_port_is_numbered_by_lanes(port, name):
    assert port_name(samples.MODEL, "", port) == name


def test_lanes_follow_the_board():
    assert hardware(samples.MODEL, Port(1, 1, 4)) == ("17,18,19,20", "etp1a", "1", "1")
    assert hardware(samples.MODEL, Port(2, 5, 4)) == ("5,6,7,8", "etp2b", "2", "2")


@pytest.mark.parametrize(
    ("hwsku", "ports", "lanes"),
    [
        ("Arista-7060X6-64PE-O128", 128, 4),
        ("Arista-7060X6-64PE-O128S2", 128, 4),
        ("Arista-7060X6-64PE-P64", 64, 8),
        ("Arista-7060X6-64PE-V256", 256, 2),
        ("Arista-7060X6-64PE-P32O64", 0, 0),
        ("Arista-7060X6-64PE-O100", 0, 0),
        ("ACS-SN5600", 0, 0),
    ],
)
def test_a_hwsku_of_one_kind_of_port_has_a_known_layout(hwsku, ports, lanes):
    found = layout(samples.MODEL, hwsku)
    assert len(found) == ports
    assert {port.lanes for port, _ in found} == ({lanes} if lanes else set())
