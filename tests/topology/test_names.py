"""Patterns of overrides: wildcards, and ranges that count as numbers do."""

from __future__ import annotations

import pytest

from fabric.topology.names import matcher, pod_number


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("spine1", "spine1", True),
        ("spine1", "spine10", False),
        ("spine*", "spine10", True),
        ("spine?", "spine10", False),
        ("pod1-leaf[7-12]", "pod1-leaf9", True),
        ("pod1-leaf[7-12]", "pod1-leaf12", True),
        ("pod1-leaf[7-12]", "pod1-leaf13", False),
        ("pod1-leaf[7-12]", "pod1-leaf6", False),
        ("pod[1-2]-leaf[3-4]", "pod2-leaf3", True),
        ("pod[1-2]-leaf[3-4]", "pod3-leaf3", False),
        ("pod[1-2]-leaf[3-4]", "pod2-leaf5", False),
        ("leaf[2-1]", "leaf1", False),
        ("leaf.", "leaf1", False),
        ("leaf(", "leaf(", True),
        ("[ab]-leaf1", "b-leaf1", True),
        ("*", "anything", True),
        ("leaf", "my-leaf", False),
    ],
)
def test_a_pattern_fits_a_name(pattern, name, fits):
    assert matcher(pattern)(name) is fits


@pytest.mark.parametrize(
    ("name", "number"), [("pod1", 1), ("row2-pod10", 10), ("pod", None), ("1a", None), ("su04", 4)]
)
def test_the_number_at_the_end_is_the_place_of_a_pod(name, number):
    assert pod_number(name) == number
