"""Pods of different speeds, and links that are other than their class: no other port moves."""

from __future__ import annotations

import pytest
from cases.repositories import base_with, everything, shipped
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.pipeline import at, expanded
from fabric.topology import Port, Role

LINKS = (
    "    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}\n",
    "    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m, ports_per_cage: 1}\n",
)
"""What the base says of its uplinks, and the same speed with room for faster modules."""


def fabric_of(*changes, overrides=""):
    if overrides:
        changes = (*changes, ("routing:\n", f"  overrides:\n{overrides}\nrouting:\n"))
    return expanded(at(base_with(*changes), "site"), everything()).designs["backend"].fabric


def ends(fabric, kind):
    return {(str(link.a), str(link.b)) for link in fabric.links if link.kind == kind}


def test_a_class_of_one_port_to_a_cage_leaves_the_other_lanes_free():
    uplinks = [link for link in fabric_of(LINKS).links if link.kind == "leaf-spine"]
    assert {(link.a.port.lane, link.a.port.lanes) for link in uplinks} == {(1, 4)}
    assert {(link.b.port.lane, link.b.port.lanes) for link in uplinks} == {(1, 4)}
    assert sorted({link.a.port.cage for link in uplinks}) == [33, 34, 35, 36]


def test_with_room_for_them_faster_modules_move_no_port():
    before = fabric_of(LINKS)
    faster = LINKS[1].replace("800G-2xDR4", "800G-DR8").replace("mpo12", "mpo16")
    after = fabric_of((LINKS[0], faster))
    assert ends(before, "leaf-spine") == ends(after, "leaf-spine")
    assert {link.speed_gbps for link in after.links if link.kind == "leaf-spine"} == {800}


def test_an_exception_changes_its_links_alone():
    plain = fabric_of(LINKS)
    override = (
        '    - {match: "pod1-leaf1", to: "spine2", both: 800G-DR8, fibre: os2-mpo16-apc, length: 40 m}\n'
    )
    changed = fabric_of(LINKS, overrides=override)
    pairs = list(zip(plain.links, changed.links, strict=True))
    hit = [new for old, new in pairs if old != new]
    assert {(link.a.device, link.b.device) for link in hit} == {("pod1-leaf1", "spine2")}
    assert {(link.speed_gbps, link.media_a, link.media_b, link.length_m) for link in hit} == {
        (800, "800G-DR8", "800G-DR8", 40.0)
    }
    assert {end.port.lanes for link in hit for end in (link.a, link.b)} == {8}
    assert [(old.a.port[:2], old.b.port[:2]) for old, _ in pairs] == [
        (new.a.port[:2], new.b.port[:2]) for _, new in pairs
    ]


def test_the_later_of_two_exceptions_wins_and_the_earlier_keeps_what_it_alone_says():
    overrides = (
        '    - {match: "pod1-host1", length: 20 m, host: 400G-DR4}\n'
        '    - {match: "pod1-host*", to: "*-leaf2", length: 25 m}\n'
    )
    lengths = {
        (link.a.device, link.b.device): link.length_m
        for link in fabric_of(overrides=overrides).links
        if link.kind == "host-leaf"
    }
    assert lengths == {
        ("pod1-host1", "pod1-leaf1"): 20,
        ("pod1-host1", "pod1-leaf2"): 25,
        ("pod1-host2", "pod1-leaf1"): 10,
        ("pod1-host2", "pod1-leaf2"): 25,
    }


def test_what_the_intent_says_of_a_link_is_found_where_it_stands():
    override = '    - {match: "pod1-host1", length: 20 m}\n'
    link = next(link for link in fabric_of(overrides=override).links if link.a.device == "pod1-host1")
    assert link.given["length"] == ("physical", "overrides", 0, "length")
    assert link.given["host"] == ("physical", "links", "host-leaf", "host")


@pytest.fixture(scope="module")
def mixed():
    return shipped("mixed-400-800").designs["backend"].fabric


def test_each_pod_has_the_speed_of_its_own_nics(mixed):
    speeds = {(link.kind, mixed.devices[link.a.device].pod): link.speed_gbps for link in mixed.links}
    assert speeds == {
        ("host-leaf", "pod1"): 400,
        ("host-leaf", "pod2"): 800,
        ("leaf-spine", "pod1"): 400,
        ("leaf-spine", "pod2"): 800,
    }


def test_a_leaf_of_400g_has_two_hosts_to_a_cage_and_one_of_800g_has_one(mixed):
    for pod, lanes, cages in (("pod1", 4, [1, 1, 2, 2, 3, 3, 4, 4]), ("pod2", 8, list(range(1, 9)))):
        down = [link.b.port for link in mixed.links_of[f"{pod}-leaf1"] if link.kind == "host-leaf"]
        assert [(port.cage, port.lanes) for port in down] == [(cage, lanes) for cage in cages]


def test_a_spine_keeps_one_cage_for_every_link_whatever_its_speed(mixed):
    for spine in mixed.of_role(Role.SPINE):
        ports = [link.b.port for link in mixed.links_of[spine.name]]
        assert ports == [Port(cage, 1, 4 if cage <= 8 else 8) for cage in range(1, 17)]


HOSTS = "  pod1: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n"
FASTER = "  pod%d: {count: %d, model: hgx-b300, nics: {backend: {model: thor-ultra, count: 2}}}\n"
OF_POD = (
    "    pod%d: {host-leaf: {both: 800G-DR8, fibre: os2-mpo16-apc, length: 10 m},"
    " leaf-spine: {both: 800G-DR8, fibre: os2-mpo16-apc, length: 30 m}}\n"
)


def two_generations(slower, faster):
    """Return a fabric with a pod of `slower` hosts at 400G, and pods of 800G by number with their hosts."""
    pods = HOSTS.replace("count: 2, model", f"count: {slower}, model")
    pods += "".join(FASTER % pod for pod in faster.items())
    own = "  pods:\n" + "".join(OF_POD % number for number in faster) if faster else ""
    return fabric_of((HOSTS, pods), (LINKS[0], LINKS[1] + own))


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 3), st.dictionaries(st.integers(2, 6), st.integers(1, 3), max_size=2), st.data())
def test_a_fabric_of_two_generations_grows_and_no_port_moves(slower, faster, data):
    before = two_generations(slower, faster)
    more = {number: hosts + data.draw(st.integers(0, 3)) for number, hosts in faster.items()}
    others = st.integers(2, 6).filter(lambda number: number not in faster)
    more |= data.draw(st.dictionaries(others, st.just(2), max_size=2))
    after = two_generations(slower + data.draw(st.integers(0, 3)), more)
    assert set(before.links) <= set(after.links)
