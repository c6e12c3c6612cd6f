"""Ranges, merging and differences of revisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.lab.cumulus.tree import difference, folded, members, merged, without

KEYS = st.sampled_from(["swp1", "swp2", "mtu", "link"])
TREES = st.recursive(
    st.integers(0, 2), lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
).filter(lambda tree: isinstance(tree, dict))


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("swp1-2s0-1", ("swp1s0", "swp1s1", "swp2s0", "swp2s1")),
        ("10,20-22", ("10", "20", "21", "22")),
        ("swp1.100", ("swp1.100",)),
        ("fe80::1", ("fe80::1",)),
        ("pod1-leaf", ("pod1-leaf",)),
    ],
)
def test_a_range_stands_for_its_members(key, names):
    assert members(key) == names


@given(TREES, TREES)
def test_a_difference_merged_into_the_other_side_gives_the_one(a, b):
    assert merged(b, difference(a, b)) == a


@given(st.sets(st.integers(1, 30)))
def test_ports_of_one_content_are_folded_and_merging_unfolds_them(numbers):
    tree = {"interface": {f"swp{number}": {"link": {"mtu": 9216}} for number in numbers}}
    assert merged({}, folded(tree)) == (tree if numbers else {"interface": {}})


def test_names_of_users_are_never_taken_for_ranges():
    tree = {"router": {"policy": {"route-map": {"pod-1-2": {}}}}}
    assert merged({}, tree) == tree


def test_an_omitted_pattern_leaves_the_original_alone():
    tree = {"swp1": {"link": 1, "lldp": 2}}
    assert without(tree, ["/*/lldp"]) == {"swp1": {"link": 1}}
    assert tree["swp1"]["lldp"] == 2
