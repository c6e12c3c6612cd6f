"""Every lossless port keeps its groups on the way forward and back, or the driver says which did not."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from fabric.drivers.contract import RefusedError, Session
from fabric.drivers.sonic import lossless
from fabric.drivers.sonic.driver import SonicDriver
from fabric.drivers.sonic.ssh import Ssh
from fabric.lab import control
from fabric.platforms.form import ChangeClass, Patch, Step

PORTS = ("Ethernet0", "Ethernet4")
POOL = {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "166115492"}}
LOSSY = "left lossy: `Ethernet0` (group 3): drain the switch and restart swss"


def qos(pfc="3", length="40m"):
    return {
        "BUFFER_POOL": POOL,
        "CABLE_LENGTH": {"AZURE": dict.fromkeys(PORTS, length)},
        "PORT_QOS_MAP": {port: {"pfc_enable": pfc} for port in PORTS},
    }


def loading(tables):
    return Patch((), (Step("load", json.dumps(tables)),), ChangeClass.TUNING)


def groups(running):
    rows = json.loads(running["config_db.json"]).get("BUFFER_PG", {})
    return {key: row["profile"] for key, row in rows.items()}


def all_of(run, length="40m"):
    return {f"{port}|{run}": f"pg_lossless_400000_{length}_profile" for port in PORTS}


@pytest.fixture
def ssh(entry, secrets):
    with closing(Ssh(entry, secrets)) as made:
        yield made


@pytest.fixture
def bare(fresh, token, monkeypatch):
    """Give what ran before any QoS; it runs again afterwards, with what buffermgrd made."""
    monkeypatch.setattr(SonicDriver, "settles_s", 0.05)
    with fresh() as driver:
        base = driver.fetch()
        yield base
        driver.restore(token, base)


@pytest.fixture
def carrying(bare, fresh, token):
    """Give what runs with QoS. buffermgrd remembers it from before: what it has seen once it passes over."""
    assert "BUFFER_POOL" not in json.loads(bare["config_db.json"])
    with fresh() as driver:
        driver.stage(token, loading(qos()))
        driver.commit(token, 300)
        driver.confirm(token)
        base = driver.fetch()
    assert groups(base) == all_of("3")
    return base


def test_a_base_without_rows_of_buffermgrd_takes_none_of_them_with_it(fresh, token, carrying):
    database = json.loads(carrying["config_db.json"])
    del database["BUFFER_PG"]
    del database["BUFFER_PROFILE"]
    with fresh() as driver:
        driver.restore(token, {**carrying, "config_db.json": json.dumps(database)})
        assert driver.fetch() == carrying


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (qos(length="5m"), all_of("3", "5m")),
        (qos(pfc="3,4,6", length="5m"), all_of("3-4", "5m") | all_of("6", "5m")),
        (qos(pfc=""), {}),
    ],
)
def test_groups_follow_what_they_are_made_of_forward_and_back(fresh, token, carrying, change, after):
    with fresh() as driver:
        for goes_back in (driver.abort, lambda token: driver.restore(token, carrying)):
            driver.stage(token, loading(change))
            driver.commit(token, 300)
            assert groups(driver.fetch()) == after
            goes_back(token)
            assert groups(driver.fetch()) == all_of("3")


def test_a_port_that_a_change_leaves_lossy_is_told_and_the_change_goes_back(fresh, token, carrying):
    with fresh() as driver:
        driver.stage(token, loading({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "41m"}}}))
        with pytest.raises(RefusedError) as refused:
            driver.commit(token, 300)
        assert str(refused.value) == f"leaf1: {LOSSY}"
        assert driver.probe(token).session is Session.NONE
        assert driver.fetch() == carrying


def test_rows_that_somebody_deletes_meanwhile_are_made_again_before_a_confirm(fresh, token, ssh, carrying):
    with fresh() as driver:
        driver.stage(token, loading({"PORT": {"Ethernet4": {"description": "x"}}}))
        driver.commit(token, 300)
        assert ssh.tell("sudo sonic-db-cli CONFIG_DB DEL 'BUFFER_PG|Ethernet0|3'").code == 0
        driver.confirm(token)
        assert groups(driver.fetch()) == groups(carrying)


def test_a_lossy_port_is_not_confirmed(fresh, token, lab, carrying):
    with fresh() as driver:
        driver.stage(token, loading({"PORT": {"Ethernet4": {"description": "x"}}}))
        driver.commit(token, 300)
        control.edit(lab, "leaf1", json.dumps({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "41m"}}}))
        with pytest.raises(RefusedError, match="left lossy: `Ethernet0`"):
            driver.confirm(token)
        assert driver.probe(token).session is Session.PENDING
        driver.abort(token)
        driver.restore(token, carrying)
        assert driver.fetch() == carrying


def test_what_was_lossy_before_need_not_be_mended_and_its_mending_is_taken(fresh, token, lab, carrying):
    control.edit(lab, "leaf1", json.dumps({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "41m"}}}))
    with fresh() as driver:
        driver.stage(token, loading({"PORT": {"Ethernet4": {"description": "x"}}}))
        driver.commit(token, 300)
        driver.confirm(token)
        driver.stage(token, loading({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m"}}}))
        driver.commit(token, 300)
        driver.confirm(token)
        assert groups(driver.fetch()) == groups(carrying)


def test_a_restore_says_which_ports_stay_lossy(fresh, token, carrying):
    database = json.loads(carrying["config_db.json"])
    database["CABLE_LENGTH"]["AZURE"]["Ethernet0"] = "41m"  # its table does not have it, though it says so
    database["BUFFER_PG"]["Ethernet0|3"] = {"profile": "pg_lossless_400000_41m_profile"}
    with fresh() as driver:
        with pytest.raises(RefusedError) as refused:
            driver.restore(token, {**carrying, "config_db.json": json.dumps(database)})
        assert str(refused.value) == f"leaf1: {LOSSY}"
        driver.restore(token, carrying)
        assert driver.fetch() == carrying


@pytest.mark.usefixtures("bare")
def test_rows_of_the_dynamic_model_are_ours_and_go_before_those_that_overlap(fresh, token, lab):
    rows = {f"{port}|3": {"profile": "NULL"} for port in PORTS}
    metadata = {"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}}}
    control.edit(lab, "leaf1", json.dumps({**qos(), **metadata, "BUFFER_PG": rows}))
    wider = {f"{port}|3-4": {"profile": "NULL"} for port in PORTS}
    change = Patch(
        (),
        (
            Step("delete", json.dumps([["BUFFER_PG", key, None] for key in rows])),
            Step("load", json.dumps({**qos(pfc="3,4"), "BUFFER_PG": wider})),
        ),
        ChangeClass.TUNING,
    )
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, change)
        driver.commit(token, 300)
        assert set(groups(driver.fetch())) == set(wider)
        driver.confirm(token)
        driver.restore(token, base)
        assert driver.fetch() == base
        forgotten = {**qos(pfc="3,4"), "BUFFER_PG": {"Ethernet0|3-4": {"profile": "NULL"}}}
        driver.stage(token, loading(forgotten))
        with pytest.raises(RefusedError, match=r"left lossy: `Ethernet4` \(group 4\)"):
            driver.commit(token, 300)


def test_names_that_are_none_are_not_put_into_a_command():
    assert "true" in lossless.again(["$(reboot)"])
    assert "reboot" not in lossless.again(["$(reboot)", "Ethernet0"])
