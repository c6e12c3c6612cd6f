"""The table of the device protocol, and a model that walks it under every fault."""

import pytest
from protocol_model import OPEN, Model, Mutant
from protocol_walk import longest_way_home, walk, worlds

from fabric.drivers.contract import Session
from fabric.rollout.states import (
    ABORT,
    CHECK,
    CONFIRM,
    FAILED,
    QUARANTINE,
    RESTORE,
    ROLL_BACK,
    TERMINAL,
    TO_COMMITTED,
    TO_DRIFT,
    TO_FAILED,
    TO_REVERTED,
    TO_ROLLED_BACK,
    WAIT,
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


@pytest.mark.parametrize("atomic", [True, False])
def test_no_fault_breaks_the_protocol(atomic) -> None:
    found = walk(Model(atomic=atomic, most_faults=6))
    assert found.counterexample == (), found.broken
    assert found.stuck == ()
    assert found.endings >= {State.CONFIRMED, *FAILED}


@pytest.mark.parametrize("atomic", [True, False])
def test_every_reachable_situation_comes_to_rest_without_further_faults(atomic) -> None:
    model = Model(atomic=atomic, most_faults=3)
    assert max(longest_way_home(model, w) for w in worlds(model) if not w.broken) < 40


@pytest.mark.parametrize(
    ("mutant", "broken"),
    [
        (Mutant(blind_retry=True), "two commits for one intent"),
        (Mutant(token_not_journalled=True), "session is left"),
        (Mutant(no_base_check=True), "overwritten"),
        (Mutant(retry_forgets=True), "drift although it runs target"),
    ],
)
def test_the_model_finds_what_is_wrong_with_a_worse_protocol(mutant, broken) -> None:
    found = walk(Model(atomic=True, most_faults=3, mutant=mutant))
    assert broken in found.broken
    assert len(found.counterexample) > 3


def test_the_window_between_look_and_commit_cannot_be_closed_from_outside() -> None:
    found = walk(Model(atomic=True, most_faults=1, window=OPEN))
    assert found.broken == "a human's change was overwritten"
