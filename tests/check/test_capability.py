"""What is asked of whom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases.repositories import edited, everything, shipped
from cases.shared_hosts import BOTH, site

from fabric.catalog import load_catalog
from fabric.check.capability import every_feature_is_supported, nics_schedule_every_class
from fabric.pipeline import at, expanded

NO_800G = """
support:
  - feature: speed-800g
    platform: eos
    verdict: 'no'
    confidence: high
    source: [a test]
"""


def test_a_speed_is_asked_of_the_switches_that_have_it_alone():
    design = shipped("mixed-400-800").designs["backend"]
    slow = replace(design, catalog=load_catalog({"own.yaml": NO_800G}))
    (found,) = [one for one in every_feature_is_supported(slow) if "speed-800g" in one.summary]
    assert "(`pod2-leaf2`, `spine2`)" in found.summary


SPLIT = """\
        - {name: default, dscp: rest, traffic_class: 0, bandwidth: 10 %}
        - {name: bulk, dscp: [8], traffic_class: 1, bandwidth: 10 %}
"""
DEFAULT = "        - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}\n"


@pytest.mark.parametrize(
    ("model", "classes", "expected"),
    [
        ("thor-2", SPLIT, ["`thor-2` does `nic-traffic-classes` up to 3, 4 is asked (`pod1`, `pod2`)"]),
        ("thor-2", DEFAULT, []),
        ("connectx-7", SPLIT, []),
        ("pollara-400", SPLIT, []),
    ],
)
def test_a_nic_with_fewer_classes_than_the_intent_is_told(model, classes, expected):
    text = edited(BOTH, (DEFAULT, classes), ("backend: {model: connectx-7", f"backend: {{model: {model}"))
    found = tuple(
        nics_schedule_every_class(expanded(at(site(text), "site"), everything()).designs["backend"])
    )
    assert [one.summary for one in found] == expected
    assert {one.severity.value for one in found} <= {"error"}


def test_a_queue_pair_is_hashed_where_a_switch_has_words_for_it_and_refused_elsewhere():
    design = shipped("roce-256").designs["backend"]
    ecmp = design.intent.routing.ecmp
    routing = design.intent.routing.model_copy(
        update={"ecmp": ecmp.model_copy(update={"hash": (*ecmp.hash, "dst-qp")})}
    )
    asking = replace(design, intent=design.intent.model_copy(update={"routing": routing}))
    found = [one for one in every_feature_is_supported(asking) if "ecmp-hash-" in one.summary]
    refused = {one.summary.split(" ")[0]: one.severity for one in found if "`ecmp-hash-qp`" in one.summary}
    assert refused == {"sonic": "error", "cumulus": "error"}
    assert not any("ecmp-hash-fields" in one.summary for one in found)
