"""The Cumulus driver against the lab's double: what the device did is read from the lab's own log."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drivers.cumulus.changes import interfaces, mtu, steps

from fabric.drivers import connect
from fabric.drivers.contract import LostReplyError, RefusedError, Session, UnreachableError
from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.platforms.cumulus import PLATFORM
from fabric.platforms.nvue.patch import patch

MTU = ("interface", "swp1", "link", "mtu")


def test_it_is_the_device_of_the_inventory(fresh):
    with fresh() as driver:
        found = driver.identify()
    assert (found.hostname, found.serial, found.mac) == ("leaf1", "SC1", "00:1c:73:00:03:01")
    assert (found.model, found.release[:4]) == ("SN5600", found.release[:4])


def test_stage_commit_confirm_with_a_driver_made_anew_after_each_verb(fresh, token, verbs):
    with fresh() as driver:
        assert driver.stage(token, mtu(9214)) == (
            "- interface swp1 link mtu: 9000\n+ interface swp1 link mtu: 9214\n"
        )
    with fresh() as driver:
        assert driver.probe(token).session is Session.STAGED
    with fresh() as driver:
        driver.commit(token, 300)
    with fresh() as driver:
        probe = driver.probe(token)
    assert probe.session is Session.PENDING
    assert interfaces(probe.running)["swp1"]["link"]["mtu"] == 9214
    for _ in range(2):
        with fresh() as driver:
            driver.confirm(token)
    with fresh() as driver:
        assert driver.probe(token).session is Session.NONE
        assert interfaces(driver.fetch())["swp1"]["link"]["mtu"] == 9214
    assert (verbs(token).count("commit"), verbs(token).count("confirm")) == (1, 1)


def test_what_is_confirmed_is_what_boots(lab, fresh, token, until):
    with fresh() as driver:
        driver.stage(token, mtu(5000))
        driver.commit(token, 300)
        driver.confirm(token)
        control.fault(lab, "leaf1", Fault(Kind.REBOOT))
        assert until(lambda: control.status(lab)["devices"]["leaf1"]["answers"])
        assert interfaces(driver.fetch())["swp1"]["link"]["mtu"] == 5000


def test_a_reboot_before_the_confirm_brings_the_old_configuration_back(lab, fresh, token, until):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(5001))
        driver.commit(token, 300)
        control.fault(lab, "leaf1", Fault(Kind.REBOOT))
        assert until(lambda: control.status(lab)["devices"]["leaf1"]["answers"])
        assert driver.fetch() == before
        assert driver.probe(token).session is Session.NONE


def test_an_unconfirmed_commit_reverts_by_itself_and_a_late_confirm_changes_nothing(fresh, token, until):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4000))
        driver.commit(token, 1)
        assert until(lambda: driver.probe(token).session is Session.NONE)
        assert driver.fetch() == before
        driver.confirm(token)
        assert driver.fetch() == before


def test_aborting_a_pending_commit_reverts_at_once_and_again_does_nothing(fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4002))
        driver.commit(token, 300)
    for _ in range(2):
        with fresh() as driver:
            driver.abort(token)
            assert driver.fetch() == before
            assert driver.probe(token).session is Session.NONE


def test_closing_does_not_touch_a_pending_commit(fresh, token):
    with fresh() as driver:
        driver.stage(token, mtu(4003))
        driver.commit(token, 300)
    with fresh() as driver:
        assert driver.probe(token).session is Session.PENDING


@pytest.mark.parametrize(
    "lost", [("drop-before", Session.STAGED), ("drop-after", Session.PENDING)], ids=lambda lost: lost[0]
)
def test_a_lost_reply_is_not_guessed_and_a_probe_tells(lab, fresh, token, lost, verbs):
    kind, state = lost
    with fresh() as driver:
        driver.stage(token, mtu(4004))
        control.fault(lab, "leaf1", Fault(Kind(kind), match='"apply"'))
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
        assert driver.probe(token).session is state
    assert verbs(token).count("commit") == (state is Session.PENDING)


@pytest.mark.parametrize(
    "lost",
    [("POST", Session.NONE), ('"swp2": null', Session.NONE), ('"fab_', Session.STAGED)],
    ids=["the revision", "what goes", "what comes"],
)
def test_a_reply_lost_while_staging_leaves_nothing_or_a_whole_candidate(lab, fresh, token, lost):
    match, state = lost
    change = steps(
        ("nvue-unset", {"interface": {"swp2": None}}),
        ("nvue-set", {"interface": {"swp1": {"link": {"mtu": 4010}}}}),
    )
    with fresh() as driver:
        control.fault(lab, "leaf1", Fault(Kind.DROP_AFTER, match=match.replace("fab_", token)))
        with pytest.raises(LostReplyError):
            driver.stage(token, change)
        assert driver.probe(token).session is state


def test_an_apply_that_sticks_is_never_left_so(lab, fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        change = {"interface": {"swp1": {"link": {"mtu": 4011}, "description": "x"}}}
        driver.stage(token, steps(("nvue-set", change)))
        control.fault(lab, "leaf1", Fault(Kind.PARTIAL))
        with pytest.raises(LostReplyError, match=r"`ignore_fail`: Failed to reload frr\.service"):
            driver.commit(token, 300)
        assert driver.fetch() != before
        with pytest.raises(RefusedError, match="cannot be confirmed"):
            driver.confirm(token)
        driver.abort(token)
        probe = driver.probe(token)
    assert (probe.session, probe.running) == (Session.NONE, before)


def test_restoring_brings_the_stored_configuration_back_whatever_runs(lab, fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        control.edit(lab, "leaf1", "nv set interface swp3 description foreign\nnv unset interface swp2")
        driver.stage(token, mtu(4009))
        driver.commit(token, 300)
        assert driver.fetch() != base
    with fresh() as driver:
        driver.restore(token, base)
        assert driver.fetch() == base
        assert driver.probe(token).session is Session.NONE


def test_observing_sees_neighbours_and_links_and_a_cut_one(lab, fresh, token):  # noqa: ARG001 - clears faults
    with fresh() as driver:
        seen = driver.observe()
        assert seen.lldp == {"swp1": ("leaf2", "swp1")}
        assert "swp1" in seen.oper_up
        control.fault(lab, "leaf1", Fault(Kind.LINK_DOWN, port="swp1"))
        assert "swp1" not in driver.observe().oper_up


def test_a_storm_is_counted(lab, fresh, token, until):
    with fresh() as driver:
        change = {
            "qos": {"pfc": {"default-global": {"tx": "enable", "switch-priority": {"3": {}}}}},
            "interface": {"swp1": {"qos": {"pfc-watchdog": {"state": "enable"}}}},
        }
        driver.stage(token, steps(("nvue-set", change)))
        driver.commit(token, 300)
        before = driver.observe().counters["pfc_watchdog"]
        control.fault(lab, "leaf1", Fault(Kind.PFC_STORM, port="swp1"))
        assert until(lambda: driver.observe().counters["pfc_watchdog"] > before)


def test_another_device_under_the_address_is_seen(lab, fresh, token):  # noqa: ARG001 - clears faults
    control.fault(lab, "leaf1", Fault(Kind.WRONG_IDENTITY))
    with fresh() as driver:
        assert driver.identify().serial != "SC1"


def test_a_dead_device_is_given_up_with_one_message(lab, entry, secrets, token):  # noqa: ARG001 - clears faults
    control.fault(lab, "leaf1", Fault(Kind.DEAD))
    driver = connect(replace(entry, deadline_s=0.5), secrets)
    with pytest.raises(UnreachableError, match=r"leaf1: .*(timed out|no full answer)"):
        driver.fetch()


def test_the_certificate_of_another_device_is_refused(entry, secrets):
    driver = connect(replace(entry, tls_name="leaf2"), secrets)
    with pytest.raises(UnreachableError, match="certificate"):
        driver.fetch()


def test_its_own_diff_is_the_plan_unless_it_lies(lab, fresh, token):
    with fresh() as driver:
        running = driver.fetch()
        tree = PLATFORM.parse(running)
        changes = patch(tree, {**tree, MTU: "9111"})
        assert PLATFORM.unlike(running, changes.edits, driver.stage(token, changes)) == ()
        driver.abort(token)
        control.fault(lab, "leaf1", Fault(Kind.LIE, line="nv set interface swp3 description lie"))
        told = PLATFORM.unlike(running, changes.edits, driver.stage(token, changes))
        assert [(edit.path, edit.old, edit.new) for edit in told] == [
            (("interface", "swp3", "description"), None, "lie")
        ]
        driver.abort(token)
