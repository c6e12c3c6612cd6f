"""The states of a revision, and what they mean for a change (entropia/gpn-noc-gpncfg, two other clients)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PENDING = "pending"
CONFIRM = "confirm"
STUCK = "ignore_fail"
"""A part came in and NVUE asks whether to leave it so. It never ends by itself."""
DONE = frozenset({"applied", "applied_and_saved", "saved"})
SAVED = frozenset({"applied_and_saved", "saved"})
ON_ITS_WAY = frozenset(
    {
        *("apply", "checking", "checked", "ready", "readying", "verifying", "verified"),
        *("reloading", "reloaded", "ays", "ays_yes", "ays_no", "confirm_yes", "confirm_no"),
        *("ignore_fail_yes", "ignore_fail_no", "save", "saving", "auto_save", "auto_saving"),
    }
)
"""States that end by themselves; we answer `ays` in advance."""
UNTOUCHED = frozenset({"invalid", "ready_error", "verify_error", "ays_fail"})
"""Failures before anything was brought in."""
ENDED = (
    DONE
    | UNTOUCHED
    | {"apply_error", "apply_fail", "confirm_fail", "inactive", "detached", "empty", "previous"}
)
WAITS = frozenset({CONFIRM, STUCK})
"""States in which the device waits for an answer, and nobody else may apply."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision as the device shows it."""

    number: str
    state: str
    words: str = ""
    """What NVUE says about a failure."""
    marks: frozenset[str] = frozenset()
    """Our marks that are its own."""


def revision(number: str, shown: Mapping[str, Any]) -> Revision:
    """Read one revision; the documentation shows some nested under their number."""
    nested = shown.get(number)
    body = nested if isinstance(nested, dict) else shown
    transition = body.get("transition") or {}
    issues = transition.get("issue") or {}
    said = [str(issue.get("message", "")).strip() for issue in issues.values()]
    words = "; ".join(filter(None, said)) or str(transition.get("progress", ""))
    return Revision(number, str(body.get("state", "")), words)
