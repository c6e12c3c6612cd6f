"""Revisions of a configuration: numbered, each a whole tree and a state, the oldest forgotten."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabric.lab.cumulus.tree import Tree

MOST = 100
"""`NVUE_MAX_REVISIONS`; beyond it the old ones go in batches."""
BATCH = 10


class State(StrEnum):
    """States as NVUE names them; those that this double never shows are left out."""

    PENDING = "pending"
    APPLY = "apply"
    CHECKING = "checking"
    READYING = "readying"
    VERIFYING = "verifying"
    RELOADING = "reloading"
    AYS = "ays"
    AYS_FAIL = "ays_fail"
    CONFIRM = "confirm"
    CONFIRM_FAIL = "confirm_fail"
    IGNORE_FAIL = "ignore_fail"
    INVALID = "invalid"
    APPLY_FAIL = "apply_fail"
    APPLIED = "applied"
    SAVE = "save"
    AUTO_SAVING = "auto_saving"
    SAVED = "saved"
    APPLIED_AND_SAVED = "applied_and_saved"


BUSY = frozenset(
    {State.APPLY, State.CHECKING, State.READYING, State.VERIFYING, State.RELOADING, State.AYS, State.CONFIRM,
     State.IGNORE_FAIL}
)  # fmt: skip
"""States of a revision that is on its way or waits for an answer."""


@dataclass(slots=True)
class Revision:
    """One revision."""

    number: str
    tree: Tree
    state: State = State.PENDING
    progress: str = ""
    issues: dict[str, Any] = field(default_factory=dict)
    message: str = ""
    """Of the apply, as `nv config apply -m` gives it."""
    user: str = ""

    def settle(self, state: State, progress: str = "", *issues: dict[str, Any]) -> None:
        """Take a state, with what NVUE says about it."""
        self.state, self.progress = state, progress
        self.issues = {str(number): issue for number, issue in enumerate(issues)}

    def shown(self) -> dict[str, Any]:
        """Return it as REST shows it."""
        return {"state": str(self.state), "transition": {"issue": self.issues, "progress": self.progress}}


@dataclass(slots=True)
class Revisions:
    """All revisions that a device keeps. They outlive a reboot."""

    by_number: dict[str, Revision] = field(default_factory=dict)
    _next: int = 1

    def create(self, tree: Tree) -> Revision:
        """Return a new revision with a content."""
        revision = Revision(str(self._next), tree)
        self._next += 1
        self.by_number[revision.number] = revision
        return revision

    def purge(self, *kept: str) -> None:
        """Forget old revisions, a batch at once, when there are too many. Those kept and those busy stay."""
        if len(self.by_number) <= MOST:
            return
        spare = [n for n, r in self.by_number.items() if n not in kept and r.state not in BUSY]
        for number in spare[:BATCH]:
            del self.by_number[number]

    def ahead(self, of: str) -> bool:
        """Say whether another revision is on its way, so that one has to queue in `apply`."""
        others = (r for n, r in self.by_number.items() if n != of)
        return any(r.state in BUSY and r.state is not State.APPLY for r in others)


def issue(code: str, message: str, **data: str) -> dict[str, Any]:
    """Return an issue in the shape of the documentation."""
    return {"code": code, "data": data, "message": message, "severity": "error"}
