"""Journal records as lines for the person who watches a rollout."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.rollout.journal import Kind

if TYPE_CHECKING:
    from fabric.rollout.journal import Record


@dataclass(slots=True)
class Teller:
    """Turns records into lines; says a reason once, however many records carry it."""

    said: dict[str, str] = field(default_factory=dict)
    """The last reason by device, or by kind of record."""

    def line(self, record: Record) -> str:
        """Return the line of a record."""
        about = record.device or str(record.kind)
        repeated = self.said.get(about) == record.reason
        self.said[about] = record.reason
        reason = f": {record.reason}" if record.reason and not repeated else ""
        return _subject(record) + reason


def _subject(record: Record) -> str:
    if record.kind is Kind.START:
        return f"rollout {record.rollout} begins"
    if record.kind is Kind.DEVICE:
        return f"  {record.device} {record.state}"
    if record.kind is Kind.WAVE:
        return f"wave {record.epoch + 1} {record.state}"
    if record.kind is Kind.TURN:
        return "turning back"
    if record.kind is Kind.END:
        return f"rollout {record.rollout} {record.state}"
    return f"{record.state} asked for by {record.actor}" if record.actor else str(record.state)
