"""Ports of a mesh follow from the places of both leaves."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.webs import Web

from fabric.topology import Port, far_end, near_end


def ports(fabric, name):
    links = [link for link in fabric.links_of[name] if link.kind == "leaf-leaf"]
    return [(near_end(link, name).port, far_end(link, name).device) for link in links]


def test_a_leaf_keeps_no_port_for_itself_and_one_for_each_pod_to_come():
    fabric = expanded(Web("mesh", ((1, 1), (3, 1)), leaves=2))
    assert ports(fabric, "pod1-leaf2") == [
        (Port(9, 1, 4), "pod1-leaf1"), (Port(10, 5, 4), "pod3-leaf1"), (Port(11, 1, 4), "pod3-leaf2"),
    ]  # fmt: skip


def test_parallel_links_stand_side_by_side():
    fabric = expanded(Web("mesh", ((1, 1),), leaves=2, links=2))
    assert ports(fabric, "pod1-leaf1") == [(Port(9, 1, 4), "pod1-leaf2"), (Port(9, 5, 4), "pod1-leaf2")]
