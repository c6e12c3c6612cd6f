"""Blocks of hosts: every host in one block a tier, and blocks that meet where their switches do."""

from __future__ import annotations

import pytest
from analysis.graphs import graph, leaf_spine, ring, three_tiers, two_planes
from cases.repositories import shipped

from fabric.analysis.blocks import blocks
from fabric.topology import Role

CLOS = ("quickstart", "roce-256", "ib-b200-superpod")


def of(fabric, level):
    return [block for block in blocks(fabric) if block.level is level]


@pytest.mark.parametrize("intent", CLOS)
def test_every_host_is_in_one_block_of_each_tier(intent):
    for design in shipped(intent).designs.values():
        hosts = sorted(host.name for host in design.fabric.of_role(Role.HOST))
        for level in (Role.LEAF, Role.SPINE):
            assert sorted(host for block in of(design.fabric, level) for host in block.hosts) == hosts


def test_hosts_on_eight_rails_are_one_block():
    (block,) = of(leaf_spine(8, 2, 16), Role.LEAF)
    assert (block.name, len(block.hosts), len(block.switches)) == ("leaf1", 16, 8)


def test_pods_meet_at_the_cores():
    found = blocks(three_tiers(3))
    assert [(block.name, block.level) for block in found if block.level is not Role.LEAF] == [
        ("p1-spine1", Role.SPINE), ("p2-spine1", Role.SPINE), ("p3-spine1", Role.SPINE), ("core1", Role.CORE),
    ]  # fmt: skip
    assert found[-1].children == ("p1-spine1", "p2-spine1", "p3-spine1")


def test_planes_are_one_block_for_hosts_on_both():
    (block,) = of(two_planes(), Role.SPINE)
    assert block.switches == ("spine1", "spine2")


def test_spines_cabled_to_each_other_join_their_groups():
    kinds = (("host", Role.HOST), ("leaf", Role.LEAF), ("spine", Role.SPINE))
    devices = [(f"{kind}{i}", role, f"g{i}", None) for i in (1, 2) for kind, role in kinds]
    up = [
        (f"{low}{i}", f"{high}{i}", 1) for i in (1, 2) for low, high in (("host", "leaf"), ("leaf", "spine"))
    ]
    apart, joined = graph(devices, up), graph(devices, [*up, ("spine1", "spine2", 1)])
    assert [len(of(apart, level)) for level in (Role.SPINE, Role.CORE)] == [2, 0]
    assert [len(of(joined, level)) for level in (Role.SPINE, Role.CORE)] == [2, 1]


def test_leaves_without_a_tier_above_meet_beside_each_other():
    assert [block.name for block in blocks(ring(3))] == ["leaf1", "leaf2", "leaf3", "pod1"]


def test_pods_of_a_torus_are_blocks_and_meet_in_the_fabric():
    found = blocks(shipped("torus-ib").designs["compute"].fabric)
    assert [(block.name, block.level, len(block.children)) for block in found[12:]] == [
        ("pod1", Role.SPINE, 4), ("pod2", Role.SPINE, 4), ("pod3", Role.SPINE, 4), ("compute", Role.CORE, 3),
    ]  # fmt: skip


def test_names_are_unique_even_where_hosts_share_some_leaves():
    devices = [(f"host{i}", Role.HOST, "pod1", None) for i in (1, 2, 3)]
    devices += [(f"leaf{i}", Role.LEAF, "pod1", None) for i in (1, 2)]
    cables = [("host1", "leaf1", 2), ("host2", "leaf1", 1), ("host2", "leaf2", 1), ("host3", "leaf2", 2)]
    names = [block.name for block in blocks(graph(devices, cables))]
    assert len(set(names)) == len(names) == 3


def test_more_spines_and_hosts_move_no_name():
    small, large = (blocks(leaf_spine(4, spines, hosts)) for spines, hosts in ((2, 8), (4, 16)))
    assert [block.name for block in small] == [block.name for block in large]
