"""What EOS leaves out is put back."""

from __future__ import annotations

import pytest

from fabric.platforms.eos.normal import DEFAULT_CLASSES, is_pam4


@pytest.mark.parametrize(
    ("speed", "answer"),
    [
        ("400g-4", True),
        ("400g-8", True),
        ("1.6t-8", True),
        ("auto 200g-2", True),
        ("100g-4", False),
        ("", False),
    ],
)
def test_fifty_gigabits_a_lane_are_pam4(speed, answer):
    assert is_pam4(speed) is answer


@pytest.mark.parametrize(("code", "traffic_class"), [(0, 1), (8, 0), (24, 3), (26, 3), (48, 6), (63, 7)])
def test_the_default_map_is_the_manuals(code, traffic_class):
    assert DEFAULT_CLASSES[code] == traffic_class
