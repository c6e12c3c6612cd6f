"""What buffermgrd writes behind everybody's back, and when."""

from __future__ import annotations

import pytest

from fabric.lab.sonic.buffers import Buffermgrd, applied
from fabric.lab.sonic.database import ConfigDb

PROFILE = "pg_lossless_400000_40m_profile"
SHORT = "pg_lossless_400000_5m_profile"


class Daemon:
    """A database and the daemon that follows it."""

    def __init__(self, length="40m", pfc="3", **metadata):
        self.db = ConfigDb()
        self.mine = Buffermgrd()
        port = {"speed": "400000", "admin_status": "up"}
        hwsku = metadata.pop("hwsku", "Arista-7060X6-64PE-O128")
        self.load(
            {
                "DEVICE_METADATA": {"localhost": {"hwsku": hwsku, **metadata}},
                "PORT": {"Ethernet0": port},
                "CABLE_LENGTH": {"AZURE": {"Ethernet0": length}},
                "PORT_QOS_MAP": {"Ethernet0": {} if pfc is None else {"pfc_enable": pfc}},
                "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"}},
            }
        )

    def load(self, tables):
        self.db.merge(tables)
        self.mine.follow(self.db, self.db.told())
        self.db.told()

    def restart(self):
        self.mine = Buffermgrd()
        self.mine.follow(self.db, list(self.db.rows))

    def groups(self):
        return self.db.table("BUFFER_PG")


def test_a_known_length_makes_a_profile_and_lossless_groups():
    daemon = Daemon()
    assert daemon.groups() == {"Ethernet0|3": {"profile": PROFILE}}
    assert daemon.db.table("BUFFER_PROFILE")[PROFILE]["xoff"] == "612140"
    assert daemon.db.table("BUFFER_PROFILE")[PROFILE]["dynamic_th"] == "0"
    assert applied(daemon.db) == {"BUFFER_PG_TABLE:Ethernet0:3": {"profile": PROFILE}}


def test_an_unknown_length_leaves_the_port_lossy_without_a_word():
    daemon = Daemon(length="41m")
    assert (daemon.groups(), daemon.db.table("BUFFER_PROFILE")) == ({}, {})


@pytest.mark.parametrize(("pfc", "groups"), [("3,4", ["3-4"]), ("3,4,6", ["3-4", "6"]), ("", []), (None, [])])
def test_groups_are_runs_of_lossless_priorities_and_none_where_none_is_said(pfc, groups):
    assert [key.partition("|")[2] for key in Daemon(pfc=pfc).groups()] == groups


def test_a_new_length_is_remembered_and_acted_on_when_the_row_of_the_port_is_written_again():
    daemon = Daemon()
    daemon.load({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}}})
    assert daemon.groups() == {"Ethernet0|3": {"profile": PROFILE}}
    daemon.load({"PORT": {"Ethernet0": {"speed": "400000"}}})
    assert daemon.groups() == {"Ethernet0|3": {"profile": SHORT}}
    assert PROFILE in daemon.db.table("BUFFER_PROFILE")


def test_of_a_port_and_a_length_written_together_the_old_length_may_count():
    daemon = Daemon()
    daemon.load(
        {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}}, "PORT": {"Ethernet0": {"admin_status": "up"}}}
    )
    assert daemon.groups() == {"Ethernet0|3": {"profile": PROFILE}}


def test_a_deleted_row_stays_away_while_what_is_remembered_is_equal():
    daemon = Daemon()
    daemon.db.unset("BUFFER_PG|Ethernet0|3")
    daemon.load({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}})
    assert daemon.groups() == {}
    daemon.load({"PORT": {"Ethernet0": {"speed": "400000"}}})
    assert daemon.groups() == {"Ethernet0|3": {"profile": PROFILE}}
    daemon.db.unset("BUFFER_PG|Ethernet0|3")
    daemon.restart()
    assert daemon.groups() == {"Ethernet0|3": {"profile": PROFILE}}


def test_other_priorities_make_other_rows_and_leave_the_old_ones_behind():
    daemon = Daemon(pfc="3,4")
    daemon.load({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}})
    assert set(daemon.groups()) == {"Ethernet0|3-4", "Ethernet0|3"}
    daemon.load({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": ""}}})
    assert set(daemon.groups()) == {"Ethernet0|3-4", "Ethernet0|3"}


def test_a_port_without_a_length_or_a_pool_is_made_when_they_come():
    daemon = Daemon(length="40m")
    late = Daemon.__new__(Daemon)
    late.db, late.mine = ConfigDb(), Buffermgrd()
    tables = daemon.db.tables()
    for table in ("PORT", "DEVICE_METADATA", "PORT_QOS_MAP", "CABLE_LENGTH"):
        late.load({table: tables[table]})
        assert late.groups() == {}
    late.load({"BUFFER_POOL": tables["BUFFER_POOL"]})
    assert late.groups() == daemon.groups()


def test_a_port_of_nvidia_that_is_shut_loses_its_groups_and_gets_them_back():
    daemon = Daemon(hwsku="ACS-MSN2700")
    daemon.load({"PORT": {"Ethernet0": {"speed": "40000"}}})
    before = daemon.groups()
    daemon.load({"BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_40000_40m_profile"}}})
    daemon.load({"PORT": {"Ethernet0": {"admin_status": "down"}}})
    assert (before, daemon.groups()) == ({}, {})


def test_the_dynamic_model_writes_nothing_and_works_out_what_is_asked_for():
    daemon = Daemon(buffer_model="dynamic")
    assert daemon.groups() == {}
    daemon.load({"BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}}})
    assert applied(daemon.db) == {"BUFFER_PG_TABLE:Ethernet0:3": {"profile": PROFILE}}
    daemon.load({"PORT": {"Ethernet0": {"admin_status": "down"}}})
    assert applied(daemon.db) == {}
