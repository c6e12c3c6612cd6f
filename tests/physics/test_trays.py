"""Ways of cables, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.physics.trays import Seat, Trays, rounded_up, way_m

TRAYS = Trays(rack_pitch=0.6, row_pitch=3.0, tray=0.5, slack=0.5, crossings=(1, 20))


def test_inside_a_rack_a_cable_goes_straight():
    assert way_m(Seat(1, 3, 48, 5), Seat(1, 3, 48, 41), TRAYS) == pytest.approx(36 * 0.04445 + 1)


def test_in_a_row_it_goes_up_along_and_down():
    # 43 U and 7 U up to the top, half a metre to the tray twice, 4 racks along, half a metre of slack twice.
    way = way_m(Seat(1, 3, 48, 5), Seat(1, 7, 48, 41), TRAYS)
    assert way == pytest.approx(50 * 0.04445 + 1 + 4 * 0.6 + 1)


@pytest.mark.parametrize(("one", "other", "along"), [(3, 7, 8), (18, 17, 5), (1, 1, 0), (10, 10, 18)])
def test_to_another_row_it_takes_the_crossing_that_is_nearest_to_both(one, other, along):
    way = way_m(Seat(1, one, 48, 48), Seat(3, other, 48, 48), TRAYS)
    assert way == pytest.approx(1 + along * 0.6 + 2 * 3 + 1)


seats = st.builds(Seat, st.integers(1, 9), st.integers(1, 40), st.just(48), st.integers(1, 48))


@given(seats, seats)
def test_a_way_is_as_long_from_either_end_and_never_shorter_than_its_slack(a, b):
    assert way_m(a, b, TRAYS) == pytest.approx(way_m(b, a, TRAYS))
    assert way_m(a, b, TRAYS) >= 2 * TRAYS.slack


@pytest.mark.parametrize(
    ("length", "step", "rounded"),
    [(7.27, 1, 8), (7.0, 1, 7), (7.01, 5, 10), (0.3 * 3, 0.3, 0.9), (2.1, 0.5, 2.5)],
)
def test_lengths_are_rounded_up_to_a_multiple(length, step, rounded):
    assert rounded_up(length, step) == rounded
