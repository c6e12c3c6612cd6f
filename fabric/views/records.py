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


_WORDS = {
    Kind.START: "rollout {rollout} begins",
    Kind.DEVICE: "  {device} {state}",
    Kind.WAVE: "wave {wave} {state}",
    Kind.TURN: "turning back",
    Kind.GATE: "  gate {state}",
    Kind.FREEZE: "{scope} {state} by {actor}",
    Kind.PLAYBOOK: "playbook {rollout}, step {wave}: {state}",
    Kind.ENROL: "  {device} {state}",
    Kind.END: "rollout {rollout} {state}",
}


def _subject(record: Record) -> str:
    if record.kind is not Kind.CONTROL:
        return _WORDS[record.kind].format(
            rollout=record.rollout,
            device=record.device,
            state=record.state,
            wave=record.epoch + 1,
            scope=record.scope or "every fabric",
            actor=record.actor,
        )
    what = f"{record.state} of {record.device}" if record.device else record.state
    return f"{what} asked for by {record.actor}" if record.actor else what
