"""How a rollout ends, and what the shell is told."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The end, or the present standstill, of a rollout."""

    DONE = "done"
    INCOMPLETE = "incomplete"
    """Over, within the failures allowed: some devices were left on their base."""
    STALE = "stale"
    """Nothing was changed: devices do not run what the plan was made from."""
    LOCKED = "locked"
    ROLLED_BACK = "rolled-back"
    QUARANTINED = "quarantined"
    PAUSED = "paused"
    OUTSIDE_WINDOW = "outside-window"
    INTERRUPTED = "interrupted"


EXIT_CODES = {
    Outcome.DONE: 0,
    Outcome.INCOMPLETE: 1,
    Outcome.STALE: 4,
    Outcome.LOCKED: 5,
    Outcome.ROLLED_BACK: 6,
    Outcome.QUARANTINED: 7,
    Outcome.PAUSED: 8,
    Outcome.OUTSIDE_WINDOW: 9,
    Outcome.INTERRUPTED: 130,
}
RESUMABLE = frozenset({Outcome.LOCKED, Outcome.PAUSED, Outcome.OUTSIDE_WINDOW, Outcome.INTERRUPTED})
"""The rollout has not ended."""
