"""Measures as people and machines read them."""

from __future__ import annotations

import json

import pytest
from cases.repositories import shipped

from fabric.analysis.measures import measure
from fabric.views import measures as views


def measured(*intents):
    return [measure(design) for intent in intents for design in shipped(intent).designs.values()]


@pytest.mark.parametrize("form", ["human", "markdown", "json"])
def test_measures_are_as_agreed(golden, form):
    text = views.measures(measured("quickstart", "ib-b200-superpod"), form)
    golden(f"views/topology.{form}.txt", text + "\n")


def test_json_has_every_fabric():
    found = json.loads(views.measures(measured("quickstart", "roce-256"), "json"))
    assert [fabric["gpus"] for fabric in found["fabrics"]] == [32, 256]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.125, "12.5 %"),
        (0.9999, "99.99 %"),
        (0.99999, "under 100 %"),
        (1e-6, "0.0001 %"),
    ],
)
def test_a_share_is_never_rounded_to_all_or_nothing(share, text):
    assert views.percent(share) == text


@pytest.mark.parametrize(("gbps", "text"), [(0, "-"), (400, "400 Gb/s"), (51200, "51.2 Tb/s")])
def test_a_rate_has_the_unit_one_reads_it_in(gbps, text):
    assert views.rate(gbps) == text


@pytest.mark.parametrize(("found", "text"), [(None, "-"), (1.0, "1:1"), (1 / 3, "0.333:1"), (2.0, "2:1")])
def test_an_oversubscription_is_a_ratio(found, text):
    assert views.ratio(found) == text
