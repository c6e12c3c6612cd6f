"""Devices that lie: each rollout ends, says why in one line, and its report is what the lab knows."""

from __future__ import annotations

import time

import pytest
from lying_fleet import PLATFORMS, Liar, fleet

from fabric.lab import control as lab
from fabric.lab.faults import Fault, Kind
from fabric.rollout import control
from fabric.rollout.states import State

ON_BASE = (State.ROLLED_BACK, State.REVERTED_BY_TIMER, State.FAILED_CLEAN)
READ = {"eos": "show running-config", "sonic": "sonic-cfggen -d", "cumulus": "GET", "ufm": "GET"}
COMMIT = {"eos": "commit timer", "sonic": "commit.sh", "cumulus": '"state-controls"', "ufm": "PUT"}
CONFIRM = {"eos": "write memory", "sonic": "confirm.sh", "cumulus": "confirm_yes", "ufm": "DELETE"}
MOMENTS = {"read": READ, "commit": COMMIT, "confirm": CONFIRM}
SWITCHES = ("eos", "sonic", "cumulus")
BACK, CLEAN, GONE, HUMAN = State.ROLLED_BACK, State.FAILED_CLEAN, State.REVERTED_BY_TIMER, State.QUARANTINED
DONE = State.DONE


def lies(name: str) -> dict[str, tuple[tuple[Fault, ...], State, str]]:
    """The lies that a device can tell: what is ordered, where it ends, and a part of the reason."""
    stranger = Fault(Kind.WRONG_IDENTITY, after=COMMIT[name])
    found = {
        "nothing came in": (
            (Fault(Kind.IGNORE, match="PUT" if name == "ufm" else ""),),
            BACK,
            "runs its base",
        ),
        "another one answers": ((stranger,), HUMAN if name == "ufm" else BACK, "identity fail: hostname"),
    }
    if name in SWITCHES:
        late = Fault(Kind.WRONG_IDENTITY, after=CONFIRM[name])
        # A timer that is not stopped finds nothing to undo on SONiC: the rollback went with the token.
        kept = (DONE, "") if name == "sonic" else (GONE, "the commit timer ran out")
        found |= {
            "it only shows what it does not run": ((Fault(Kind.FORGET),), BACK, ""),
            "it goes back all the same": ((Fault(Kind.REVERT),), *kept),
            "another candidate's difference": ((Fault(Kind.MIXED_UP),), CLEAN, "somebody-else"),
            "old neighbours": ((Fault(Kind.STALE_LLDP),), BACK, "sees no neighbour"),
            "another one answers late": (
                (late,),
                BACK if name == "sonic" else HUMAN,
                "identity fail: hostname",
            ),
        }
    return found


LIES = [(name, what) for name in PLATFORMS for what in lies(name)]
SAMPLED = (
    *(one for one in LIES if one[0] == "eos"),
    ("cumulus", "it goes back all the same"),
    ("cumulus", "it only shows what it does not run"),
    ("sonic", "nothing came in"),
    ("ufm", "another one answers"),
)
"""What every run asks; the rest is for the proof."""
WIRE = [
    (name, kind, moment)
    for name in PLATFORMS
    for kind in (Kind.GARBAGE, Kind.HTML, Kind.HALF, Kind.FLOOD, Kind.DRIP)
    for moment in MOMENTS
]
HEARD = [
    ("eos", Kind.HTML, "read"), ("eos", Kind.HALF, "commit"), ("sonic", Kind.GARBAGE, "read"),
    ("cumulus", Kind.GARBAGE, "confirm"), ("cumulus", Kind.DRIP, "read"), ("ufm", Kind.HTML, "commit"),
]  # fmt: skip


def sampled(every, some):
    return [pytest.param(*one, marks=() if one in some else pytest.mark.proof) for one in every]


@pytest.fixture(scope="module")
def liars(tmp_path_factory):
    folder = tmp_path_factory.mktemp("liars")
    lab.up(folder, fleet())
    try:
        lab.wait(folder)
        yield {name: Liar(folder, name) for name in PLATFORMS}
    finally:
        lab.down(folder)


def ended(liar, folder, *faults):
    """Roll out with these faults; the device's state, its reason, and what the lab knows."""
    liar.reset()
    seen = liar.seen()
    for fault in faults:
        lab.fault(liar.lab, liar.name, fault)
    control.apply(liar.plan(), folder / "state", liar.world(), "me")
    standing = control.status(folder / "state").progress.of(liar.name)
    return standing.state, standing.reason, liar.truth(seen)


def judge(state, reason, truth):
    """Compare what is reported with what the lab knows."""
    assert "\n" not in reason
    assert len(reason) < 400
    assert bool(reason) is (state is not State.DONE)
    if state is State.DONE:
        assert (truth.runs, truth.boots_it) == ("target", True), truth
    elif state in ON_BASE:
        assert (truth.runs, truth.boots_it) == ("base", True), truth
    else:
        assert state is State.QUARANTINED


@pytest.mark.parametrize(("name", "what"), sampled(LIES, SAMPLED))
def test_a_lie_ends_where_the_report_says_and_for_the_reason_it_gives(liars, tmp_path, name, what):
    faults, wanted, words = lies(name)[what]
    state, reason, truth = ended(liars[name], tmp_path, *faults)
    judge(state, reason, truth)
    assert state is wanted, reason
    assert words in reason


@pytest.mark.parametrize(("name", "kind", "moment"), sampled(WIRE, HEARD))
def test_what_is_no_answer_is_asked_again_and_never_believed(liars, tmp_path, name, kind, moment):
    fault = Fault(kind, match=MOMENTS[moment][name], seconds=3.0)
    state, reason, truth = ended(liars[name], tmp_path, fault)
    judge(state, reason, truth)
    assert state is State.DONE, reason


def test_counters_that_fall_are_no_evidence_and_hold_the_rollout(liars, tmp_path):
    lab.fault(liars["eos"].lab, "eos", Fault(Kind.PFC_STORM))
    time.sleep(0.3)  # three trips of the watchdog stay counted when the storm is over
    state, _, _ = ended(liars["eos"], tmp_path, Fault(Kind.FALLING_COUNTERS, after=COMMIT["eos"]))
    assert state is State.SOAKING
    assert "began to count anew" in control.status(tmp_path / "state").progress.paused
