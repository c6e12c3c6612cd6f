"""Cable lists in every format say the same."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from cases.repositories import SHIPPED, shipped

from fabric.analysis.cabling import runs
from fabric.analysis.recabling import recabling
from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.views import cabling
from fabric.views.cabling_file import read_cables
from fabric.views.manifest import cables as written


def runs_of(build):
    return [run for design in build.designs.values() for run in runs(design)]


def test_the_csv_has_a_row_for_each_link():
    rows = list(csv.DictReader(io.StringIO(cabling.cables(runs_of(shipped("roce-256")), "csv"))))
    assert len(rows) == 512
    assert rows[-1] == {
        "cable": "pod1-leaf8:48/5", "fabric": "backend", "kind": "leaf-spine", "rail": "8", "colour": "black",
        "speed_gbps": "400", "medium": "os2-mpo12-apc", "length_m": "30", "order_m": "30",
        "a_device": "pod1-leaf8", "a_cage": "48", "a_lane": "5", "a_name": "Ethernet380",
        "a_media": "800G-2xDR4", "b_device": "spine8", "b_cage": "16", "b_lane": "5", "b_name": "swp16s1",
        "b_media": "800G-2xDR4", "a_rack": "", "a_unit": "", "b_rack": "", "b_unit": "",
    }  # fmt: skip


def test_the_json_says_the_same_as_the_csv():
    found = runs_of(shipped("quickstart"))
    rows = list(csv.DictReader(io.StringIO(cabling.cables(found, "csv"))))
    records = json.loads(cabling.cables(found, "json"))["cables"]
    assert [(row["cable"], row["b_name"]) for row in rows] == [
        (record["cable"], record["b"]["name"]) for record in records
    ]


def test_a_length_that_nobody_knows_is_no_number():
    assert cabling.metres(None) == "unknown"
    assert cabling.metres(1.5) == "1.5"


def test_there_is_a_label_for_each_end_in_the_order_of_racks(golden):
    golden("views/labels.txt", cabling.labels(runs_of(shipped("quickstart"))) + "\n")


@pytest.mark.parametrize("form", ["human", "markdown"])
def test_tables_are_as_agreed(golden, form):
    golden(f"views/cables.{form}.txt", cabling.cables(runs_of(shipped("quickstart")), form) + "\n")


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_list_of_a_build_is_read_back_without_work(intent):
    build = shipped(intent)
    assert recabling(read_cables(written(build), load_catalog()), runs_of(build)).empty


def test_work_names_what_to_order_before_what_to_touch():
    found = runs_of(shipped("quickstart"))
    text = cabling.recabling_text(recabling(found[2:], found)).splitlines()
    assert text[:2] == ["order 2 x os2-mpo12-apc 10 m", "keep 14"]
    assert text[4].split() == [
        "order", "os2-mpo12-apc", "10", "pod1-host1", "rail1", "pod1-leaf1", "Ethernet1/1",
    ]  # fmt: skip
    assert "take out 2 x os2-mpo12-apc 10 m" in cabling.recabling_text(recabling(found, found[2:]))


def test_no_work_is_one_line():
    found = runs_of(shipped("quickstart"))
    assert cabling.recabling_text(recabling(found, found)) == "keep 16"


@pytest.mark.parametrize("text", ["a,b\n1,2\n", written(shipped("quickstart")).replace("400", "fast")])
def test_what_is_no_cable_list_is_a_finding(text):
    with pytest.raises(FabricError) as refused:
        read_cables(text, load_catalog())
    assert [found.code for found in refused.value.diagnostics] == ["CBL-001"]


def test_labels_are_printed_rack_by_rack_from_the_top_down():
    labels = cabling.labels(runs_of(shipped("mixed-400-800"))).split("\n\n")
    stands = list(dict.fromkeys(label.split(" pod")[0].split(" spine")[0] for label in labels))
    assert stands == [
        "a-1 U9", "a-1 U1", "a-5 U9", "a-5 U1", "n-1 U30", "n-1 U28", "n-1 U22", "n-1 U20", "n-2 U22",
        "n-2 U20",
    ]  # fmt: skip
    assert "to n-1 U20 pod1-leaf1 Ethernet1/1 [1/1]" in "\n".join(labels)


def test_rack_and_unit_of_both_ends_survive_in_a_build():
    build = shipped("mixed-400-800")
    catalog = next(iter(build.designs.values())).catalog
    again = read_cables(written(build), catalog)
    assert {(run.a.stand, run.b.stand) for run in again} == {
        (run.a.stand, run.b.stand) for run in runs_of(build)
    }


def test_devices_that_move_to_another_rack_keep_the_cables_that_are_long_enough():
    old = runs_of(shipped("mixed-400-800"))
    moved = [replace(run, a=replace(run.a, rack="a-8")) for run in old]
    assert recabling(old, moved).empty
    longer = [replace(run, order_m=run.order_m + 5) for run in old if run.kind == "host-leaf"]
    work = recabling([run for run in old if run.kind == "host-leaf"], longer)
    assert len(work.order) + len(work.move) == 32
