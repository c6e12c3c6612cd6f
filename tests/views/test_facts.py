"""Names of facts lead to rows with source and confidence."""

from __future__ import annotations

import pytest

from fabric.topology import near_end
from fabric.views.explaining import explain
from fabric.views.facts import fact


@pytest.mark.parametrize(
    "name",
    [
        "optics/400G-DR4",
        "fibres/os2-mpo12-apc",
        "asics/TH5",
        "nics/connectx-7",
        "hosts/hgx-h200",
        "switches/arista-7060x6-64pe",
        "hwskus/Arista-7060X6-64PE-O128",
        "pools/Arista-7060X6-64PE-O128/t0",
        "ecn_rule/auto",
    ],
)
def test_a_row_of_the_catalog_says_its_source_and_confidence(quickstart, name):
    found = fact(quickstart, name)
    assert found.name == name
    assert found.values
    assert found.source
    assert found.confidence in {"high", "medium", "low", "recalled"}


def test_a_headroom_is_found_by_table_speed_and_length(quickstart):
    catalog = quickstart.designs["backend"].catalog
    row = catalog.headroom("Arista-7060X6-64PE-O128", 400)[0]
    found = fact(quickstart, f"headroom/{row.table}/400G/{row.cable_m}m")
    assert found.values["xoff_bytes"] == row.xoff_bytes


def test_optics_may_be_a_cable_with_fixed_ends(quickstart):
    cable = quickstart.designs["backend"].catalog.cable_ids[0]
    assert fact(quickstart, f"optics/{cable}").source == fact(quickstart, f"cables/{cable}").source


def test_a_line_of_the_ledger_is_found_with_its_place(quickstart):
    found = fact(quickstart, "ledger/backend/spine1")
    assert found.values == {"spine1": "3"}
    assert found.source[0].startswith("inventory/quickstart/allocations.yaml:")
    assert found.confidence == "own"


def test_a_line_of_the_inventory_is_found_with_its_place(quickstart):
    found = fact(quickstart, "inventory/quickstart/pod1-leaf1")
    assert found.values == {"management": "172.20.0.11/24"}
    assert found.source[0].startswith("inventory/quickstart/hosts.yaml:3:")


@pytest.mark.parametrize(
    "name",
    ["optics/none", "headroom/none", "headroom/a/bG/cm", "ledger/x", "inventory/y", "nothing/at-all", ""],
)
def test_an_unknown_name_is_no_fact(quickstart, name):
    assert fact(quickstart, name) is None


def test_every_fact_that_a_shipped_intent_rests_on_is_known(shipped):
    design = next(iter(shipped.designs.values()))
    firsts = {device.role: device.name for device in reversed(design.fabric.devices.values())}
    subjects = [
        *firsts.values(),
        *(f"{n}:{near_end(link, n).port}" for n in firsts.values() for link in design.fabric.links_of[n]),
    ]
    names = {
        name
        for subject in subjects
        for one in explain(shipped, subject)
        for value in (*one.where, *one.values)
        for name in value.origin.facts
    }
    assert len(names) > 3
    assert [name for name in sorted(names) if fact(shipped, name) is None] == []
