"""Configuration sessions: candidates by name, at most five pending, one finished remembered."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.lab.eos.config import Block

MAX_PENDING = 5
MAX_COMPLETED = 1
IDLE_S = 24 * 3600.0
"""A session that nobody touched for a day is removed (napalm PR #1921)."""
TIMER_KEYS_SINCE = (4, 32)
"""From this release on the timer stands beside the sessions, not in them (napalm #2166)."""


class SessionError(Exception):
    """The device will not do this with the session."""


class State(StrEnum):
    """States as EOS names them."""

    PENDING = "pending"
    COMPLETED = "completed"
    COMMITTED = "committed"
    PENDING_TIMER = "pendingCommitTimer"


@dataclass(slots=True)
class Session:
    """One candidate. `tree` is the snapshot taken at open with the lines entered since."""

    name: str
    tree: Block
    touched: float
    """Uptime in seconds; so is every time here."""
    state: State = State.PENDING
    completed: float = 0.0


@dataclass(frozen=True, slots=True)
class Timer:
    """A commit that reverts to `checkpoint` at `expires` unless confirmed."""

    session: str
    expires: float
    checkpoint: Block


@dataclass(slots=True)
class Sessions:
    """All sessions of one device. Memory only: a reboot loses them."""

    by_name: dict[str, Session] = field(default_factory=dict)
    timer: Timer | None = None

    def open(self, name: str, running: Block, now: float) -> Session:
        """Enter a session, made from the running configuration when the name is new. Raises SessionError."""
        self._expire(now)
        found = self.by_name.get(name)
        if found is None:
            # the sentence that sonic-mgmt tests/common/devices/eos.py waits for
            if sum(s.state is State.PENDING for s in self.by_name.values()) >= MAX_PENDING:
                raise SessionError("Maximum number of pending sessions has been reached")
            found = self.by_name[name] = Session(name, running.copy(), now)
        elif found.state is not State.PENDING:
            raise SessionError(f"Cannot enter session {name}: it was committed")
        found.touched = now
        return found

    def named(self, name: str) -> Session:
        """Return a session. Raises SessionError when there is none of this name."""
        if name not in self.by_name:
            raise SessionError(f"Cannot find session {name}")
        return self.by_name[name]

    def finish(self, session: Session, now: float) -> None:
        """Mark a session committed for good, and forget the finished ones beyond the limit."""
        session.state, session.completed = State.COMPLETED, now
        done = sorted(
            (s for s in self.by_name.values() if s.state is State.COMPLETED), key=lambda s: s.completed
        )
        for old in done[:-MAX_COMPLETED]:
            del self.by_name[old.name]

    def report(self, release: tuple[int, ...], *, detail: bool) -> dict[str, object]:
        """Return the JSON of `show configuration sessions [detail]` in the shape of the release."""
        new_shape = release >= TIMER_KEYS_SINCE
        shown: dict[str, object] = {
            "maxSavedSessions": MAX_COMPLETED,
            "maxOpenSessions": MAX_PENDING,
            "mergeOnCommit": False,
            "saveToStartupConfigOnCommit": False,
            "sessions": {s.name: self._entry(s, new_shape=new_shape) for s in self.by_name.values()},
        }
        if self.timer and new_shape and detail:
            shown["commitTimerSessionName"] = self.timer.session
            shown["commitTimerExpireTime"] = self.timer.expires
        return shown

    def _entry(self, session: Session, *, new_shape: bool) -> dict[str, object]:
        entry: dict[str, object] = {
            "state": str(session.state),
            "commitUser": "",
            "description": "",
            "instances": {},
        }
        if session.completed:
            entry["completedTime"] = session.completed
        if self.timer and self.timer.session == session.name:
            entry["state"] = str(State.COMMITTED if new_shape else State.PENDING_TIMER)
            if not new_shape:
                entry["commitBy"] = self.timer.expires
        return entry

    def _expire(self, now: float) -> None:
        for session in list(self.by_name.values()):
            if session.state is State.PENDING and now - session.touched > IDLE_S:
                del self.by_name[session.name]
