"""Ways between ports, counted link by link."""

from __future__ import annotations

from analysis.graphs import leaf_spine, ring, three_tiers, two_planes

from fabric.analysis.diversity import diversity
from fabric.analysis.weave import weave


def classes(fabric):
    found = diversity(fabric, weave(fabric))
    return {pair.name: (pair.fewest, pair.most, pair.nearest, pair.farthest) for pair in found}


def test_under_one_leaf_there_is_one_way():
    assert classes(leaf_spine(2, 2, 8))["same leaf"] == (1, 1, 1, 1)


def test_parallel_links_multiply():
    # 2 spines, 3 links up and 3 down each.
    assert classes(leaf_spine(3, 2, 8, uplinks=3))["same pod, other rail"] == (18, 18, 3, 3)


def test_over_the_core_the_way_has_five_switches():
    # 2 spines x 2 cores x 2 spines.
    found = classes(three_tiers(3))
    assert found["other pod, other leaf"] == (8, 8, 5, 5)
    assert found["same pod, other leaf"] == (2, 2, 3, 3)


def test_planes_do_not_meet():
    found = classes(two_planes(leaves=2))
    assert found["other plane of the NICs"] == (0, 0, 0, 0)
    assert found["same pod, other rail"] == (4, 4, 3, 3)


def test_in_a_ring_opposite_leaves_have_two_ways():
    assert classes(ring(6))["same pod, other leaf"] == (1, 2, 2, 4)


def test_classes_stand_from_near_to_far():
    assert list(classes(three_tiers(2))) == ["same leaf", "same pod, other leaf", "other pod, other leaf"]


def test_a_fabric_with_one_leaf_has_one_class():
    assert list(classes(leaf_spine(1, 1, 4))) == ["same leaf"]
