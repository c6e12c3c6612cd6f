"""When nothing may start: somebody froze the fabric, or the window for changes is shut.

What is in flight goes on to a safe state, and the way back is always open.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.plan.eta import there_and_back_s
from fabric.rollout.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.plan.model import Plan


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


def shut(plan: Plan, freezes: Iterable[Freeze], now: dt.datetime) -> Shut | None:
    """Return why nothing of a plan may start at a moment; None when the door is open."""
    scope = f"{plan.site}/{plan.fabric}"
    frozen = next((freeze for freeze in freezes if freeze.holds(scope, now)), None)
    if frozen:
        return Shut(str(frozen), Outcome.PAUSED)
    if plan.window and (left := plan.window.left_s(now)) < (needed := there_and_back_s(plan.timing)):
        how = f"{left} s are left and a change and its way back take {needed} s" if left else "it is shut"
        return Shut(f"outside the window {plan.window}: {how}", Outcome.OUTSIDE_WINDOW)
    return None
