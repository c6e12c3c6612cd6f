"""Channels that wait in a circle: none in tiers, always in a ring of five or more, and in a mesh."""

from __future__ import annotations

from itertools import pairwise

import pytest
from check.test_paths import switch, torus, wired
from hypothesis import given
from hypothesis import strategies as st

from fabric.analysis.dependencies import circle, flat_links, valleys
from fabric.topology import Role


def ring(size):
    names = [f"s{number}" for number in range(size)]
    return wired([switch(name) for name in names], [(names[n], names[(n + 1) % size]) for n in range(size)])


@pytest.mark.parametrize(("size", "waits"), [(3, False), (4, True), (5, True), (8, True)])
def test_a_ring_waits_for_itself_once_a_shortest_way_turns_no_corner(size, waits):
    assert (circle(ring(size)) is not None) is waits


def test_a_square_of_a_mesh_waits_for_itself():
    square = wired([switch(n) for n in "abcd"], [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")])
    found = circle(square)
    assert found is not None
    assert (found[0], len(found)) == (found[-1], 5)


@given(st.integers(4, 5), st.integers(1, 4))
def test_a_circle_found_is_a_way_along_cables(width, height):
    fabric = torus(width, height)
    found = circle(fabric)
    assert found is not None
    joined = {frozenset((link.a.device, link.b.device)) for link in fabric.links}
    assert all(frozenset(step) in joined for step in pairwise(found))


def test_a_line_of_switches_of_one_tier_has_no_circle():
    line = wired([switch(n) for n in "abcd"], [("a", "b"), ("b", "c"), ("c", "d")])
    assert flat_links(line) == (("a", "b"), ("b", "c"), ("c", "d"))
    assert circle(line) is None


def tiers():
    leaves, spines = ["leaf1", "leaf2", "leaf3"], ["spine1", "spine2"]
    devices = [switch(n) for n in leaves] + [switch(n, Role.SPINE) for n in spines]
    return wired(devices, [(a, b) for a in leaves for b in spines])


def test_tiers_need_no_search():
    assert flat_links(tiers()) == ()
    assert circle(tiers()) is None


def test_a_valley_lies_between_two_as():
    same = dict.fromkeys(tiers().devices, 1)
    assert list(valleys(tiers(), same)) == []
    apart = same | {"spine2": 2}
    assert {name for name, *_ in valleys(tiers(), apart)} == {"leaf1", "leaf2", "leaf3"}
