"""A revision as the documentation shows it, flat and under its number."""

from __future__ import annotations

from fabric.drivers.cumulus import states

ISSUE = {"code": "client_timeout", "data": {}, "message": "Timeout while waiting", "severity": "error"}
SHOWN = {"state": "ays_fail", "transition": {"issue": {"0": ISSUE}, "progress": "Aborted apply"}}


def test_the_message_of_an_issue_is_what_is_said():
    assert states.revision("6", SHOWN) == states.Revision("6", "ays_fail", "Timeout while waiting")


def test_one_nested_under_its_number_is_read_alike():
    assert states.revision("6", {"6": SHOWN}) == states.revision("6", SHOWN)


def test_without_an_issue_the_progress_is_said():
    shown = {"state": "invalid", "transition": {"issue": {}, "progress": "Invalid config"}}
    assert states.revision("6", shown).words == "Invalid config"


def test_no_state_is_of_two_kinds():
    kinds = (states.ON_ITS_WAY, states.ENDED, states.WAITS, {states.PENDING})
    assert len(frozenset().union(*kinds)) == sum(map(len, kinds))
