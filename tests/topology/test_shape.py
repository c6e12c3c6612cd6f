"""Three tiers, NIC planes, rails that share a leaf: what holds for every such fabric, and how it grows."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from cases.fabrics import expanded
from cases.shapes import Tree, tree_histories, trees
from cases.wiring import every_port_is_used_once, lanes_are_within_cages
from hypothesis import given, settings

from fabric.topology import Role


def meets(tree, leaf, spine):
    """Whether a leaf is to be joined to a spine."""
    if tree.kind == "rail-optimised":
        return (leaf.index - spine.index) % tree.planes == 0
    return leaf.plane == spine.plane and (tree.two_tiers or leaf.pod == spine.pod)


def degrees_are_right(fabric, tree):
    leaves, spines = fabric.of_role(Role.LEAF), fabric.of_role(Role.SPINE)
    assert len(leaves) == len(tree.pods) * tree.leaves_of_pod * tree.nic_planes
    assert len(spines) == tree.spines * tree.nic_planes * (1 if tree.two_tiers else len(tree.pods))
    joined = {
        (leaf.name, spine.name): tree.parallel
        for leaf in leaves
        for spine in spines
        if meets(tree, leaf, spine)
    }
    joined |= {
        (spine.name, core.name): tree.core_parallel
        for spine in spines
        for core in fabric.of_role(Role.CORE)
        if (spine.index - core.index) % tree.groups == 0 and spine.plane == core.plane
    }
    pairs = Counter((link.a.device, link.b.device) for link in fabric.links if link.kind != "host-leaf")
    assert pairs == joined


def rails_are_right(fabric, tree):
    """Every NIC port of a host is on a leaf of its pod, rail and plane."""
    for link in fabric.links:
        if link.kind != "host-leaf":
            continue
        leaf = fabric.devices[link.b.device]
        rail, plane = divmod(link.a.port.cage - 1, tree.nic_planes)
        assert link.rail == rail + 1
        assert leaf.plane == (plane + 1 if tree.multi else None)
        assert (leaf.index - 1) % (tree.rails // tree.rails_of_leaf) == rail // tree.rails_of_leaf
        assert leaf.pod == fabric.devices[link.a.device].pod
    nics = Counter(link.a.device for link in fabric.links if link.kind == "host-leaf")
    assert nics == {host.name: tree.nics for host in fabric.of_role(Role.HOST)}


def sound(tree):
    fabric = expanded(tree)
    every_port_is_used_once(fabric)
    lanes_are_within_cages(fabric)
    degrees_are_right(fabric, tree)
    rails_are_right(fabric, tree)


def never_moves(history):
    links = [{(link.a, link.b) for link in expanded(tree).links} for tree in history]
    for before, after in pairwise(links):
        assert before <= after


@settings(max_examples=60)
@given(trees())
def test_every_port_is_used_once_and_every_degree_is_right(tree):
    sound(tree)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(trees())
def test_ten_thousand_trees_use_every_port_once(tree):
    sound(tree)


@settings(max_examples=40)
@given(tree_histories())
def test_growth_in_any_order_moves_no_cable(history):
    never_moves(history)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(tree_histories())
def test_ten_thousand_histories_move_no_cable(history):
    never_moves(history)


@settings(max_examples=40)
@given(trees())
def test_the_order_of_the_file_means_nothing(tree):
    one, other = expanded(tree), expanded(tree.but(pods=tree.pods[::-1]))
    assert [*one.devices] == [*other.devices]
    assert one.links == other.links


def test_names_say_the_place():
    names = {role: [] for role in Role}
    for device in expanded(Tree(((1, 1), (2, 1)), rails=1, cores=2)).devices.values():
        names[device.role].append(device.name)
    assert names[Role.LEAF] == ["pod1-leaf1", "pod2-leaf1"]
    assert names[Role.SPINE] == ["pod1-spine1", "pod1-spine2", "pod2-spine1", "pod2-spine2"]
    assert names[Role.CORE] == ["core1", "core2"]


def test_names_say_the_nic_plane():
    fabric = expanded(Tree(kind="multi-plane", rails=1, planes=2, spines=1))
    assert [device.name for device in fabric.of_role(Role.LEAF, Role.SPINE)] == [
        "pod1-plane1-leaf1", "pod1-plane2-leaf1", "plane1-spine1", "plane2-spine1",
    ]  # fmt: skip


def test_planes_of_nics_with_cores_have_pods_of_their_own():
    fabric = expanded(Tree(kind="multi-plane", rails=1, planes=2, spines=1, core_planes=1))
    assert [device.name for device in fabric.of_role(Role.SPINE, Role.CORE)] == [
        "pod1-plane1-spine1", "pod1-plane2-spine1", "plane1-core1", "plane2-core1",
    ]  # fmt: skip


def test_ports_of_a_nic_share_its_speed():
    speeds = {link.speed_gbps for link in expanded(Tree(kind="multi-plane", planes=2)).links}
    assert speeds == {200}


def test_planes_of_nics_share_no_switch():
    fabric = expanded(Tree(((1, 3), (2, 3)), kind="multi-plane", planes=2))
    between = [link for link in fabric.links if link.kind != "host-leaf"]
    assert between
    assert {
        fabric.devices[link.a.device].plane == fabric.devices[link.b.device].plane for link in between
    } == {True}


def test_neighbouring_rails_share_a_leaf():
    fabric = expanded(Tree(rails=8, rails_of_leaf=4, leaves=4))
    served = {}
    for link in fabric.links:
        if link.kind == "host-leaf":
            served.setdefault(link.b.device, set()).add(link.rail)
    assert served == {"pod1-leaf1": {1, 2, 3, 4}, "pod1-leaf2": {5, 6, 7, 8}}
    assert [leaf.rail for leaf in fabric.of_role(Role.LEAF)] == [None] * 8


def test_hosts_fill_the_leaves_of_a_rail_one_after_the_other():
    fabric = expanded(Tree(((1, 20),), rails=2, leaves=2))
    hosts = Counter(link.b.device for link in fabric.links if link.kind == "host-leaf")
    assert hosts == {"pod1-leaf1": 16, "pod1-leaf2": 16, "pod1-leaf3": 4, "pod1-leaf4": 4}
    assert [leaf.rail for leaf in fabric.of_role(Role.LEAF)] == [1, 2, 1, 2]
