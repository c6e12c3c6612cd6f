"""Switches have the names that people gave them, and more of them move none."""

from __future__ import annotations

from cases.fabrics import site_of
from cases.shapes import Tree

from fabric.catalog import load_catalog
from fabric.topology import expand
from fabric.topology.called import name_by

NAMES = """\
  names:
    leaf: "dc1-p{pod}-lf{place:02}"
    spine: "ny5-be-{number0}"
    switches: {spine2: r12u40-spine}
"""


def fabric_of(tree, names=NAMES):
    text = tree.text.replace("topology:\n", f"topology:\n{names}")
    assert names in text
    return expand(site_of(text), "backend", load_catalog())


def unnamed(tree):
    return expand(site_of(tree.text), "backend", load_catalog())


def test_names_come_from_places_and_cables_stay():
    tree = Tree(kind="rail-optimised", rails=4, pods=((1, 4), (3, 4)), spines=2)
    plain, called = unnamed(tree), fabric_of(tree)
    own = dict(zip(plain.devices, called.devices, strict=True))
    assert own["pod1-leaf2"] == "dc1-p1-lf02"
    assert own["pod3-leaf1"] == "dc1-p3-lf09"
    assert (own["spine1"], own["spine2"]) == ("ny5-be-0", "r12u40-spine")
    moved = [(own[link.a.device], link.a.port, own[link.b.device], link.b.port) for link in plain.links]
    assert moved == [(link.a.device, link.a.port, link.b.device, link.b.port) for link in called.links]


def test_more_pods_move_no_name():
    small, large = (
        fabric_of(Tree(kind="rail-optimised", rails=4, pods=pods, spines=2))
        for pods in (((1, 4), (3, 4)), ((1, 4), (2, 4), (3, 4), (4, 4)))
    )
    assert small.devices.keys() < large.devices.keys()
    assert set(small.links) < set(large.links)


def test_a_number_has_zeros_before_it_or_counts_from_zero():
    numbers = {"pod": 2, "number": 7}
    assert name_by("dc1-{pod0}-lf{number:03}", numbers) == "dc1-1-lf007"
