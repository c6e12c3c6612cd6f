"""Torus, mesh and dragonfly+: what holds for every such fabric, and how it grows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from cases.fabrics import expanded, numbered
from cases.webs import web_histories, webs
from cases.wiring import every_port_is_used_once, lanes_are_within_cages
from hypothesis import given, settings

from fabric.topology import Role


def neighbours_of(web):
    """Return the pairs of switches of a torus or mesh that are to be joined, by name."""
    if web.kind == "mesh":
        names = [f"pod{n}-leaf{i}" for n, _ in web.pods for i in range(1, web.leaves + 1)]
        return {frozenset(pair) for pair in combinations(names, 2)}
    return {
        frozenset((grid_name(place), grid_name(moved(place, dimension, far))))
        for place in grid(web.size)
        for dimension, length in enumerate(web.size)
        if (far := next_on_ring(place[dimension], length, web.wrap))
    }


def grid(size):
    found = [()]
    for length in size:
        found = [(*place, n) for place in found for n in range(1, length + 1)]
    return found


def next_on_ring(own, length, wrap):
    if own < length:
        return own + 1
    return 1 if wrap and length > 2 else None


def moved(place, dimension, far):
    return (*place[:dimension], far, *place[dimension + 1 :])


def grid_name(place):
    return f"pod{place[-1]}-leaf{'-'.join(map(str, place[:-1]))}"


def groups_are_joined(fabric, web):
    """Every two groups share their links, at most one apart spine by spine, and each joins equal indices."""
    pairs, ends = Counter(), Counter()
    for link in fabric.links:
        if link.kind == "spine-spine":
            a, b = fabric.devices[link.a.device], fabric.devices[link.b.device]
            assert a.index == b.index
            pairs[frozenset((a.pod, b.pod))] += 1
            ends[a.name, b.pod] += 1
    pods = [f"pod{number}" for number, _ in web.pods]
    assert pairs == {frozenset(pair): web.links for pair in combinations(pods, 2)}
    assert set(ends.values()) <= {max(web.links // web.spines, 1)}


def sound(web):
    fabric = expanded(web)
    every_port_is_used_once(fabric)
    lanes_are_within_cages(fabric)
    nics = Counter(link.a.device for link in fabric.links if link.kind == "host-leaf")
    assert nics == {host.name: web.nics for host in fabric.of_role(Role.HOST)}
    if web.kind == "dragonfly-plus":
        groups_are_joined(fabric, web)
        return
    joined = Counter(
        frozenset((link.a.device, link.b.device)) for link in fabric.links if link.kind == "leaf-leaf"
    )
    assert joined == dict.fromkeys(neighbours_of(web), web.links)


def moves_only_the_ends_of_rings(history):
    """A torus that grows takes its last ring apart at one place; nothing else ever moves."""
    for (web, before), (_, after) in pairwise((web, expanded(web)) for web in history):
        now = {(link.a, link.b) for link in after.links}
        gone = [link for link in before.links if (link.a, link.b) not in now]
        for link in gone:
            assert web.kind == "torus"
            assert {before.devices[end.device].pod for end in (link.a, link.b)} == {
                "pod1", f"pod{len(web.pods)}",
            }  # fmt: skip


@settings(max_examples=60)
@given(webs())
def test_every_port_is_used_once_and_every_pair_is_joined_as_it_should(web):
    sound(web)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(webs())
def test_ten_thousand_webs_use_every_port_once(web):
    sound(web)


@settings(max_examples=40)
@given(web_histories())
def test_growth_moves_no_cable_but_the_ends_of_a_ring(history):
    moves_only_the_ends_of_rings(history)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(web_histories())
def test_ten_thousand_histories_move_only_the_ends_of_rings(history):
    moves_only_the_ends_of_rings(history)


@settings(max_examples=25)
@given(web_histories())
def test_growth_moves_no_number(history):
    ledger, before = None, {}
    for web in history:
        fabric, numbers, ledger = numbered(web, ledger)
        now = {
            d.name: (numbers.loopback(d.name), numbers.asn(d)) for d in fabric.of_role(Role.LEAF, Role.SPINE)
        }
        assert before.items() <= now.items()
        before = now
