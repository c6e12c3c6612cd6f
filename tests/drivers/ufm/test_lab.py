"""The UFM driver against the lab's double: what the server did is read from the lab's own log."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fabric.core.source import Folder
from fabric.drivers import connect, entry_of
from fabric.drivers.contract import LostReplyError, RefusedError, Session, UnreachableError
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.platforms.form import ChangeClass, Patch, Step

A, B, C = "00000000000000aa", "00000000000000bb", "00000000000000cc"


def members(*guids, key="0x10"):
    kinds = ["full"] * len(guids)
    body = {"pkey": key, "guids": guids, "memberships": kinds, "index0": False, "ip_over_ib": True}
    return Patch((), (Step("pkey-members", json.dumps(body)),), ChangeClass.ADDITIVE)


def held(texts):
    pkeys = json.loads(texts["ufm.json"])["pkeys"]
    return {key: [member["guid"] for member in pkey["guids"]] for key, pkey in pkeys.items()}


@pytest.fixture(autouse=True)
def _as_it_was(fresh):
    with fresh() as driver:
        base = driver.fetch()
    yield
    with fresh() as driver:
        driver.restore("fab_tidy_1_1_1", base)


def test_it_is_the_server_of_the_inventory(fresh):
    with fresh() as driver:
        found = driver.identify()
    assert (found.hostname, found.serial) == ("leaf1", "00000000000000e1")
    assert (found.model, found.release) == ("UFM", "6.23.1-4")


def test_stage_commit_confirm(fresh, token, verbs):
    with fresh() as driver:
        driver.stage(token, members(A, B))
        assert driver.probe(token).session is Session.STAGED
        assert held(driver.fetch())["0x10"] == [A]
        driver.commit(token, 300)
    with fresh() as driver:
        probe = driver.probe(token)
        assert (probe.session, probe.remaining_s) == (Session.PENDING, None)
        assert held(probe.running)["0x10"] == [A, B]
    for _ in range(2):
        with fresh() as driver:
            driver.confirm(token)
            assert driver.probe(token).session is Session.NONE
            assert held(driver.fetch())["0x10"] == [A, B]
    assert verbs(token) == ["open", "delete"]


def test_a_candidate_is_gone_with_its_process(fresh, token):
    with fresh() as driver:
        driver.stage(token, members(A, B))
    with fresh() as driver:
        assert driver.probe(token).session is Session.NONE
        with pytest.raises(RefusedError, match="not staged by this process"):
            driver.commit(token, 300)


def test_what_was_never_committed_is_not_confirmed(fresh, token):
    with fresh() as driver:
        driver.stage(token, members(A, B))
        with pytest.raises(RefusedError, match="nothing to confirm"):
            driver.confirm(token)


def test_a_restore_by_another_process_brings_the_base_back_and_takes_the_marker_away(fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, members(B, C))
        driver.commit(token, 300)
    with fresh() as driver:
        driver.restore(token, base)
        probe = driver.probe(token)
    assert probe.session is Session.NONE
    assert probe.running == base


def test_a_change_cut_in_the_middle_shows_as_neither_and_is_restored(lab, fresh, token):
    control.fault(lab, "leaf1", Fault(Kind.ERROR, match="0x30"))
    steps = (*members(A, B).steps, *members(C, key="0x30").steps)
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, Patch((), steps, ChangeClass.ADDITIVE))
        with pytest.raises(LostReplyError, match="refused on the way"):
            driver.commit(token, 300)
    with fresh() as driver:
        probe = driver.probe(token)
        assert probe.session is Session.PENDING
        assert held(probe.running) == {"0x10": [A, B], "0x7fff": []}
        driver.restore(token, base)
        assert driver.fetch() == base


def test_a_part_that_ufm_did_not_tell_of_is_seen(lab, fresh, token):
    control.fault(lab, "leaf1", Fault(Kind.PARTIAL))
    with fresh() as driver:
        driver.stage(token, members(B, C))
        driver.commit(token, 300)
        assert held(driver.probe(token).running)["0x10"] == [A, B]


def test_a_lost_reply_is_never_repeated(lab, fresh, token, verbs):
    control.fault(lab, "leaf1", Fault(Kind.DROP_AFTER, match="pkeys/add"))
    with fresh() as driver:
        driver.stage(token, members(A, B))
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
        assert driver.probe(token).session is Session.PENDING
    assert verbs(token) == ["open"]


def test_another_change_that_waits_is_not_joined(fresh, token):
    with fresh() as driver:
        driver.stage(token, members(A, B))
        driver.commit(token, 300)
        with pytest.raises(RefusedError, match="waits to be confirmed"):
            driver.stage("fab_0123abcd_2_1_9", members(A, C))
        with pytest.raises(RefusedError, match="took over"):
            driver.stage("fab_0123abcd_2_1_0", members(A, C))


def test_levels_leave_the_limits_of_others_as_they_stand(fresh, token):
    step = Step("pkey-qos", json.dumps({"pkey": "0x10", "service_level": 3}))
    with fresh() as driver:
        driver.stage(token, Patch((), (step,), ChangeClass.TUNING))
        driver.commit(token, 300)
        driver.confirm(token)
        levels = json.loads(driver.fetch()["ufm.json"])["pkeys"]["0x10"]["qos_conf"]
    assert levels == {"mtu_limit": 4, "rate_limit": 2.5, "service_level": 3}


def test_keys_of_the_manager_are_never_read_into_a_text(fresh):
    with fresh() as driver:
        assert json.loads(driver.fetch()["ufm.json"])["smconf"] == {"sm_priority": 15}


def test_gates_see_links_at_both_ends_and_alarms(lab, fresh, token):
    del token
    with fresh() as driver:
        seen = driver.observe()
        assert seen.lldp == {
            "00000000000000f1_1": ("00000000000000f2", "2"),
            "00000000000000f2_2": ("00000000000000f1", "1"),
        }
        assert (seen.oper_up, seen.counters) == (frozenset(seen.lldp), {"alarms": 0})
        control.fault(lab, "leaf1", Fault(Kind.LINK_DOWN, port="00000000000000f1_1"))
        seen = driver.observe()
        assert (seen.oper_up, seen.counters) == (frozenset(), {"alarms": 1})


def test_a_server_that_does_not_answer_holds_nobody_for_ever(lab, entry, secrets, token):
    del token
    control.fault(lab, "leaf1", Fault(Kind.DEAD))
    driver = connect(replace(entry, deadline_s=0.5), secrets)
    with pytest.raises(UnreachableError):
        driver.fetch()
    driver.close()
    control.clear(lab, "leaf1")


def test_a_release_without_names_is_refused_before_anything_is_done(
    tmp_path, lab_process, fleet_of, secrets, loopback
):
    fleet = fleet_of("6.19.0")
    device = replace(fleet.devices["leaf1"], address=loopback(42))
    with lab_process(tmp_path, replace(fleet, devices={"leaf1": device})):
        row = read_inventory(Folder(tmp_path), "inventory").rows["leaf1"]
        driver = connect(entry_of("leaf1", row, "ufm", tmp_path / "inventory"), secrets)
        with pytest.raises(RefusedError, match=r"6\.22 does"):
            driver.stage("fab_0123abcd_1_1_1", members(A, B))
        driver.close()
