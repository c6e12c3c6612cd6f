"""The Cumulus driver and what a device may refuse."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from drivers.cumulus.changes import interfaces, mtu, steps

from fabric.drivers import connect
from fabric.drivers.contract import RefusedError, Session, UnreachableError
from fabric.platforms.form import ChangeClass, Patch, Step


def test_what_goes_and_what_comes_are_two_requests_of_one_revision(fresh, token):
    with fresh() as driver:
        change = steps(
            ("nvue-unset", {"interface": {"swp2": None}}),
            ("nvue-set", {"interface": {"swp9": {"description": "new"}}}),
        )
        driver.stage(token, change)
        driver.commit(token, 300)
        shown = interfaces(driver.fetch())
    assert shown["swp9"] == {"description": "new", "type": "swp"}
    assert "swp2" not in shown


def test_secrets_are_put_in_when_staging_and_never_shown(fresh, token):
    with fresh() as driver:
        body = {"interface": {"swp1": {"description": "@{secret:env/KEY}"}}}
        said = driver.stage(token, steps(("nvue-set", body)))
        driver.commit(token, 300)
        assert interfaces(driver.fetch())["swp1"]["description"] == 'bgp"key\\9'
    assert "+ interface swp1 description: <secret>\n" in said


def test_an_unknown_key_is_told_in_nvues_words_and_leaves_no_revision(fresh, token):
    with fresh() as driver:
        with pytest.raises(RefusedError, match=r"leaf1: `/interface/swp1/lnk`: 'lnk' is not a valid key"):
            driver.stage(token, steps(("nvue-set", {"interface": {"swp1": {"lnk": 1}}})))
        assert driver.probe(token).session is Session.NONE


def test_a_configuration_that_nvue_finds_invalid_is_refused_when_applied(fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        body = {"interface": {"swp1": {"qos": {"pfc-watchdog": {"state": "enable"}}}}}
        driver.stage(token, steps(("nvue-set", body)))
        with pytest.raises(RefusedError, match=r"is `invalid`: .*PFC or link pause must be configured"):
            driver.commit(token, 300)
        probe = driver.probe(token)
    assert (probe.session, probe.running) == (Session.NONE, before)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (Step("session", "x"), "`session` is not a step of Cumulus Linux"),
        (Step("nvue-set", "{"), "is not JSON"),
        (Step("nvue-set", "[]"), "is one JSON object"),
    ],
)
def test_a_malformed_step_is_refused_before_the_device_is_touched(fresh, token, made, words):
    with fresh() as driver:
        with pytest.raises(RefusedError, match=words):
            driver.stage(token, Patch((), (made,), ChangeClass.TUNING))
        assert driver.probe(token).session is Session.NONE


def test_nothing_is_staged_while_another_change_waits(fresh, token):
    other = token.replace("fab_0123abcd", "fab_feedbeef")
    with fresh() as driver:
        driver.stage(token, mtu(4005))
        driver.commit(token, 300)
        with pytest.raises(RefusedError, match="is `confirm`"):
            driver.stage(other, mtu(4006))


def test_a_candidate_of_a_newer_engine_is_left_alone_and_an_older_one_dropped(fresh, token):
    newer = token.removesuffix("_1") + "_2"
    with fresh() as driver:
        driver.stage(newer, mtu(4007))
        with pytest.raises(RefusedError, match="an engine that took over"):
            driver.stage(token, mtu(4008))
        driver.stage(newer.removesuffix("_2") + "_3", mtu(4008))
        assert driver.probe(newer).session is Session.NONE
        assert len(driver.driver.reclaim()) == 1


def test_the_account_that_a_switch_comes_with_outlives_changes_and_restores(fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, mtu(4012))
        driver.commit(token, 300)
        driver.confirm(token)
        driver.restore(token, base)
        users = json.loads(driver.fetch()["startup.yaml"])["system"]["aaa"]["user"]
    assert users["cumulus"]["hashed-password"] == "$6$factory"


def test_a_wrong_password_is_no_connection(entry, secrets, tmp_path):
    (tmp_path / "password").write_text("wrong-password")
    driver = connect(replace(entry, password=f"secret:file/{tmp_path}/password"), secrets)
    with pytest.raises(UnreachableError, match="credentials refused"):
        driver.fetch()


def test_a_change_that_takes_the_api_down_is_waited_for(fresh, token):
    with fresh() as driver:
        driver.stage(token, steps(("nvue-set", {"interface": {"eth0": {"description": "oob"}}})))
        driver.commit(token, 300)
        assert driver.probe(token).session is Session.PENDING
