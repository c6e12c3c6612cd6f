"""The EOS driver against an eAPI server of scripted answers: transport and protocol, one fault at a time."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from fabric.drivers.contract import LostReplyError, RefusedError, Session, UnreachableError
from fabric.drivers.eos import EosDriver
from fabric.platforms.form import ChangeClass, Patch, Step

TOKEN = "fab_01234567_1_1_7"
DETAIL = "show configuration sessions detail"
IDLE = {"sessions": {}}
PENDING = {"sessions": {}, "commitTimerSessionName": TOKEN, "commitTimerExpireTime": 400.0}
STAGED = {"sessions": {TOKEN: {"state": "pending", "instances": {}}}}
COMMIT = f"configure session {TOKEN} commit timer 00:05:00"


def patch(body="interface Ethernet1\n   mtu 9214"):
    return Patch((), (Step("session", body),), ChangeClass.TUNING)


@pytest.fixture
def driver(entry, secrets, script):
    script.answers |= {DETAIL: IDLE, "show version": {"uptime": 100.0}}
    made = EosDriver(entry, secrets)
    yield made
    made.close()


def changes(script):
    return [batch for batch in script.batches if not batch[0].startswith("show")]


def test_it_says_who_it_is(driver, script):
    script.answers["show version"] = {
        "serialNumber": "S1",
        "systemMacAddress": "00:1c:73:00:00:01",
        "modelName": "DCS-7060X6-64PE",
        "version": "4.34.1F",
    }
    script.answers["show hostname"] = {"hostname": "leaf1", "fqdn": "leaf1.x"}
    found = driver.identify()
    assert (found.hostname, found.serial, found.release) == ("leaf1", "S1", "4.34.1F")


def test_one_connection_serves_many_calls(driver, script):
    for _ in range(3):
        driver.fetch()
    assert script.connections == 1


def test_staging_opens_a_session_named_by_the_token_and_returns_the_diff(driver, script):
    diffs = f"show session-config named {TOKEN} diffs"
    script.answers[diffs] = {"output": "--- system:/running-config\n+   mtu 9214\n"}
    assert "+   mtu 9214" in driver.stage(TOKEN, patch())
    wanted = [f"configure session {TOKEN}", "interface Ethernet1", "mtu 9214", "end", diffs]
    assert changes(script) == [wanted]


def test_secrets_are_put_in_when_staging(driver, script):
    driver.stage(TOKEN, patch("neighbor x password @{secret:env/KEY}"))
    assert 'neighbor x password bgp"key\\9' in changes(script)[0]


def test_a_refused_line_removes_the_session_and_is_told_without_the_secret(driver, script):
    script.answers[DETAIL] = [IDLE, STAGED]
    script.refusals['neighbor x password bgp"key\\9'] = "Invalid input (at token 0: 'neighbor')"
    with pytest.raises(
        RefusedError, match=r"leaf1: `neighbor x password <secret>`: Invalid input \(at token 0"
    ):
        driver.stage(TOKEN, patch("neighbor x password @{secret:env/KEY}"))
    assert changes(script)[-1] == [f"configure session {TOKEN} abort"]


def test_sessions_of_others_are_left_alone_and_stale_ones_of_ours_dropped(driver, script):
    pending = {"state": "pending", "instances": {}}
    script.answers[DETAIL] = {"sessions": {"bob": pending, "fab_01234567_1_0_6": pending}}
    driver.stage(TOKEN, patch())
    assert changes(script)[0] == ["configure session fab_01234567_1_0_6 abort"]
    assert not any("bob" in command for batch in script.batches for command in batch)


def test_a_device_whose_sessions_are_all_taken_is_left_alone_and_says_by_whom(driver, script):
    others = {f"s{n}": {"state": "pending", "instances": {"1": {"user": "bob"}}} for n in range(2)}
    script.answers[DETAIL] = {"sessions": others, "maxOpenSessions": 2}
    with pytest.raises(RefusedError, match="all 2 configuration sessions are taken: `s0` of `bob`, `s1` of"):
        driver.stage(TOKEN, patch())
    assert changes(script) == []


def test_an_older_engine_does_not_touch_the_session_of_a_newer_one(driver, script):
    script.answers[DETAIL] = {"sessions": {"fab_01234567_1_2_9": {"state": "pending", "instances": {}}}}
    with pytest.raises(RefusedError, match="took over"):
        driver.stage(TOKEN, patch())
    assert changes(script) == []


def test_nothing_is_staged_while_somebody_waits_for_confirmation(driver, script):
    script.answers[DETAIL] = {"sessions": {}, "commitTimerSessionName": "bob", "commitTimerExpireTime": 1}
    with pytest.raises(RefusedError, match="`bob` is committed and waits"):
        driver.stage(TOKEN, patch())
    waits = {"state": "pendingCommitTimer", "commitBy": 9.0, "commitUser": "ann", "instances": {}}
    script.answers[DETAIL] = {"sessions": {"hers": waits}}
    with pytest.raises(RefusedError, match="`hers` of `ann` is committed and waits"):
        driver.stage(TOKEN, patch())


@pytest.mark.parametrize(
    ("seconds", "clock"), [(1, "00:00:01"), (300, "00:05:00"), (3_725, "01:02:05"), (86_399, "23:59:59")]
)
def test_a_commit_is_one_request_with_its_timer(driver, script, seconds, clock):
    driver.commit(TOKEN, seconds)
    assert script.batches == [[f"configure session {TOKEN} commit timer {clock}"]]


@pytest.mark.parametrize("seconds", [0, -1, 86_400, 90_000])
def test_a_timer_that_would_wrap_is_refused_before_anything_is_sent(driver, script, seconds):
    with pytest.raises(RefusedError, match="23:59:59"):
        driver.commit(TOKEN, seconds)
    assert script.batches == []


def test_a_commit_without_an_answer_is_lost_and_not_sent_again(driver, script):
    script.faults["configure session"] = "drop"
    with pytest.raises(LostReplyError, match="leaf1: sent, then"):
        driver.commit(TOKEN, 300)
    assert script.batches == [[COMMIT]]


def test_a_server_error_after_a_commit_leaves_it_unknown(driver, script):
    script.faults["configure session"] = "http 500"
    with pytest.raises(LostReplyError, match="HTTP 500"):
        driver.commit(TOKEN, 300)


def test_a_dripping_answer_ends_at_the_total_deadline(entry, secrets, script):
    script.faults["configure session"] = "drip"
    driver = EosDriver(replace(entry, change_deadline_s=0.5), secrets)
    with pytest.raises(LostReplyError, match=r"no full answer within 0\.5 s|timed out"):
        driver.commit(TOKEN, 300)


def test_a_connection_that_the_device_closed_meanwhile_is_replaced(driver, script):
    script.faults["show running-config"] = "close after"
    driver.fetch()
    script.faults.clear()
    driver.commit(TOKEN, 300)
    assert script.connections == 2


def test_a_probe_tells_the_time_left_and_what_runs(driver, script):
    script.answers |= {DETAIL: PENDING, "show running-config": {"output": "hostname leaf1\n"}}
    probe = driver.probe(TOKEN)
    assert (probe.session, probe.remaining_s) == (Session.PENDING, 300)
    assert probe.running == {"eos.cfg": "hostname leaf1\n"}


def test_a_probe_reads_again_when_the_timer_runs_out_under_its_eyes(driver, script):
    script.answers |= {
        DETAIL: [PENDING, IDLE, IDLE],
        "show running-config": [{"output": "new\n"}, {"output": "old\n"}],
    }
    probe = driver.probe(TOKEN)
    assert (probe.session, probe.running) == (Session.NONE, {"eos.cfg": "old\n"})


def test_confirming_stops_the_timer_and_writes(driver, script):
    script.answers[DETAIL] = PENDING
    driver.confirm(TOKEN)
    assert changes(script) == [[f"configure session {TOKEN} commit", "write memory"]]


def test_confirming_again_only_writes(driver, script):
    driver.confirm(TOKEN)
    assert changes(script) == [["write memory"]]


def test_a_candidate_cannot_be_confirmed(driver, script):
    script.answers[DETAIL] = STAGED
    with pytest.raises(RefusedError, match="never committed"):
        driver.confirm(TOKEN)
    assert changes(script) == []


def test_aborting_what_is_not_there_sends_nothing(driver, script):
    driver.abort(TOKEN)
    assert changes(script) == []


def test_aborting_what_expired_meanwhile_is_done(driver, script):
    script.answers[DETAIL] = [PENDING, IDLE]
    script.refusals[f"configure session {TOKEN} abort"] = "Cannot abort"
    driver.abort(TOKEN)
    assert changes(script) == [[f"configure session {TOKEN} abort"]]


def test_restoring_replaces_everything_and_writes(driver, script):
    driver.restore(TOKEN, {"eos.cfg": "hostname leaf1\ninterface Ethernet1\n   mtu 1500\nend\n"})
    load, commit = changes(script)
    session = "fab_01234567_1_1_r0_7"
    assert load[:5] == [
        f"configure session {session}",
        "rollback clean-config",
        "hostname leaf1",
        "interface Ethernet1",
        "mtu 1500",
    ]
    assert commit == [f"configure session {session} commit", "write memory"]


def test_reclaiming_takes_only_ours(driver, script):
    pending = {"state": "pending", "instances": {}}
    script.answers[DETAIL] = {"sessions": {"bob": pending, TOKEN: pending}}
    assert driver.reclaim() == (TOKEN,)


def test_a_command_the_device_refuses_is_left_out_of_an_observation(driver, script):
    script.refusals["show bgp summary vrf all"] = "BGP inactive"
    script.refusals["show priority-flow-control counters watchdog"] = "Unavailable command"
    seen = driver.observe()
    assert seen.bgp == {}
    assert "pfc_watchdog" not in seen.counters


def test_a_wrong_password_is_one_clear_message(entry, secrets, script):
    driver = EosDriver(replace(entry, username="eve"), secrets)
    with pytest.raises(UnreachableError, match="leaf1: credentials refused: Unable to authenticate user"):
        driver.commit(TOKEN, 300)
    assert script.batches == []


def test_a_certificate_of_an_unknown_authority_is_refused_before_any_credential(entry, secrets, script):
    driver = EosDriver(replace(entry, ca_file=""), secrets)
    with pytest.raises(UnreachableError, match="certificate"):
        driver.fetch()
    assert script.batches == []


def test_a_certificate_for_another_name_is_refused(entry, secrets):
    driver = EosDriver(replace(entry, tls_name="leaf2.example"), secrets)
    with pytest.raises(UnreachableError, match="certificate"):
        driver.fetch()


def test_a_pinned_certificate_needs_no_authority(entry, secrets, authority, eapi):
    eapi.script.answers["show running-config"] = {"output": "x"}
    pem = (authority.folder / "127.0.0.1.pem").read_bytes()
    fingerprint = x509.load_pem_x509_certificate(pem).fingerprint(hashes.SHA256())
    driver = EosDriver(replace(entry, ca_file="", fingerprint=fingerprint.hex(":").upper()), secrets)
    assert driver.fetch() == {"eos.cfg": "x"}
    driver.close()


def test_a_certificate_that_is_not_the_pinned_one_is_refused(entry, secrets):
    driver = EosDriver(replace(entry, fingerprint="ab" * 32), secrets)
    with pytest.raises(UnreachableError, match="not the pinned one"):
        driver.commit(TOKEN, 300)


def test_a_port_where_nobody_listens_is_one_clear_message(entry, secrets):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    driver = EosDriver(replace(entry, port=port), secrets)
    with pytest.raises(UnreachableError, match=rf"leaf1 \(127\.0\.0\.1:{port}\): no connection: .*refused"):
        driver.commit(TOKEN, 300)


def test_a_device_that_accepts_and_says_nothing_is_given_up_at_the_deadline(entry, secrets):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        driver = EosDriver(replace(entry, port=silent.getsockname()[1], deadline_s=0.3), secrets)
        with pytest.raises(UnreachableError, match="timed out"):
            driver.fetch()
