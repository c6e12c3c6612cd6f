"""Configuration sessions over the wire: isolation, limits, the commit timer, both JSON generations."""

import pytest


def test_a_session_changes_nothing_until_it_is_committed(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"
    lab.run("leaf1", "configure session s1 commit")
    assert lab.run("leaf1", "show hostname")["hostname"] == "x"
    assert lab.verbs("leaf1") == ["open", "commit"]


def test_the_last_writer_wins_and_the_first_change_is_lost(lab):
    lab.run("leaf1", "configure session a", "ntp server 10.0.0.1")
    lab.run("leaf1", "configure session b", "ntp server 10.0.0.2")
    lab.run("leaf1", "configure session a commit")
    lab.run("leaf1", "configure session b commit")
    running = lab.text("leaf1", "show running-config")
    assert "ntp server 10.0.0.2" in running
    assert "ntp server 10.0.0.1" not in running


def test_a_sixth_pending_session_is_refused(lab):
    for number in range(5):
        lab.run("leaf1", f"configure session s{number}", "hostname x")
    error = lab.call("leaf1", "configure session s5")["error"]
    assert error["code"] == 1000
    assert "Maximum number of pending sessions has been reached" in error["data"][-1]["errors"][0]
    lab.run("leaf1", "configure session s0 abort")
    lab.run("leaf1", "configure session s5")


def test_only_one_finished_session_is_remembered(lab):
    for name in ("a", "b"):
        lab.run("leaf1", f"configure session {name}", f"hostname {name}", "commit")
    assert list(lab.run("leaf1", "show configuration sessions")["sessions"]) == ["b"]


def test_the_timer_reverts_by_itself_and_leaves_startup_alone(lab):
    before = lab.text("leaf1", "show running-config")
    startup = lab.text("leaf1", "show startup-config")
    lab.run("leaf1", "configure session s1", "hostname x")
    lab.run("leaf1", "configure session s1 commit timer 00:00:01")
    assert lab.run("leaf1", "show hostname")["hostname"] == "x"
    lab.until(lambda: lab.run("leaf1", "show hostname")["hostname"] == "leaf1")
    assert lab.text("leaf1", "show running-config") == before
    assert lab.text("leaf1", "show startup-config") == startup
    assert lab.verbs("leaf1") == ["open", "commit", "revert"]
    assert "s1" not in lab.run("leaf1", "show configuration sessions")["sessions"]


def test_a_second_commit_confirms_and_the_change_stays(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    lab.run("leaf1", "configure session s1 commit timer 00:05:00")
    lab.run("leaf1", "configure session s1 commit")
    report = lab.run("leaf1", "show configuration sessions detail")
    assert report["sessions"]["s1"]["state"] == "completed"
    assert "commitTimerSessionName" not in report
    assert lab.verbs("leaf1") == ["open", "commit", "confirm"]


def test_an_abort_while_the_timer_runs_reverts_at_once(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    lab.run("leaf1", "configure session s1 commit timer 00:05:00")
    lab.run("leaf1", "configure session s1 abort")
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"
    assert lab.verbs("leaf1") == ["open", "commit", "abort"]


def test_from_4_32_on_the_timer_stands_beside_the_sessions(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    lab.run("leaf1", "configure session s1 commit timer 00:05:00")
    report = lab.run("leaf1", "show configuration sessions detail")
    uptime = lab.run("leaf1", "show version")["uptime"]
    assert report["sessions"]["s1"]["state"] == "committed"
    assert report["commitTimerSessionName"] == "s1"
    assert 290 < report["commitTimerExpireTime"] - uptime <= 300
    assert (report["maxOpenSessions"], report["maxSavedSessions"]) == (5, 1)


def test_before_4_32_the_timer_stands_in_the_session(lab):
    lab.run("leaf2", "configure session s1", "hostname x")
    lab.run("leaf2", "configure session s1 commit timer 00:05:00")
    report = lab.run("leaf2", "show configuration sessions detail")
    uptime = lab.run("leaf2", "show version")["uptime"]
    assert report["sessions"]["s1"]["state"] == "pendingCommitTimer"
    assert 290 < report["sessions"]["s1"]["commitBy"] - uptime <= 300
    assert "commitTimerSessionName" not in report


def test_a_second_timer_is_refused_while_one_runs(lab):
    lab.run("leaf1", "configure session a", "hostname a")
    lab.run("leaf1", "configure session b", "hostname b")
    lab.run("leaf1", "configure session a commit timer 00:05:00")
    assert lab.call("leaf1", "configure session b commit timer 00:05:00")["error"]["code"] == 1000


@pytest.mark.parametrize("command", ["configure session no commit", "configure session no abort"])
def test_a_session_that_is_not_there_is_an_error(lab, command):
    assert lab.call("leaf1", command)["error"]["code"] == 1000


def test_a_zero_timer_is_no_timer(lab):
    lab.run("leaf1", "configure session s1", "hostname x")
    assert lab.call("leaf1", "configure session s1 commit timer 00:00:00")["error"]["code"] == 1002


def test_diffs_are_unified_and_empty_when_nothing_changes(lab):
    lab.run("leaf1", "configure session s1", "hostname leaf1")
    assert lab.text("leaf1", "show session-config named s1 diffs") == ""
    lab.run("leaf1", "configure session s1", "interface Ethernet1/1", "mtu 9214")
    lines = lab.text("leaf1", "show session-config named s1 diffs").splitlines()
    assert lines[:2] == ["--- system:/running-config", "+++ session:/s1-session-config"]
    assert [line for line in lines[2:] if line[0] in "+-"] == ["+   mtu 9214"]
