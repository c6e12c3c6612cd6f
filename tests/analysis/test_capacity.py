"""Oversubscription and bisection of fabrics small enough to count by hand."""

from __future__ import annotations

import pytest
from analysis.graphs import leaf_spine, ring, three_tiers, two_planes

from fabric.analysis.capacity import between_hosts, between_leaves, tiers
from fabric.analysis.weave import weave
from fabric.topology import Role


def tiers_of(fabric):
    return {tier.role: tier for tier in tiers(fabric, weave(fabric))}


def test_a_tier_with_half_the_uplinks_is_two_to_one():
    # 8 ports of hosts on each leaf, 2 spines with 2 links each.
    found = tiers_of(leaf_spine(2, 2, 8, uplinks=2))
    assert found[Role.LEAF].ratio == 2
    assert found[Role.LEAF].worst_ratio == 2


def test_the_top_has_no_oversubscription():
    top = tiers_of(leaf_spine(2, 2, 8))[Role.SPINE]
    assert (top.ratio, top.worst_ratio, top.worst) == (None, None, "")


def test_every_tier_is_measured():
    # A spine has 2 links down and 2 x core_links up.
    found = tiers_of(three_tiers(2, core_links=2))
    assert (found[Role.LEAF].ratio, found[Role.SPINE].ratio, found[Role.CORE].ratio) == (1, 0.5, None)


def test_links_between_equals_are_counted_once():
    assert tiers_of(ring(4))[Role.LEAF].peer_gbps == 4 * 400


def test_hosts_on_one_leaf_have_full_bisection_without_uplinks():
    fabric = leaf_spine(2, 1, 8, uplinks=0)
    assert between_hosts(fabric, weave(fabric)).share == 1
    assert between_leaves(fabric, weave(fabric)).share == 0


@pytest.mark.parametrize(("uplinks", "share"), [(1, 0.25), (2, 0.5), (4, 1), (8, 1)])
def test_between_leaves_the_uplinks_decide(uplinks, share):
    fabric = leaf_spine(2, 2, 8, uplinks=uplinks)
    assert between_leaves(fabric, weave(fabric)).share == share


def test_between_pods_the_cores_decide():
    # A pod offers 2 x 2 x 400; its two spines have 2 cores x 1 link each, so all of it gets across.
    fabric = three_tiers(2)
    assert between_hosts(fabric, weave(fabric)).gbps == 1600
    assert between_hosts(fabric, weave(fabric)).share == 1


def test_planes_are_halved_one_by_one():
    # Each plane has 2 leaves with 2 ports of hosts and 2 uplinks.
    fabric = two_planes(leaves=2)
    found = between_leaves(fabric, weave(fabric))
    assert (found.gbps, found.share) == (2 * 2 * 400, 1)
    assert between_hosts(fabric, weave(fabric)).share == 1


def test_a_ring_is_cut_in_two_places():
    fabric = ring(8)
    found = between_leaves(fabric, weave(fabric))
    assert (found.gbps, found.offered_gbps, found.bound) == (2 * 400, 4 * 400, True)


def test_a_clos_is_no_mere_bound():
    fabric = leaf_spine(2, 2, 8)
    assert not between_leaves(fabric, weave(fabric)).bound
