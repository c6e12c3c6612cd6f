"""Where a device can stand in a rollout, what it can show, and the moves there are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fabric.drivers.contract import Session  # noqa: TC001  a NamedTuple's fields are read at run time


class State(StrEnum):
    """What the journal says of a device: an -ING state of a side effect is an intent, the rest conclude."""

    PENDING = "pending"
    PRECHECKED = "prechecked"
    STAGING = "staging"
    STAGED = "staged"
    COMMITTING = "committing"
    COMMITTED = "committed"
    CONFIRMING = "confirming"
    CONFIRMED = "confirmed"
    SOAKING = "soaking"
    DONE = "done"
    ROLLING_BACK = "rolling-back"
    RESTORING = "restoring"
    ROLLED_BACK = "rolled-back"
    REVERTED_BY_TIMER = "reverted-by-timer"
    DRIFT = "drift"
    FAILED_CLEAN = "failed-clean"
    QUARANTINED = "quarantined"
    SKIPPED = "skipped"


WAITING = frozenset({State.PENDING, State.PRECHECKED})
STAGES = frozenset({State.STAGING, State.STAGED})
KEPT = frozenset({State.CONFIRMED, State.SOAKING, State.DONE})
UNDOING = frozenset({State.ROLLING_BACK, State.RESTORING})
ACTIVE = STAGES | UNDOING | {State.COMMITTING, State.COMMITTED, State.CONFIRMING}
"""In flight: a session, a timer or a half-done change of ours may be on the device."""
CLEAN = frozenset(
    {State.ROLLED_BACK, State.REVERTED_BY_TIMER, State.DRIFT, State.FAILED_CLEAN, State.SKIPPED}
)
"""Nothing of ours is on the device, and it was read back."""
TERMINAL = CLEAN | {State.QUARANTINED}
FAILED = TERMINAL - {State.SKIPPED}


NO_TIMER = "its change is not in and not under way: it never came in, or somebody took it back"


def not_in(why: str) -> str:
    """Return the reason of a device that has no timer and was found on its base."""
    return why if why.startswith(NO_TIMER) else f"{NO_TIMER} ({why})"


def state_word(state: str, reason: str) -> str:
    """Return a state as people read it: without a timer nothing was reverted by one."""
    return "on-its-base" if state == State.REVERTED_BY_TIMER and reason.startswith(NO_TIMER) else str(state)


class Running(StrEnum):
    """What a device runs, by fingerprint of the owned part."""

    BASE = "base"
    TARGET = "target"
    OTHER = "other"


class Sight(NamedTuple):
    """What a device shows under a token."""

    session: Session
    running: Running


class Verb(StrEnum):
    """What the engine does to a device; the judging verbs change nothing on it."""

    PRECHECK = "precheck"
    STAGE = "stage"
    COMMIT = "commit"
    CHECK = "check"
    CONFIRM = "confirm"
    ABORT = "abort"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Action:
    """One move: the intent made durable first, then the verb; or a conclusion and no verb."""

    name: str
    intent: State | None = None
    verb: Verb | None = None
    conclude: State | None = None
    new_epoch: bool = False
    turns: bool = False
    """From here on the device goes back."""


PRECHECK = Action("precheck", verb=Verb.PRECHECK)
STAGE = Action("stage", State.STAGING, Verb.STAGE)
COMMIT = Action("commit", State.COMMITTING, Verb.COMMIT)
CHECK = Action("check", verb=Verb.CHECK)
CONFIRM = Action("confirm", State.CONFIRMING, Verb.CONFIRM)
ABORT = Action("abort", verb=Verb.ABORT)
ROLL_BACK = Action("roll back", State.ROLLING_BACK, Verb.ABORT, turns=True)
RESTORE = Action("restore", State.RESTORING, Verb.RESTORE, turns=True)
RESTART = Action("restart", conclude=State.PENDING, new_epoch=True)
TURN = Action("turn back", turns=True)
WAIT = Action("wait")
REST = Action("rest")
TO_STAGED = Action("conclude staged", conclude=State.STAGED)
TO_COMMITTED = Action("conclude committed", conclude=State.COMMITTED)
TO_CONFIRMED = Action("conclude confirmed", conclude=State.CONFIRMED)
TO_ROLLED_BACK = Action("conclude rolled back", conclude=State.ROLLED_BACK)
TO_REVERTED = Action("conclude reverted by timer", conclude=State.REVERTED_BY_TIMER)
TO_DRIFT = Action("conclude drift", conclude=State.DRIFT)
TO_FAILED = Action("conclude failed clean", conclude=State.FAILED_CLEAN)
TO_SKIPPED = Action("conclude skipped", conclude=State.SKIPPED)
QUARANTINE = Action("quarantine", conclude=State.QUARANTINED)
