"""`show configuration sessions detail` in both of its JSON generations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import Session

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Sessions:
    """What the device holds: candidates that wait, and the one commit whose timer runs."""

    waiting: Mapping[str, str]
    """User by name of an uncommitted session; empty where the device does not tell."""
    timers: Mapping[str, int | None]
    """Seconds left by name of a committed session; None where the device does not tell."""
    names: frozenset[str] = frozenset()
    """Every session the device remembers: EOS does not let a committed one be entered again."""
    most: int | None = None
    """How many may wait at once; None where the device does not tell."""
    committer: str = ""
    """Who committed what waits to be confirmed; empty where the device does not tell."""

    def of(self, token: str) -> Session:
        """Return what stands under a token."""
        if token in self.timers:
            return Session.PENDING
        return Session.STAGED if token in self.waiting else Session.NONE


def read_sessions(detail: Mapping[str, Any], version: Mapping[str, Any]) -> Sessions:
    """Read sessions; times are seconds of uptime on EOS, not of the wall clock (napalm #2166)."""
    uptime = version.get("uptime")
    sessions: Mapping[str, Mapping[str, Any]] = detail.get("sessions", {})
    timers: dict[str, int | None] = {}
    if name := detail.get("commitTimerSessionName"):  # EOS 4.32 and later; the state is `committed` at once
        timers[name] = _left(detail.get("commitTimerExpireTime"), uptime)
    for name, session in sessions.items():  # EOS 4.31 and earlier
        if session.get("state") == "pendingCommitTimer":
            timers[name] = _left(session.get("commitBy"), uptime)
    waiting = {
        name: str(session.get("commitUser") or _user(session))
        for name, session in sessions.items()
        if session.get("state") == "pending"
    }
    committers = [str(sessions[name].get("commitUser") or "") for name in timers if name in sessions]
    most, committer = detail.get("maxOpenSessions"), next(iter(committers), "")
    return Sessions(waiting, timers, frozenset(sessions), most, committer)


def owned(name: str, user: str) -> str:
    """Name a session and whose it is."""
    return f"`{name}` of `{user}`" if user else f"`{name}`"


def _user(session: Mapping[str, Any]) -> str:
    for instance in (session.get("instances") or {}).values():
        return str(instance.get("user", ""))
    return ""


def _left(expiry: float | None, uptime: float | None) -> int | None:
    if not expiry or expiry < 0 or uptime is None:
        return None
    return max(0, int(expiry - uptime))
