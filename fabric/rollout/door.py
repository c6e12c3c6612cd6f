"""When nothing may start: somebody froze the fabric, or the window for changes is shut.

What is in flight goes on to a safe state, and the way back is always open.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.rollout.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.plan.model import Plan
    from fabric.plan.window import Window


@dataclass(frozen=True, slots=True)
class Freeze:
    """A fabric on which nothing may start."""

    scope: str
    """`site/fabric`, a site, or empty for every fabric of the journal."""
    actor: str
    reason: str
    until: str
    """UTC, RFC 3339; empty for no end."""

    def holds(self, scope: str, now: dt.datetime) -> bool:
        """Whether it keeps a fabric (`site/fabric`) shut at a moment."""
        covers = self.scope in ("", scope, scope.partition("/")[0])
        return covers and (not self.until or now < dt.datetime.fromisoformat(self.until))

    def __str__(self) -> str:
        end = f" until {self.until}" if self.until else ""
        return f"frozen by {self.actor}{end}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Shut:
    """Why nothing may start."""

    reason: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Moment:
    """When somebody asks, and for what."""

    now: dt.datetime
    needed_s: int
    """Seconds that a change and its wave's way back take."""
    extended: str = ""
    """Until when the window is kept open for this rollout: UTC, RFC 3339; empty when nobody asked for it."""


def shut(plan: Plan, freezes: Iterable[Freeze], at: Moment) -> Shut | None:
    """Return why nothing of a plan may start at a moment; None when the door is open."""
    scope = f"{plan.site}/{plan.fabric}"
    frozen = next((freeze for freeze in freezes if freeze.holds(scope, at.now)), None)
    if frozen:
        return Shut(str(frozen), Outcome.PAUSED)
    if plan.window and (left := _left_s(plan.window, at)) < at.needed_s:
        need = f"a change and the way back of its wave take {at.needed_s} s"
        how = f"{left} s are left and {need}" if left else "it is shut"
        return Shut(f"outside the window {plan.window}: {how}", Outcome.OUTSIDE_WINDOW)
    return None


def _left_s(window: Window, at: Moment) -> int:
    more = (dt.datetime.fromisoformat(at.extended) - at.now).total_seconds() if at.extended else 0
    return max(window.left_s(at.now), int(more))
