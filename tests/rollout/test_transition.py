"""The table of the device protocol, and a model that walks it under every fault."""

import functools
import itertools

import pytest
from protocol_device import Device
from protocol_model import FORWARD_OR_ABORT, OPEN, Model, Mutant
from protocol_walk import longest_way_home, walk, worlds

from fabric.drivers.contract import Session
from fabric.rollout.states import (
    ABORT,
    CHECK,
    CLEAN,
    CONFIRM,
    FAILED,
    QUARANTINE,
    REST,
    RESTORE,
    ROLL_BACK,
    STAGES,
    TERMINAL,
    TO_COMMITTED,
    TO_DRIFT,
    TO_FAILED,
    TO_REVERTED,
    TO_ROLLED_BACK,
    WAIT,
    WAITING,
    Running,
    Sight,
    State,
    Verb,
)
from fabric.rollout.transition import KEYS, RULES, TABLE, Key, Situation, next_action

STAGED, PENDING, NONE = Session.STAGED, Session.PENDING, Session.NONE
BASE, TARGET, OTHER = Running.BASE, Running.TARGET, Running.OTHER


def forward(state: State, session: Session, running: Running, *, atomic: bool = True):
    return TABLE[Key(back=False, atomic=atomic, state=state, sight=Sight(session, running))]


def test_the_table_is_total() -> None:
    assert set(TABLE) == set(KEYS)
    assert len(KEYS) == 2 * 2 * len(State) * 10


def test_every_row_of_the_table_decides_something() -> None:
    used = {next(i for i, rule in enumerate(RULES) if rule.matches(key)) for key in KEYS}
    assert used == set(range(len(RULES)))


@pytest.mark.parametrize(
    ("state", "session", "running", "action"),
    [
        (State.STAGING, STAGED, BASE, ABORT),
        (State.STAGED, STAGED, OTHER, ABORT),
        (State.STAGED, PENDING, TARGET, QUARANTINE),
        (State.PENDING, NONE, OTHER, TO_DRIFT),
        (State.COMMITTING, PENDING, TARGET, TO_COMMITTED),
        (State.COMMITTING, STAGED, BASE, ABORT),
        (State.COMMITTING, NONE, BASE, TO_REVERTED),
        (State.COMMITTING, NONE, TARGET, QUARANTINE),
        (State.COMMITTED, PENDING, TARGET, CHECK),
        (State.COMMITTED, NONE, BASE, TO_REVERTED),
        (State.COMMITTED, NONE, OTHER, QUARANTINE),
        (State.CONFIRMING, PENDING, TARGET, CONFIRM),
        (State.CONFIRMING, NONE, TARGET, CONFIRM),
        (State.CONFIRMING, NONE, BASE, TO_REVERTED),
        (State.ROLLING_BACK, PENDING, TARGET, ABORT),
        (State.ROLLING_BACK, STAGED, BASE, ABORT),
        (State.ROLLING_BACK, NONE, BASE, TO_ROLLED_BACK),
        (State.ROLLING_BACK, NONE, TARGET, RESTORE),
    ],
)
def test_the_recovery_rows_of_the_protocol_hold(state, session, running, action) -> None:
    assert forward(state, session, running) is action


def test_a_partial_apply_is_restored_while_the_dead_man_is_armed() -> None:
    for state in (State.COMMITTING, State.ROLLING_BACK, State.RESTORING):
        assert forward(state, PENDING, OTHER, atomic=False) is RESTORE


def test_an_atomic_device_that_runs_something_else_is_not_overwritten() -> None:
    for state in (State.COMMITTING, State.ROLLING_BACK, State.RESTORING):
        assert forward(state, NONE, OTHER) is QUARANTINE


def test_an_unreachable_device_is_waited_for_in_every_state_that_is_not_over() -> None:
    for state in set(State) - TERMINAL:
        assert TABLE[Key(back=False, atomic=True, state=state, sight=None)] is WAIT


def test_a_device_whose_timer_is_nearly_over_is_left_to_it() -> None:
    for state in (State.COMMITTED, State.CONFIRMING):
        assert (
            next_action(Situation(state, Sight(PENDING, TARGET), back=False, atomic=True, late=True)) is WAIT
        )


def test_patience_ends_in_a_clean_failure_before_the_change_and_with_a_human_after_it() -> None:
    assert next_action(Situation(State.PENDING, None, back=False, atomic=True, spent=True)) is TO_FAILED
    assert next_action(Situation(State.COMMITTED, None, back=False, atomic=True, spent=True)) is QUARANTINE


def test_a_restore_that_fails_too_often_under_a_timer_is_left_to_the_timer() -> None:
    armed = Situation(State.RESTORING, Sight(PENDING, OTHER), back=True, atomic=False, spent=True)
    assert next_action(armed) is WAIT


def test_gates_that_cannot_be_asked_roll_the_device_back() -> None:
    asked = Situation(State.COMMITTED, Sight(PENDING, TARGET), back=False, atomic=True, spent=True)
    assert next_action(asked) is ROLL_BACK


def test_a_candidate_is_committed_only_by_the_process_that_staged_it() -> None:
    here = Situation(State.STAGED, Sight(STAGED, BASE), back=False, atomic=True, answered=Verb.STAGE)
    assert next_action(here).verb is Verb.COMMIT
    after_a_crash = Situation(State.STAGED, Sight(STAGED, BASE), back=False, atomic=True)
    assert next_action(after_a_crash) is ABORT


@functools.cache
def answers():
    """Everything that can be asked of the protocol, and what it answers."""
    more = tuple(itertools.product((None, *Verb), *[(False, True)] * 3))
    asked = (Situation(k.state, k.sight, k.back, k.atomic, *m) for k, m in itertools.product(KEYS, more))
    return tuple((now, next_action(now)) for now in asked)


FORWARD = (Verb.PRECHECK, Verb.STAGE, Verb.COMMIT, Verb.CHECK, Verb.CONFIRM)
NEVER = {
    "a device that is at its end is touched": lambda now, to: now.state in TERMINAL and to is not REST,
    "the change goes on although it was taken back": lambda now, to: now.back and to.verb in FORWARD,
    "a device that nobody sees is touched": lambda now, to: now.sight is None and to.verb,
    "another commits than who staged it, or not over the base": lambda now, to: (
        to.verb is Verb.COMMIT
        and (now.state, now.sight, now.answered) != (State.STAGED, Sight(STAGED, BASE), Verb.STAGE)
    ),
    "what is confirmed is not the target": lambda now, to: to is CONFIRM and now.sight.running is not TARGET,
    "time is too short and it is judged or confirmed": lambda now, to: now.late and to in (CHECK, CONFIRM),
    "a device is called clean that holds a session": lambda now, to: (
        to.conclude in CLEAN and now.state not in WAITING and now.sight.session is not NONE
    ),
    "a device is called clean that does not run its base after a commit": lambda now, to: (
        to.conclude in CLEAN and now.state not in WAITING | STAGES and now.sight.running is not BASE
    ),
    "an edit is overwritten where nothing of ours is": lambda now, to: (
        to is RESTORE and now.atomic and now.sight == Sight(NONE, OTHER)
    ),
}


@pytest.mark.parametrize("what", NEVER)
def test_in_no_situation_at_all(what) -> None:
    assert len(answers()) == len(KEYS) * (len(Verb) + 1) * 8
    assert [now for now, to in answers() if NEVER[what](now, to)] == []


@pytest.mark.parametrize("device", Device)
def test_no_fault_breaks_the_protocol(device) -> None:
    found = walk(Model(device, most_faults=6))
    assert found.counterexample == (), found.broken
    assert found.stuck == ()
    assert found.endings >= {State.CONFIRMED, *FAILED}


@pytest.mark.parametrize("device", Device)
def test_every_reachable_situation_comes_to_rest_without_further_faults(device) -> None:
    model = Model(device, most_faults=3)
    assert max(longest_way_home(model, w) for w in worlds(model) if not w.broken) < 40


ORPHAN = {Device.MARKER: "a human is called"}
WORSE = [
    *((kind, Mutant(blind_retry=True), "two commits for one intent") for kind in Device),
    *((kind, Mutant(token_not_journalled=True), ORPHAN.get(kind, "session is left")) for kind in Device),
    *((kind, Mutant(no_base_check=True), "overwritten") for kind in Device),
    *((kind, Mutant(retry_forgets=True), "drift although it runs target") for kind in Device),
    # Where nothing reverts by itself, only a look tells that the base is back, and only a mark whose it is.
    (Device.MARKER, Mutant(abort_is_believed=True), "rolled-back although it runs target"),
    (Device.MARKER, Mutant(commit_unmarked=True), "a human is called although none had a part in it"),
    (Device.DEAD_MAN, Mutant(abort_is_believed=True), "rolled-back although it runs target"),
]


@pytest.mark.parametrize(("device", "mutant", "broken"), WORSE)
def test_the_model_finds_what_is_wrong_with_a_worse_protocol(device, mutant, broken) -> None:
    found = walk(Model(device, most_faults=3, mutant=mutant))
    assert broken in found.broken
    assert len(found.counterexample) > 3


@pytest.mark.parametrize("device", Device)
def test_the_window_between_look_and_commit_cannot_be_closed_from_outside(device) -> None:
    found = walk(Model(device, most_faults=1, window=OPEN))
    assert found.broken == "a human's change was overwritten"


@pytest.mark.parametrize("device", [Device.ATOMIC, Device.DEAD_MAN])
def test_what_a_stopped_process_had_on_its_way_breaks_nothing_whenever_it_lands(device) -> None:
    found = walk(Model(device, most_faults=3, stopped=FORWARD_OR_ABORT))
    assert found.counterexample == (), found.broken
    assert found.stuck == ()


@pytest.mark.parametrize(
    ("device", "verb", "broken"),
    [
        (Device.MARKER, Verb.COMMIT, "reverted-by-timer although it runs target"),
        (Device.ATOMIC, Verb.RESTORE, "committed although it runs the base"),
    ],
)
def test_within_one_call_nobody_outside_a_device_is_fenced_off(device, verb, broken) -> None:
    """A commit where no timer takes it back, and a restore that lands in a later change; docs/state.md."""
    found = walk(Model(device, most_faults=3, stopped=frozenset({verb})))
    assert broken in found.broken
