"""Which revisions are ours, by marks that they do not inherit."""

from __future__ import annotations

import pytest

from fabric.drivers.contract import LostReplyError, RefusedError
from fabric.drivers.cumulus.revisions import Revisions
from fabric.drivers.deadline import Deadline

OLD, NEW = "fab_0123abcd_1_1_1", "fab_0123abcd_1_2_1"


class Device:
    """Revisions in one list of states, and the marks of each."""

    def __init__(self, revisions, **marks):
        self.listing = {number: {"state": state} for number, state in revisions.items()}
        self.marks = {number.removeprefix("r"): found for number, found in marks.items()}

    def read(self, *path, **_query):
        return self.listing if len(path) == 1 else self.listing[path[1]]

    def find(self, *_path, rev, **_query):
        return {mark: {"type": "ipv4"} for mark in self.marks.get(rev, ())}

    def deadline(self):
        return Deadline(0)


def ours(device):
    return [(found.number, found.marks) for found in Revisions("leaf1", device, None).ours()]


def test_a_candidate_is_known_by_a_mark_that_is_not_applied_yet():
    device = Device({"7": "pending", "8": "pending"}, applied=[OLD], r7=[NEW], r8=[OLD])
    assert ours(device) == [("7", {NEW})]


def test_a_commit_that_waits_is_known_by_a_mark_that_is_not_saved_yet():
    device = Device({"7": "confirm", "8": "ignore_fail"}, applied=[NEW], startup=[OLD], r7=[NEW], r8=[OLD])
    assert ours(device) == [("7", {NEW})]


def test_what_ended_is_nobodys_any_more():
    states = ("applied_and_saved", "confirm_fail", "invalid", "detached")
    assert ours(Device(dict(enumerate(states)), r0=[NEW], r1=[NEW], r2=[NEW], r3=[NEW])) == []


def test_ours_in_a_state_that_nobody_knows_is_not_guessed_and_anothers_is_no_matter():
    assert ours(Device({"7": "dreaming"}, r7=["somebodys-list"])) == []
    with pytest.raises(LostReplyError, match="revision 7 is `dreaming`"):
        ours(Device({"7": "dreaming"}, r7=[NEW]))


def test_one_that_stays_on_its_way_is_given_up_at_the_deadline():
    with pytest.raises(LostReplyError, match="revision 7 is still `verifying`"):
        ours(Device({"7": "verifying"}))


@pytest.mark.parametrize("state", ["confirm", "ignore_fail"])
def test_nobody_goes_past_a_revision_that_waits_for_an_answer(state):
    with pytest.raises(RefusedError, match=f"revision 7 is `{state}`"):
        Revisions("leaf1", Device({"7": state}), None).none_waits()
