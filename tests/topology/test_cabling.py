"""Which port a cable between switches takes: it follows from the places of both ends."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.shapes import Tree

from fabric.topology import Port, far_end, near_end


def ports(fabric, name, kind):
    """Return the ports of a switch in a class of links, with what they lead to."""
    links = [link for link in fabric.links_of[name] if link.kind == kind]
    return [(near_end(link, name).port, far_end(link, name).device) for link in links]


def test_ports_of_a_core_follow_from_pod_and_spine_and_leave_room():
    fabric = expanded(Tree(((1, 1), (3, 1)), spines=2, room=3))
    assert ports(fabric, "core1", "spine-core") == [
        (Port(1, 1, 4), "pod1-spine1"), (Port(1, 5, 4), "pod1-spine2"),
        (Port(4, 1, 4), "pod3-spine1"), (Port(4, 5, 4), "pod3-spine2"),
    ]  # fmt: skip


def test_downlinks_of_a_spine_follow_from_the_leaf_and_uplinks_from_the_core():
    fabric = expanded(Tree(((2, 1),), parallel=2, cores=2))
    assert ports(fabric, "pod2-spine1", "leaf-spine") == [
        (Port(1, 1, 4), "pod2-leaf1"), (Port(1, 5, 4), "pod2-leaf1"),
        (Port(2, 1, 4), "pod2-leaf2"), (Port(2, 5, 4), "pod2-leaf2"),
    ]  # fmt: skip
    assert ports(fabric, "pod2-spine1", "spine-core") == [
        (Port(33, 1, 4), "core1"),
        (Port(33, 5, 4), "core2"),
    ]


def test_a_spine_reaches_the_cores_of_its_own_plane():
    fabric = expanded(Tree(planes=2, spines=2, cores=2))
    assert [core for _, core in ports(fabric, "pod1-spine1", "spine-core")] == ["core1", "core3"]
    assert [core for _, core in ports(fabric, "pod1-spine2", "spine-core")] == ["core2", "core4"]


# Spines 1 and 3 are of the odd rails, 2 and 4 of the even; ports follow from a leaf's place in its plane.
def test_with_planes_a_rail_has_spines_of_its_own():
    fabric = expanded(Tree(((1, 1), (2, 1)), kind="rail-optimised", rails=4, planes=2, spines=4))
    assert [spine for _, spine in ports(fabric, "pod1-leaf3", "leaf-spine")] == ["spine1", "spine3"]
    assert ports(fabric, "spine2", "leaf-spine") == [
        (Port(1, 1, 4), "pod1-leaf2"), (Port(1, 5, 4), "pod1-leaf4"),
        (Port(2, 1, 4), "pod2-leaf2"), (Port(2, 5, 4), "pod2-leaf4"),
    ]  # fmt: skip


def test_as_many_planes_as_rails_are_rails_alone():
    fabric = expanded(Tree(((1, 1), (2, 1)), kind="rail-optimised", rails=4, planes=4, spines=4))
    for link in fabric.links:
        if link.kind == "leaf-spine":
            assert fabric.devices[link.b.device].index == link.rail
