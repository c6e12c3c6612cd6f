"""Which rows buffermgrd makes, which it leaves behind, and which ports lack theirs."""

from __future__ import annotations

import copy
import json

import pytest

from fabric.platforms.sonic import PLATFORM
from fabric.platforms.sonic.lossless import changed, lacking, made, orphans, stale

PROFILE = "pg_lossless_400000_40m_profile"


def tables(pfc="3", length="40m", **port):
    return {
        "PORT": {"Ethernet0": {"speed": "400000", "admin_status": "up", **port}},
        "CABLE_LENGTH": {"AZURE": {"Ethernet0": length}},
        "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": pfc}},
        "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"}},
    }


def running(**wanted):
    found = tables(**wanted)
    rows = made(found).get("Ethernet0", {})
    return {**found, "BUFFER_PG": {key: {"profile": profile} for key, profile in rows.items()}}


def applied(found):
    return {key.replace("|", ":") for key in found["BUFFER_PG"]}


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"pfc": "3,4,6"}, {"Ethernet0|3-4", "Ethernet0|6"}),
        ({"pfc": ""}, set()),
        ({"length": "0m"}, set()),
        ({"speed": ""}, set()),
    ],
)
def test_rows_are_runs_of_priorities_where_there_is_a_cable(wanted, keys):
    assert set(made(tables(**wanted)).get("Ethernet0", ())) == keys


def test_nothing_is_made_without_a_pool_and_in_the_dynamic_model():
    assert made({**tables(), "BUFFER_POOL": {}}) == {}
    assert made({**tables(), "DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}}}) == {}


def test_rows_are_left_behind_where_other_groups_are_asked_for():
    assert stale(running(pfc="3,4"), tables(pfc="3")) == ("Ethernet0|3-4",)
    assert stale(running(), tables(length="0m")) == ("Ethernet0|3",)
    assert stale(running(), {**tables(), "PORT": {}}) == ("Ethernet0|3",)


def test_rows_stay_where_the_same_groups_are_asked_for_whatever_made_them():
    old = running()
    old["BUFFER_PG"]["Ethernet0|3-4"] = {"profile": PROFILE}
    assert stale(old, tables(length="5m")) == ()
    assert changed(old, tables(length="5m")) == ("Ethernet0",)
    assert changed(old, tables()) == ()


def test_what_refers_to_a_pool_that_goes_goes_with_it():
    bare = {"PORT": tables()["PORT"]}
    assert orphans(running(), bare) == (("BUFFER_PG", "Ethernet0|3"), ("BUFFER_PROFILE", PROFILE))
    assert stale(running(), bare) == ()
    assert orphans(running(), tables(pfc="")) == ()


def test_a_profile_goes_when_none_of_its_ports_wants_one_and_stays_where_one_does():
    gone = {**tables(), "CABLE_LENGTH": {}}
    assert orphans(running(), gone) == (("BUFFER_PROFILE", PROFILE),)
    assert orphans(running(), {**gone, "BUFFER_PROFILE": {PROFILE: {}}}) == ()
    assert orphans(running(), tables(length="5m")) == (), "its row is written again only afterwards"
    two = running()
    two["BUFFER_PG"]["Ethernet4|3"] = {"profile": PROFILE}
    two["PORT"] |= {"Ethernet4": {"speed": "400000", "admin_status": "up"}}
    later = {**two, "CABLE_LENGTH": {"AZURE": {"Ethernet4": "5m"}}, "BUFFER_PG": {}}
    assert orphans(two, later) == ()


def test_rows_of_somebody_are_not_left_behind_by_buffermgrd():
    old = running(pfc="3,4")
    old["BUFFER_PG"] = {"Ethernet0|3-4": {"profile": "mine"}, "Ethernet0|0": {"profile": "ingress_lossy"}}
    assert stale({**old, "PORT_QOS_MAP": {}}, tables(pfc="3")) == ()


def test_a_port_lacks_what_neither_database_has():
    found = running(pfc="3,4")
    assert lacking(found, applied(found)) == {}
    assert lacking(found, set()) == {"Ethernet0": "3-4"}
    assert lacking(found | {"BUFFER_PG": {"Ethernet0|3": {"profile": PROFILE}}}, {"Ethernet0:3"}) == {
        "Ethernet0": "4"
    }


def test_a_profile_for_another_cable_is_none():
    found = running()
    found["CABLE_LENGTH"] = {"AZURE": {"Ethernet0": "5m"}}
    assert lacking(found, applied(found)) == {"Ethernet0": "3"}


def test_a_profile_of_somebody_is_lossless_when_it_has_headroom():
    found = running()
    found["BUFFER_PG"]["Ethernet0|3"] = {"profile": "mine"}
    assert lacking(found, applied(found)) == {"Ethernet0": "3"}
    found["BUFFER_PROFILE"] = {"mine": {"xoff": "612140"}}
    assert lacking(found, applied(found)) == {}


def test_a_port_that_is_shut_or_without_a_cable_lacks_nothing():
    for wanted in ({"admin_status": "down"}, {"length": "0m"}, {"pfc": ""}):
        assert lacking(tables(**wanted), set()) == {}


def test_in_the_dynamic_model_a_row_that_says_null_is_lossless():
    found = copy.deepcopy(tables())
    found["DEVICE_METADATA"] = {"localhost": {"buffer_model": "dynamic"}}
    assert lacking(found, set()) == {"Ethernet0": "3"}
    found["BUFFER_PG"] = {"Ethernet0|3": {"profile": "NULL"}}
    assert lacking(found, {"Ethernet0:3"}) == {}
    assert lacking(found, set()) == {"Ethernet0": "3"}
    found["BUFFER_PG"]["Ethernet0|3"]["profile"] = "ingress_lossy_profile"
    assert lacking(found, {"Ethernet0:3"}) == {"Ethernet0": "3"}


def test_a_row_that_overlaps_a_new_one_goes_before_it_comes():
    def tree(run):
        return PLATFORM.parse({"config_db.json": json.dumps({"BUFFER_PG": {run: {"profile": "NULL"}}})})

    way = PLATFORM.patch(tree("Ethernet0|3"), tree("Ethernet0|3-4"))
    assert [(step.kind, json.loads(step.body)) for step in way.steps] == [
        ("delete", [["BUFFER_PG", "Ethernet0|3", None]]),
        ("load", {"BUFFER_PG": {"Ethernet0|3-4": {"profile": "NULL"}}}),
    ]
