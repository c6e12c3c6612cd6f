"""Alternatives as tables."""

from __future__ import annotations

import csv
import io
import json

from cases.repositories import shipped

from fabric.analysis.alternatives import alternatives
from fabric.views.alternatives import alternatives as listed


def found():
    return alternatives(shipped("quickstart").designs["backend"])


def test_csv_and_json_have_a_row_for_each_offer():
    rows = list(csv.DictReader(io.StringIO(listed(found(), "csv"))))
    assert rows == json.loads(listed(found(), "json"))["alternatives"]
    assert len(rows) == sum(len(one.options) for one in found())


def test_people_see_the_present_parts_once():
    text = listed(found(), "human")
    assert text.count("400G-DR4 to 800G-2xDR4 over os2-mpo12-apc") == 1
