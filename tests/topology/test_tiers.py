"""Exceptions and panels: what an override changes, and how a panel is shared out."""

from __future__ import annotations

import pytest
from cases.fabrics import site_of
from cases.repositories import base_text, edited

from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.topology import Port, expand

SPINE = 'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}'


def fabric(*changes):
    return expand(site_of(edited(base_text(), *changes)), "backend", load_catalog())


def overridden(overrides):
    return fabric((SPINE, f"{SPINE}\n  overrides: {overrides}"))


def releases(found):
    return {d.name: d.release for d in found.devices.values() if d.platform == "cumulus"}


def test_an_override_changes_the_switches_it_matches_and_no_other():
    assert releases(overridden('[{match: "pod1-leaf[2-9]", release: "5.15"}]')) == {
        "pod1-leaf1": "5.16",
        "pod1-leaf2": "5.15",
        "spine1": "5.16",
        "spine2": "5.16",
    }


def test_overrides_of_different_switches_add_up():
    found = overridden('[{match: "pod1-*", release: "5.14"}, {match: "spine?", release: "5.15"}]')
    assert releases(found) == {"pod1-leaf1": "5.14", "pod1-leaf2": "5.14", "spine1": "5.15", "spine2": "5.15"}


def test_two_overrides_may_not_give_a_switch_two_releases():
    with pytest.raises(FabricError) as refused:
        overridden('[{match: "*", release: "5.14"}, {match: "spine?", release: "5.15"}]')
    assert {found.code for found in refused.value.diagnostics} == {"TOP-080"}


def test_an_override_moves_no_cable():
    changed = overridden('[{match: "*", release: "5.15"}]')
    assert changed.links == fabric().links


def test_an_overridden_switch_is_spoken_of_at_its_override():
    found = overridden('[{match: spine1, release: "5.15"}]').devices
    assert found["spine1"].path == ("topology", "overrides", 0)
    assert found["spine2"].path == ("topology", "spine")


def test_uplinks_begin_behind_half_of_the_cages():
    links = fabric().links_of["pod1-leaf1"]
    assert [link.a.port for link in links if link.kind == "leaf-spine"] == [
        Port(33, 1, 4), Port(33, 5, 4), Port(34, 1, 4), Port(34, 5, 4),
    ]  # fmt: skip


def test_uplinks_begin_where_the_intent_says():
    links = fabric(("uplinks: 4", "uplinks: 4, first_uplink_cage: 63")).links_of["pod1-leaf1"]
    assert [link.a.port.cage for link in links if link.kind == "leaf-spine"] == [63, 63, 64, 64]


@pytest.mark.parametrize(("uplinks", "fits"), [(64, True), (66, False)])
def test_uplinks_fill_the_second_half_and_no_more(uplinks, fits):
    change = ("uplinks: 4", f"uplinks: {uplinks}")
    if fits:
        assert len(fabric(change).links_of["pod1-leaf1"]) == uplinks + 2
        return
    with pytest.raises(FabricError, match="TOP-009"):
        fabric(change)


@pytest.mark.parametrize(("hosts", "fits"), [(64, True), (65, False)])
def test_hosts_fill_the_first_half_and_no_more(hosts, fits):
    change = ("count: 2, model: hgx", f"count: {hosts}, model: hgx")
    if fits:
        assert len(fabric(change).links_of["pod1-leaf1"]) == hosts + 4
        return
    with pytest.raises(FabricError, match="TOP-008"):
        fabric(change)
