"""Routing said in tables of CONFIG_DB, and what is read back from what the image makes of them."""

from __future__ import annotations

import json
from functools import cache
from ipaddress import ip_network

import pytest
from cases.designs import LEAF, SONIC_LEAF, units
from cases.full_units import field_of, templates
from cases.perturbation import another, leaves, put
from cases.repositories import everything
from judges import yang

from fabric.platforms.form import ChangeClass
from fabric.render import render

UNIFIED_LEAF = SONIC_LEAF.replace("}", ", routing_mode: unified}")
FORMS = {
    "unnumbered": (),
    "both families": (("routing:\n", "routing:\n  dual_stack: true\n"),),
    "numbered": (("routing:\n", "routing:\n  underlay: ebgp-numbered\n"),),
    "numbered, both families": (("routing:\n", "routing:\n  underlay: ebgp-numbered\n  dual_stack: true\n"),),
    "drained": (("routing:\n", "routing:\n  drained: [pod1-leaf1]\n"),),
}
PLATFORM = everything().platforms["sonic"]


@cache
def leaf(form, leaf_words=UNIFIED_LEAF):
    return units((LEAF, leaf_words), *FORMS[form])["pod1-leaf1"]


def rendered(unit):
    return {one.name: one.text for one in render(PLATFORM, unit, templates())}


@pytest.mark.parametrize("form", FORMS)
def test_there_is_no_file_of_ours(form):
    assert set(rendered(leaf(form))) == {"config_db.json"}


@pytest.mark.judge("yang")
@pytest.mark.parametrize("form", FORMS)
def test_its_tables_are_of_the_models(form):
    artifacts = rendered(leaf(form))
    for release in ("202511", "202605"):
        assert yang.judge(artifacts["config_db.json"], release) == ()


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"drained"}))
def test_it_routes_as_with_a_file_of_ours(form):
    made, ours = (PLATFORM.hop(rendered(leaf(form, words))) for words in (UNIFIED_LEAF, SONIC_LEAF))
    assert (made.ports, made.asn, made.router_id, made.max_paths) == (
        ours.ports, ours.asn, ours.router_id, ours.max_paths
    )  # fmt: skip
    unit = leaf(form)
    own = {ip_network(one) for one in (unit.loopback, unit.loopback6) if one is not None} | {
        one.network for port in unit.interfaces for one in (port.address, port.address6) if one is not None
    }
    for network in own:
        said, wanted = (any(line.takes(network) for line in each.advertised) for each in (made, ours))
        assert said == wanted, network
    assert all(line.network in own for line in made.advertised)


def test_facts_are_read_back_from_tables_whatever_file_lies_beside():
    artifacts = rendered(leaf("unnumbered"))
    beside = artifacts | {"frr.conf": "router bgp 1\n"}
    ours = PLATFORM.facts(rendered(leaf("unnumbered", SONIC_LEAF)))
    for texts in (artifacts, beside):
        found = PLATFORM.facts(texts)
        assert (found.asn, found.bfd, found.ports) == (ours.asn, (300, 3), ours.ports)
    assert PLATFORM.parse(artifacts) == PLATFORM.parse(beside)


IN_NO_TABLE = {
    "bgp.bfd.interval_ms": "CAP-006 refuses all but FRR's own",
    "bgp.bfd.multiplier": "CAP-006 refuses all but FRR's own",
    "bgp.neighbors.peer": "sessions are named by their port",
}


@pytest.mark.parametrize("form", ["unnumbered", "numbered"])
def test_every_value_of_routing_changes_the_tables(form):
    unit = leaf(form)
    before = rendered(unit)
    silent = {
        field_of(path)
        for path, value in leaves(unit)
        if path[0] == "bgp" and rendered(put(unit, path, another(path, value))) == before
    }
    by_address = {"bgp.neighbors.port"} if form == "numbered" else set()
    assert silent <= IN_NO_TABLE.keys() | by_address


def test_a_new_session_waits_for_the_start_of_its_container_and_a_drain_does_not():
    before, drained = (PLATFORM.parse(rendered(leaf(form))) for form in ("unnumbered", "drained"))
    for old, new in ((before, drained), (drained, before)):
        patch = PLATFORM.patch(old, new)
        assert [step.kind for step in patch.steps] == ["load"]
        assert patch.change_class is ChangeClass.TUNING
    lost = min(path[1] for path in before if path[0] == "BGP_NEIGHBOR")
    fewer = {path: value for path, value in before.items() if lost not in path}
    patch = PLATFORM.patch(fewer, before)
    assert [(step.kind, step.body) for step in patch.steps[1:]] == [("restart", "bgp\n")]
    assert patch.change_class is ChangeClass.SESSION_RESET
    assert {PLATFORM.port_of(edit.path) for edit in patch.edits} == {None}
    asn = before | {("BGP_GLOBALS", "default", "local_asn"): "4200009999"}
    assert PLATFORM.patch(before, asn).change_class is ChangeClass.IDENTITY
    assert not any(map(PLATFORM.beyond, patch.edits))
    assert {PLATFORM.feature(edit.path) for edit in patch.edits} == {"routing"}


def test_the_first_row_of_routing_starts_the_container_too():
    tree = PLATFORM.parse(rendered(leaf("unnumbered")))
    none = {path: value for path, value in tree.items() if not path[0].startswith(("BGP_", "ROUTE_MAP"))}
    patch = PLATFORM.patch(none, tree)
    assert [step.kind for step in patch.steps] == ["load", "restart"]
    load = json.loads(patch.steps[0].body)
    order = [name for name in load if name.startswith(("BGP_", "ROUTE_MAP"))]
    assert order.index("BGP_PEER_GROUP") < order.index("BGP_NEIGHBOR")
    assert order.index("ROUTE_MAP_SET") < order.index("BGP_PEER_GROUP_AF")
