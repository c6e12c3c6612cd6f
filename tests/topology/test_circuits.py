"""Optical circuit switches: links lead through them, and nothing else knows that they are there."""

from __future__ import annotations

from cases.explicit import ROWS, THROUGH, by_hand, listed, through_ocs
from cases.fabrics import site_of
from hypothesis import given
from hypothesis import strategies as st

from fabric.catalog import load_catalog
from fabric.topology import Passage, Role, expand, stretches


def fabric_of(text):
    return expand(site_of(text), "backend", load_catalog())


def essence(fabric):
    return [(link.a, link.b, link.speed_gbps, link.kind, link.rail) for link in fabric.links]


def test_a_link_through_a_circuit_switch_is_the_link():
    through, direct = fabric_of(through_ocs()), fabric_of(by_hand())
    assert essence(through) == essence(direct)
    assert through.devices == direct.devices
    assert [(d.name, d.role) for d in through.passive.values()] == [("ocs1", Role.CIRCUIT)]


@given(st.permutations(THROUGH), st.sets(st.integers(0, 7)))
def test_neither_order_nor_direction_of_its_cables_matters(rows, turned):
    rows = [row[::-1] if number in turned else row for number, row in enumerate(rows)]
    found = fabric_of(through_ocs(rows=rows))
    assert [(link.a, link.b, link.via) for link in found.links] == [
        (link.a, link.b, link.via) for link in fabric_of(through_ocs()).links
    ]


def test_its_cables_are_two_and_know_their_lengths():
    text = through_ocs(
        ('"leaf1:33/1"}', '"leaf1:33/1", length: 7 m}'), ('"spine1:1/1"}', '"spine1:1/1", length: 9 m}')
    )
    link = fabric_of(text).links_of["leaf1"][-1]
    assert link.via == (Passage("ocs1", 1, 101, 7.0, 2.0),)
    assert link.length_m == 16.0
    cables = [(str(one.a), str(one.b), one.length_m) for one in stretches(link)]
    assert cables == [("leaf1:33/1", "ocs1:1/1", 7.0), ("ocs1:101/1", "spine1:1/1", 9.0)]


def test_light_may_pass_several():
    more = "    ocs2: {model: calient-s320, cross_connects: [{a: 320, b: 1}]}\n"
    rows = (*THROUGH[:6], ("ocs2:1", "spine1:1/1"), ("ocs1:101", "ocs2:320"), THROUGH[7])
    link = fabric_of(through_ocs(("  links:", f"{more}  links:"), rows=rows)).links_of["leaf1"][-1]
    assert [(one.device, one.near, one.far, one.loss_db) for one in link.via] == [
        ("ocs1", 1, 101, 2.0),
        ("ocs2", 320, 1, None),
    ]
    assert str(link.b) == "spine1:1/1"


def test_equals_are_joined_from_the_first_on():
    rows = (*ROWS, ("leaf2:60", "ocs1:1"), ("leaf1:60", "ocs1:101"))
    text = by_hand(
        ("  links:", "  ocs: {ocs1: {model: calient-s320, cross_connects: [{a: 1, b: 101}]}}\n  links:"),
        links=listed(rows),
    )
    link = fabric_of(text).links_of["leaf1"][-1]
    assert (link.a.device, link.b.device, link.via[0].near, link.via[0].far) == ("leaf1", "leaf2", 101, 1)
