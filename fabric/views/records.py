"""Journal records as lines for the person who watches a rollout."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.rollout.journal import Kind
from fabric.rollout.states import TERMINAL, State, state_word
from fabric.views.review_words import printable, time_word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabric.rollout.journal import Record

WAIT_S = 30
"""Seconds from which on a person wonders what goes on."""


@dataclass(slots=True)
class Teller:
    """Turns records into lines; says a reason once, however many records carry it."""

    said: dict[str, str] = field(default_factory=dict)
    """The last reason by device, or by kind of record."""
    soaks: Sequence[int] = ()
    """Seconds for which each wave soaks, where they are known."""

    def line(self, record: Record) -> str:
        """Return the line of a record."""
        about = record.device or str(record.kind)
        repeated = self.said.get(about) == record.reason
        self.said[about] = record.reason
        reason = f": {record.reason}" if record.reason and not repeated else ""
        return printable(_subject(record) + self._soak(record) + reason)

    def _soak(self, record: Record) -> str:
        """Return how long a wave will be watched, where that is a wait."""
        known = record.kind is Kind.WAVE and record.state == "soaking" and record.epoch < len(self.soaks)
        seconds = self.soaks[record.epoch] if known else 0
        if seconds < WAIT_S:
            return ""
        return f" for {time_word(seconds)}; `fabric rollout promote --reason WHY` ends that"


ARRIVED = TERMINAL | {State.CONFIRMED}
"""States that a device is told in: what was to come is on it for good, or it has come to rest."""


@dataclass(slots=True)
class Brief:
    """Turns records into lines, one for each device: where it arrived, after how long, and why there."""

    teller: Teller = field(default_factory=Teller)
    clock: Callable[[], float] = time.monotonic
    begun: dict[str, float] = field(default_factory=dict)
    """When each device was first heard of since it last arrived."""

    def line(self, record: Record) -> str:
        """Return the line of a record; empty for a step on the way."""
        if record.kind is not Kind.DEVICE:
            return self.teller.line(record)
        now = self.clock()
        since = self.begun.setdefault(record.device, now)
        if record.state not in ARRIVED:
            return ""
        del self.begun[record.device]
        line = self.teller.line(record)
        waited = f" after {now - since:.0f} s" if now - since >= 1 else ""
        subject = _subject(record)
        return subject + waited + line.removeprefix(subject)


_WORDS = {
    Kind.START: "rollout {rollout} begins",
    Kind.DEVICE: "  {device} {state}",
    Kind.WAVE: "wave {wave} {state}",
    Kind.TURN: "turning back",
    Kind.GATE: "  gate {state}",
    Kind.FREEZE: "{scope} {state} by {actor}",
    Kind.BEGIN: "the journal begins",
    Kind.PLAYBOOK: "playbook {rollout}, step {wave}: {state}",
    Kind.ENROL: "  {device} {state}",
    Kind.END: "rollout {rollout} {state}",
}


def _subject(record: Record) -> str:
    if record.kind is not Kind.CONTROL:
        return _WORDS[record.kind].format(
            rollout=record.rollout,
            device=record.device,
            state=state_word(record.state, record.reason),
            wave=record.epoch + 1,
            scope=record.scope or "every fabric",
            actor=record.actor,
        )
    what = f"{record.state} of {record.device}" if record.device else record.state
    return f"{what} asked for by {record.actor}" if record.actor else what
