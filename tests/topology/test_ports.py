"""Slots to ports: every lane of a panel is used once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabric.topology import Port
from fabric.topology.ports import Cages


@given(st.integers(1, 64), st.sampled_from([(8, 1), (8, 2), (8, 4), (8, 8), (4, 4), (4, 1)]))
def test_the_slots_of_a_panel_use_every_lane_once(count, lanes):
    panel = Cages(count, *lanes)
    used = [
        (port.cage, lane)
        for port in map(panel.port, range(panel.ports))
        for lane in range(port.lane, port.lane + port.lanes)
    ]
    assert used == [(cage, lane) for cage in range(1, count + 1) for lane in range(1, lanes[0] + 1)]


def test_slots_count_from_a_cage():
    assert Cages(64, 8, 4).port(3, first_cage=33) == Port(34, 5, 4)
