"""Slots to ports: every lane of a panel is used once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabric.topology import Port
from fabric.topology.ports import Cages


@given(st.integers(1, 64), st.sampled_from([(8, 1), (8, 2), (8, 4), (8, 8), (4, 4), (4, 1)]))
def test_the_slots_of_a_panel_use_every_lane_once(count, lanes):
    panel = Cages(count, *lanes, lanes[0] // lanes[1])
    used = [
        (port.cage, lane)
        for port in map(panel.port, range(panel.ports))
        for lane in range(port.lane, port.lane + port.lanes)
    ]
    assert used == [(cage, lane) for cage in range(1, count + 1) for lane in range(1, lanes[0] + 1)]


def test_slots_count_from_a_cage():
    assert Cages(64, 8, 4, 2).port(3, first_cage=33) == Port(34, 5, 4)


def test_a_faster_port_takes_the_slot_that_a_slower_one_had():
    slower, faster = Cages(64, 8, 4, 1), Cages(64, 8, 8, 1)
    assert [slower.port(slot) for slot in range(3)] == [Port(1, 1, 4), Port(2, 1, 4), Port(3, 1, 4)]
    assert [faster.port(slot) for slot in range(3)] == [Port(1, 1, 8), Port(2, 1, 8), Port(3, 1, 8)]


def test_a_port_of_all_lanes_begins_at_the_first_whatever_its_slot():
    assert Cages(64, 8, 8, 2).port(3) == Port(2, 1, 8)
