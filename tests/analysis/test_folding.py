"""Folding: no device is lost, no link is lost, and no row grows beyond a page."""

from __future__ import annotations

import pytest
from analysis.graphs import leaf_spine, ring, three_tiers, two_planes
from cases.fabrics import expanded
from cases.repositories import SHIPPED, shipped
from cases.webs import Web

from fabric.analysis.folding import MOST, fold
from fabric.topology import Role

GRAPHS = {
    "few": leaf_spine(4, 2, 8),
    "wide": leaf_spine(40, 30, 2),
    "pods": three_tiers(40),
    "ring": ring(60),
    "planes": two_planes(),
}


@pytest.fixture(params=[*GRAPHS, *SHIPPED])
def fabric(request):
    if request.param in GRAPHS:
        return GRAPHS[request.param]
    return next(iter(shipped(request.param).designs.values())).fabric


def test_every_device_is_in_one_box(fabric):
    names = [name for box in fold(fabric).boxes for name in box.names]
    wanted = [device.name for device in fabric.devices.values() if device.role is not Role.MANAGER]
    assert sorted(names) == sorted(wanted)


def test_every_link_is_in_one_strand(fabric):
    links = [
        link
        for link in fabric.links
        if Role.MANAGER not in {fabric.devices[link.a.device].role, fabric.devices[link.b.device].role}
    ]
    assert sum(strand.bundle.links for strand in fold(fabric).strands) == len(links)


def test_no_row_is_wider_than_a_page(fabric):
    assert max(map(len, fold(fabric).rows)) <= MOST


def test_devices_of_a_box_have_one_role(fabric):
    for box in fold(fabric).boxes:
        assert {fabric.devices[name].role for name in box.names} == {box.role}


def test_few_switches_are_drawn_each():
    assert all(len(box.names) == 1 for box in fold(GRAPHS["few"]).boxes if box.role is not Role.HOST)


def test_what_lies_alike_in_all_pods_shares_a_box():
    folded = fold(GRAPHS["pods"])
    boxes = [(box.role, len(box.names), len(box.pods)) for box in folded.boxes]
    assert (Role.LEAF, 80, 40) in boxes
    assert (Role.CORE, 1, 0) in boxes


def test_links_inside_a_box_are_a_strand_of_its_own():
    (inside,) = (strand for strand in fold(GRAPHS["ring"]).strands if strand.lower == strand.upper)
    assert inside.bundle.links == 60


def test_planes_stay_apart():
    folded = fold(two_planes(), most=1)
    assert max(map(len, folded.rows)) == 1
    apart = fold(two_planes())
    assert {(strand.lower, strand.upper) for strand in apart.strands if strand.upper < 2} == {(2, 0), (3, 1)}


def test_many_leaves_with_nothing_above_share_the_box_of_their_pod():
    pods = tuple((number, 4) for number in range(1, 5))
    folded = fold(expanded(Web("torus", pods, across=(3, 3))))
    leaves = [box for box in folded.boxes if box.role is Role.LEAF]
    assert [(box.pods, len(box.names)) for box in leaves] == [((f"pod{n}",), 9) for n in range(1, 5)]
