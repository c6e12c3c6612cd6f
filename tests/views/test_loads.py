"""Racks as tables: what nobody knows is named, never taken for nothing."""

from __future__ import annotations

import csv
import io
import json

import pytest
from cases.repositories import shipped

from fabric.analysis.loads import loads
from fabric.views.loads import NONE, rack_changes, racks


@pytest.fixture(scope="module")
def found():
    return loads(shipped("mixed-400-800").designs.values())


def test_every_device_stands_in_one_rack(found):
    assert [(load.rack, load.devices) for load in found] == [("a-1", 2), ("a-5", 2), ("n-1", 4), ("n-2", 2)]


def test_modules_draw_where_they_sit(found):
    # Rack n-2: two spines, each with 8 twin-port modules of 17 W and 8 of 800G with 16 W or more.
    power = {load.rack: load.power_w for load in found}
    assert power["n-2"].known > 2 * 8 * 17
    assert power["n-2"].missing == ("nvidia-sn5600", "arista-7060x6-64pe")


def test_the_height_of_switches_adds_up(found):
    units = {load.rack: load.rack_units for load in found}
    assert (units["n-1"].known, units["n-1"].missing) == (8, ())
    assert units["a-1"].missing == ("hgx-h200",)


def test_csv_and_json_say_the_same(found):
    rows = list(csv.DictReader(io.StringIO(racks(found, "csv"))))
    records = json.loads(racks(found, "json"))["racks"]
    assert [(row["rack"], float(row["power_w"]), row["power_unknown"].split()) for row in rows] == [
        (record["rack"], pytest.approx(record["power_w"]["known"], rel=1e-5), record["power_w"]["missing"])
        for record in records
    ]


def test_people_read_that_a_figure_is_unknown(found):
    assert "unknown; no figure for `hgx-h200`" in racks(found, "human")


def test_a_site_without_racks_is_told_so():
    assert racks((), "human") == NONE


def test_racks_that_stay_are_left_out(found):
    assert rack_changes(found, found, "human") == "every rack stays as it is"
    rows = list(csv.DictReader(io.StringIO(rack_changes(found[1:], found, "csv"))))
    assert [(row["rack"], row["devices_before"], row["devices_after"]) for row in rows] == [("a-1", "0", "2")]
