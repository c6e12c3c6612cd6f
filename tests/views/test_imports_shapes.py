"""What shapes a network may have follows from counts of its switches and cables."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.shapes import FIRST_UPLINK_CAGE, Tree

from fabric.topology import Role
from fabric.views.imports_shapes import Counted, Told, shapes

CLOS = Tree(kind="clos3", rails=4, rails_of_leaf=2, pods=((1, 8), (3, 8)), planes=2, cores=2, room=4)


def counted(tree, rails=0):
    return Counted(expanded(tree), {f"pod{number}": number for number, _ in tree.pods}, rails)


def test_planes_are_parts_that_no_link_joins():
    of = counted(CLOS)
    assert of.planes(Role.SPINE, Role.CORE) == 2
    assert of.planes(Role.LEAF, Role.SPINE) == 2  # the pods
    assert of.planes(Role.LEAF, Role.SPINE, Role.CORE) == 1


def test_counts_are_those_of_the_intent():
    first = next(iter(shapes(counted(CLOS, rails=4))))
    assert (first.kind, first.head) == ("clos3", {"rails": 4, "planes": 2})
    assert first.tiers["leaf"] == {"per": "rail", "rails": 2, "uplinks": 2}
    assert first.tiers["spine"] == {"count": 2, "uplinks": 2}
    assert first.tiers["core"] == {"count": 4}
    told = {(one.section, one.name): one.value for one in first.told}
    assert told["leaf", "first_uplink_cage"] == FIRST_UPLINK_CAGE
    assert told["spine", "room"] == 4


def test_rails_that_nobody_speaks_of_come_last():
    kinds = [(one.kind, "rails" in one.head) for one in shapes(counted(CLOS))]
    assert kinds == [("clos3", False), ("fat-tree", False), ("clos3", True)]


def test_a_field_is_left_out_by_itself():
    first = next(iter(shapes(counted(CLOS))))
    one = first.told[0]
    assert one not in first.without(one).told
    assert len(first.without(one).told) == len(first.told) - 1
    full, plain = first.variants()
    assert full == first
    assert not [one for one in plain.told if one.name == "ports_per_cage"]


def test_pods_that_differ_from_the_first_tell_their_own():
    whole = counted(Tree(kind="rail-optimised", rails=1, pods=((1, 1), (2, 9))))
    told = [one for one in next(iter(shapes(whole))).told if one.name == "ports_per_cage"]
    assert Told("host-leaf", "ports_per_cage", 1) in told
    assert Told("host-leaf", "ports_per_cage", 2, "pod2") in told
