"""Who let which device in: announced in the journal, written, and concluded there.

Killed in between, the journal holds an announcement without an end, and the file either line as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.rollout.backend import open_backend
from fabric.rollout.journal import Kind, Record
from fabric.rollout.lease import me, release, take
from fabric.rollout.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Change:
    """What is known of one device from now on."""

    device: str
    before: Mapping[str, str]
    """What was known, by field; empty for a device that was never met."""
    after: Mapping[str, str]

    def __str__(self) -> str:
        fields = dict.fromkeys((*self.before, *self.after))
        return ", ".join(self._field(field) for field in fields)

    def _field(self, field: str) -> str:
        old, new = self.before.get(field, ""), self.after.get(field, "")
        return f"{field} {new or 'none'}" + (f" in the place of {old}" if old and old != new else "")


@dataclass(frozen=True, slots=True)
class By:
    """Who writes it, where, and why."""

    site: str
    actor: str
    reason: str


def record(folder: Path, changes: Sequence[Change], by: By, write: Callable[[], None]) -> None:
    """Write changes between two records of each; raises HeldError while somebody else does."""
    kept = open_backend(folder)
    lease = take(kept.database, f"enrol {by.site}", me())
    try:
        with Writer(kept.database) as writer:
            writer.append([_record(change, by, "enrolling") for change in changes], lease)
            write()
            done = [_record(change, by, "replaced" if change.before else "enrolled") for change in changes]
            writer.append(done, lease)
    finally:
        release(kept.database, lease)


def _record(change: Change, by: By, state: str) -> Record:
    why = f"{change}: {by.reason}" if by.reason else str(change)
    return Record("", Kind.ENROL, state, device=change.device, reason=why, actor=by.actor, scope=by.site)
