"""Both generations of `show configuration sessions detail`, with the key names of napalm #2166."""

from __future__ import annotations

from fabric.drivers.contract import Session
from fabric.drivers.eos.sessions import read_sessions

LIMITS = {"maxSavedSessions": 1, "maxOpenSessions": 5, "mergeOnCommit": False}
OLD = {
    **LIMITS,
    "sessions": {
        "fab_a": {"state": "pendingCommitTimer", "commitBy": 1000.5, "commitUser": "admin", "instances": {}},
        "other": {"state": "pending", "instances": {"1": {"user": "bob"}}},
        "gone": {"state": "completed", "completedTime": 12.0, "instances": {}},
    },
}
NEW = {
    **LIMITS,
    "sessions": {"fab_a": {"state": "committed", "instances": {}}},
    "commitTimerSessionName": "fab_a",
    "commitTimerExpireTime": 1000.5,
}


def test_a_timer_before_release_4_32():
    sessions = read_sessions(OLD, {"uptime": 900.0})
    assert sessions.of("fab_a") is Session.PENDING
    assert sessions.timers == {"fab_a": 100}
    assert sessions.waiting == {"other": "bob"}
    assert sessions.of("gone") is Session.NONE


def test_a_timer_since_release_4_32():
    sessions = read_sessions(NEW, {"uptime": 999.9})
    assert sessions.timers == {"fab_a": 0}
    assert sessions.of("fab_a") is Session.PENDING


def test_a_committed_session_without_a_timer_is_over():
    assert read_sessions({"sessions": NEW["sessions"]}, {"uptime": 1.0}).of("fab_a") is Session.NONE


def test_an_expiry_that_the_device_does_not_tell_is_unknown():
    assert read_sessions({**NEW, "commitTimerExpireTime": -1}, {"uptime": 1.0}).timers == {"fab_a": None}
