"""Code points as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from fabric.intent.qos import TrafficClass


def points(dscp):
    return TrafficClass.model_validate({"name": "a", "dscp": dscp, "traffic_class": "0"}).dscp


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["24-26", "48"], (24, 25, 26, 48)),
        (["0"], (0,)),
        (["63-63"], (63,)),
        (["1 - 2"], (1, 2)),
        ("rest", None),
    ],
)
def test_numbers_and_ranges_are_code_points(written, read):
    assert points(written) == read


@pytest.mark.parametrize(
    "written",
    [["64"], ["10-5"], ["a"], ["-1"], ["1-2-3"], ["24-31", "31"], "all", "24", {"a": "b"}, None, [None]],
)
def test_anything_else_is_refused(written):
    with pytest.raises(ValidationError):
        points(written)


@given(st.sets(st.integers(0, 63), min_size=1))
def test_every_set_of_code_points_can_be_written(wanted):
    assert set(points([str(point) for point in sorted(wanted)])) == wanted
