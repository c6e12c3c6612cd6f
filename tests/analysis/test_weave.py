"""Bundles: every link in exactly one, seen from both its ends."""

from __future__ import annotations

import pytest
from analysis.graphs import leaf_spine, ring, three_tiers
from cases.repositories import SHIPPED, shipped

from fabric.analysis.weave import RANK, Bundle, capacity, in_order, weave
from fabric.topology import BETWEEN_EQUALS, Role


def test_parallel_links_are_one_bundle():
    woven = weave(leaf_spine(2, 2, 4, uplinks=3))
    assert woven.up["leaf1"] == {"spine1": Bundle(3, 1200), "spine2": Bundle(3, 1200)}
    assert woven.down["spine1"]["leaf2"] == Bundle(3, 1200)


def test_equals_are_peers_of_each_other():
    woven = weave(ring(4))
    assert set(woven.peers["leaf1"]) == {"leaf2", "leaf4"}
    assert set(woven.around("leaf1")) == {"host1", "leaf2", "leaf4"}


@pytest.mark.parametrize("intent", SHIPPED)
def test_every_link_between_tiers_is_in_one_bundle_on_each_side(intent):
    for design in shipped(intent).designs.values():
        woven, fabric = weave(design.fabric), design.fabric
        wanted = sum(
            fabric.devices[link.a.device].role in RANK and fabric.devices[link.b.device].role in RANK
            for link in fabric.links
            if link.kind not in BETWEEN_EQUALS
        )
        for side in (woven.up, woven.down):
            assert sum(bundle.links for row in side.values() for bundle in row.values()) == wanted


def test_no_bundles_have_no_capacity():
    assert capacity(None) == capacity({}) == 0


def test_devices_are_counted_as_people_do():
    assert in_order(three_tiers(11), Role.LEAF)[-2:] == ["p11-leaf1", "p11-leaf2"]
