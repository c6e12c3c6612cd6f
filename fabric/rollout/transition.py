"""The protocol of one device: what to do next, from what the journal says and what the device shows.

The living engine and a resumed one ask the same table, so recovery is the normal path. The table is total:
every combination of direction, kind of device, journal state and sight has one action, a partial apply
(running neither base nor target) included.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.drivers.contract import Session
from fabric.rollout.states import (
    ABORT,
    CHECK,
    COMMIT,
    CONFIRM,
    KEPT,
    PRECHECK,
    QUARANTINE,
    REST,
    RESTART,
    RESTORE,
    ROLL_BACK,
    STAGE,
    STAGES,
    TERMINAL,
    TO_COMMITTED,
    TO_CONFIRMED,
    TO_DRIFT,
    TO_FAILED,
    TO_REVERTED,
    TO_ROLLED_BACK,
    TO_SKIPPED,
    TO_STAGED,
    TURN,
    UNDOING,
    WAIT,
    WAITING,
    Action,
    Running,
    Sight,
    State,
    Verb,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class Key(NamedTuple):
    """One situation. `sight` is None for a device that cannot be reached."""

    back: bool
    atomic: bool
    state: State
    sight: Sight | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table; None matches anything. The first row that matches holds."""

    states: frozenset[State]
    sessions: tuple[Session | None, ...] | None
    runnings: tuple[Running, ...] | None
    action: Action
    back: bool | None = None
    atomic: bool | None = None

    def matches(self, key: Key) -> bool:
        """Whether this row speaks of the situation."""
        session, running = key.sight or (None, None)
        return (
            key.state in self.states
            and self.back in (None, key.back)
            and self.atomic in (None, key.atomic)
            and (self.sessions is None or session in self.sessions)
            and (self.runnings is None or running in self.runnings)
        )


_UNREACHABLE = (None,)
_NONE, _STAGED, _PENDING = (Session.NONE,), (Session.STAGED,), (Session.PENDING,)
_BASE, _TARGET, _OTHER = (Running.BASE,), (Running.TARGET,), (Running.OTHER,)
_COMMITTING = frozenset({State.COMMITTING})
_COMMITTED = frozenset({State.COMMITTED})
_CONFIRMING = frozenset({State.CONFIRMING})
_TIMED = _COMMITTING | _COMMITTED | _CONFIRMING
_ROLLING_BACK = frozenset({State.ROLLING_BACK})
_RESTORING = frozenset({State.RESTORING})

RULES = (
    Rule(TERMINAL, None, None, REST),
    Rule(WAITING, None, None, TO_SKIPPED, back=True),
    Rule(frozenset(State), _UNREACHABLE, None, WAIT),  # stay and look again: never assume
    # Nothing was committed under this token.
    Rule(WAITING | STAGES, _PENDING, None, QUARANTINE),  # impossible by protocol
    Rule(WAITING | STAGES, _STAGED, None, ABORT),  # an inherited candidate is never committed
    Rule(WAITING, _NONE, _BASE, PRECHECK),
    Rule(STAGES, _NONE, _BASE, RESTART, back=False),
    Rule(STAGES, _NONE, _BASE, TO_FAILED, back=True),
    Rule(WAITING | STAGES, _NONE, None, TO_DRIFT),
    # A commit was announced; whether it took effect is what the device shows.
    Rule(_COMMITTING, _STAGED, None, ABORT),
    Rule(_COMMITTED | _CONFIRMING, _STAGED, None, QUARANTINE),  # impossible by protocol
    Rule(_COMMITTING, _PENDING, _TARGET, TO_COMMITTED, back=False),
    Rule(_COMMITTED, _PENDING, _TARGET, CHECK, back=False),
    Rule(_CONFIRMING, _PENDING, _TARGET, CONFIRM, back=False),
    # A partial apply: bring the base back while the dead-man is still armed to catch us.
    Rule(_COMMITTING, _PENDING, _OTHER, RESTORE, atomic=False),
    # Somebody edits under our timer, or only the timer came in. It would revert all of it; so do we, now.
    Rule(_TIMED, _PENDING, None, ROLL_BACK),
    Rule(_TIMED, _NONE, _BASE, TO_REVERTED, back=False),
    Rule(_TIMED, _NONE, _BASE, TO_ROLLED_BACK, back=True),
    Rule(_CONFIRMING, _NONE, _TARGET, CONFIRM, back=False),  # confirmed, perhaps not yet persistent
    Rule(_CONFIRMING, _NONE, _TARGET, RESTORE, back=True),
    Rule(_TIMED, _NONE, None, QUARANTINE),  # foreign, or without its timer: somebody's work may be in it
    # Confirmed earlier.
    Rule(KEPT, _NONE, _TARGET, REST, back=False),
    Rule(KEPT, None, None, TURN, back=False),  # no longer what was confirmed
    Rule(KEPT, _NONE, _TARGET, RESTORE, back=True),
    Rule(KEPT, _NONE, _BASE, TO_ROLLED_BACK, back=True),
    Rule(KEPT, None, None, QUARANTINE, back=True),  # a later foreign edit is not overwritten
    # On the way back.
    Rule(UNDOING, _STAGED, None, ABORT),
    Rule(UNDOING, _PENDING, _BASE, ABORT),
    Rule(_RESTORING, _PENDING, None, RESTORE),
    Rule(_ROLLING_BACK, _PENDING, _OTHER, RESTORE, atomic=False),
    Rule(_ROLLING_BACK, _PENDING, None, ABORT),
    Rule(UNDOING, _NONE, _BASE, TO_ROLLED_BACK),
    Rule(UNDOING, _NONE, _TARGET, RESTORE),
    Rule(UNDOING, _NONE, _OTHER, RESTORE, atomic=False),  # our own way back was cut in the middle
    Rule(UNDOING, _NONE, _OTHER, QUARANTINE, atomic=True),
)

SIGHTS = (None, *(Sight(*pair) for pair in itertools.product(Session, Running)))
KEYS = tuple(Key(*key) for key in itertools.product((False, True), (False, True), State, SIGHTS))
TABLE: Mapping[Key, Action] = {key: next(rule.action for rule in RULES if rule.matches(key)) for key in KEYS}

PROGRESS: Mapping[tuple[State, Sight, Verb], Action] = {
    (State.PRECHECKED, Sight(Session.NONE, Running.BASE), Verb.PRECHECK): STAGE,
    (State.STAGING, Sight(Session.STAGED, Running.BASE), Verb.STAGE): TO_STAGED,
    (State.STAGED, Sight(Session.STAGED, Running.BASE), Verb.STAGE): COMMIT,
    (State.COMMITTING, Sight(Session.NONE, Running.BASE), Verb.ABORT): RESTART,
    (State.COMMITTED, Sight(Session.PENDING, Running.TARGET), Verb.CHECK): CONFIRM,
    (State.CONFIRMING, Sight(Session.NONE, Running.TARGET), Verb.CONFIRM): TO_CONFIRMED,
}
"""Going forward, what a process may do because the device answered it that verb; forgotten at a crash."""


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the next move depends on."""

    state: State
    sight: Sight | None
    back: bool
    atomic: bool
    answered: Verb | None = None
    """The last verb the device answered to this process in this epoch; None after a lost reply or a crash."""
    late: bool = False
    """The device's own timer leaves too little time to judge and confirm."""
    spent: bool = False
    """The move was tried as often as it may be."""
    suspect: bool = False
    """It was quarantined before: what it runs beside its base may be ours, so it is no drift."""


def next_action(now: Situation) -> Action:
    """Choose the next move."""
    action = TABLE[Key(now.back, now.atomic, now.state, now.sight)]
    if now.sight is not None and now.answered is not None and not now.back:
        action = PROGRESS.get((now.state, now.sight, now.answered), action)
    if now.late and action in (CHECK, CONFIRM):
        action = WAIT
    action = _given_up(action, now) if now.spent else action
    on_base = now.sight is not None and now.sight.running is Running.BASE
    called_clean = action in (TO_DRIFT, TO_SKIPPED, TO_FAILED)
    return QUARANTINE if now.suspect and called_clean and not on_base else action


def _given_up(action: Action, now: Situation) -> Action:
    """Replace a move that failed too often; a device with a running timer is left to it."""
    timed = now.sight is not None and now.sight.session is Session.PENDING
    if action is WAIT:
        return TO_FAILED if now.state in WAITING else QUARANTINE
    if action in (RESTART, PRECHECK):
        return TO_FAILED
    if action is CHECK:
        return ROLL_BACK
    if action.verb in (Verb.CONFIRM, Verb.ABORT, Verb.RESTORE):
        return WAIT if timed else QUARANTINE
    return action
