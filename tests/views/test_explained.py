"""Explanations read well, and machines get all of them."""

from __future__ import annotations

import json

import pytest

from fabric.views.explained import explained_json, explained_text
from fabric.views.explaining import explain


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("device", "pod1-leaf1"),
        ("host", "pod1-host1"),
        ("port", "pod1-leaf1:Ethernet33/1"),
        ("nic", "pod1-host1:1/1"),
        ("headroom", "pod1-leaf2:Ethernet256:headroom"),
    ],
)
def test_an_explanation_reads_like_its_golden_file(golden, quickstart, name, subject):
    golden(f"explain/{name}.txt", explained_text(quickstart, explain(quickstart, subject)) + "\n")


def test_values_with_the_same_chain_share_it(quickstart):
    text = explained_text(quickstart, explain(quickstart, "pod1-leaf1:33/1:ecn"))
    assert text.count("ecn.auto") == 1
    assert text.count("\necn.roce.") == 3


def test_colour_is_only_paint(quickstart):
    found = explain(quickstart, "pod1-leaf1:33/1:mtu")
    painted = explained_text(quickstart, found, colour=True)
    for paint in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
        assert paint in painted
        painted = painted.replace(paint, "")
    assert painted == explained_text(quickstart, found)


def test_machines_get_value_rule_place_formula_and_facts(quickstart):
    document = json.loads(explained_json(quickstart, explain(quickstart, "pod1-leaf1:33/1:ecn")))
    assert document["schema"] == "fabric-explanation/1"
    (one,) = document["explanations"]
    value = one["values"][0]
    assert (value["field"], value["value"], value["rule"]) == ("ecn.roce.min_bytes", 150000, "ecn.auto")
    assert value["intent"]["file"] == "intents/quickstart/site.yaml"
    assert value["formula"].startswith("min = 0.25 x 400 Gb/s")
    assert value["facts"][0]["name"] == "ecn_rule/auto"
    assert value["facts"][0]["source"]
    assert value["facts"][0]["confidence"] == "medium"


def test_machines_get_the_ports_of_a_device(quickstart):
    document = json.loads(explained_json(quickstart, explain(quickstart, "spine1")))
    assert document["explanations"][0]["ports"][0]["place"] == "1/1"
