"""The shipped tables are those of the collected reference, where that is at hand."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from fabric.catalog import load_catalog, tables

REFERENCE = Path(__file__).parents[3] / "shared" / "reference"
CATALOG = load_catalog()

pytestmark = pytest.mark.skipif(not REFERENCE.exists(), reason="the collected reference is not here")


def test_headroom_is_copied_row_by_row():
    ours = defaultdict(dict)
    for row in CATALOG.entries(tables.HEADROOM):
        ours[row.table][row.speed_gbps * 1000, row.cable_m] = (row.size_bytes, row.xon_bytes, row.xoff_bytes)
    theirs = defaultdict(dict)
    with (REFERENCE / "pg_profile_lookup.csv").open() as lines:
        for row in csv.DictReader(lines):
            key = int(row["speed_mbps"]), int(row["cable_m"])
            if key[0] >= 1000:  # an Ethernet of 100 Mb/s carries no lossless class
                sizes = tuple(int(row[f"{name}_bytes"]) for name in ("size", "xon", "xoff"))
                theirs[row["table_id"]][key] = sizes
    assert len(ours) > 20
    assert dict(ours) == {table: theirs[table] for table in ours}


def test_no_headroom_of_a_listed_platform_is_left_out():
    platforms = {switch.sonic.platform for switch in CATALOG.entries(tables.SWITCHES) if switch.sonic}
    with (REFERENCE / "pg_profile_lookup.csv").open() as lines:
        theirs = {row["hwsku"] for row in csv.DictReader(lines) if row["platform"] in platforms}
    assert theirs == {row.hwsku for row in CATALOG.entries(tables.HWSKUS) if row.headroom_table}


def test_every_switch_and_module_of_the_reference_is_here():
    platforms = yaml.safe_load((REFERENCE / "platforms.yaml").read_text())
    optics = yaml.safe_load((REFERENCE / "optics.yaml").read_text())
    unusable = {"edgecore-dcs511"}  # the reference itself calls it a placeholder
    elsewhere = {"arista-7280dr3-24", "arista-7280dr3a-36"}  # their sources stand in their rows
    listed = {row["id"] for row in platforms["switches"]}
    assert not listed & elsewhere
    assert listed - unusable | elsewhere == set(CATALOG.switch_ids)
    assert all(CATALOG.nic(row["id"]) for row in platforms["nics"])
    cords = {"1000BASE-T"}  # its source stands in its row
    assert {row["id"] for row in optics["media"]} | cords == {*CATALOG.media_ids, *CATALOG.cable_ids}
