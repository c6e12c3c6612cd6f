"""What buffermgrd writes behind everybody's back."""

from __future__ import annotations

import pytest

from fabric.lab.sonic.buffers import settle
from fabric.lab.sonic.database import ConfigDb

PROFILE = "pg_lossless_400000_40m_profile"


def database(length: str = "40m", pfc: str = "3", **metadata: str) -> ConfigDb:
    db = ConfigDb()
    db.merge(
        {
            "DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7060X6-64PE-O128", **metadata}},
            "PORT": {"Ethernet0": {"speed": "400000"}},
            "CABLE_LENGTH": {"AZURE": {"Ethernet0": length}},
            "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": pfc}},
            "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"}},
        }
    )
    settle(db)
    return db


def test_a_known_length_makes_a_profile_and_lossless_groups():
    db = database()
    assert db.table("BUFFER_PG") == {"Ethernet0|3": {"profile": PROFILE}}
    assert db.table("BUFFER_PROFILE")[PROFILE]["xoff"] == "612140"
    assert db.table("BUFFER_PROFILE")[PROFILE]["dynamic_th"] == "0"


def test_an_unknown_length_leaves_the_port_lossy_without_a_word():
    db = database(length="41m")
    assert db.table("BUFFER_PG") == {}
    assert db.table("BUFFER_PROFILE") == {}


def test_the_dynamic_model_writes_nothing():
    assert database(buffer_model="dynamic").table("BUFFER_PG") == {}


@pytest.mark.parametrize(("pfc", "groups"), [("3,4", ["3-4"]), ("3,4,6", ["3-4", "6"]), ("", ["3-4"])])
def test_groups_are_runs_of_lossless_priorities(pfc, groups):
    assert [key.partition("|")[2] for key in database(pfc=pfc).table("BUFFER_PG")] == groups


def test_a_new_length_points_the_group_at_another_profile_and_leaves_the_old_one():
    db = database()
    db.merge({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}}})
    settle(db)
    assert db.table("BUFFER_PG")["Ethernet0|3"] == {"profile": "pg_lossless_400000_5m_profile"}
    assert PROFILE in db.table("BUFFER_PROFILE")
