"""The journal of one rollout, read back into where everything stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.rollout.door import Freeze
from fabric.rollout.journal import Kind, Record
from fabric.rollout.orders import Asked, Order
from fabric.rollout.states import ACTIVE, FAILED, STAGES, WAITING, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


EXTEND = "extend-window"
PROMOTE = "promote"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one device stands."""

    state: State = State.PENDING
    epoch: int = 0
    token: str = ""
    turned: bool = False
    reason: str = ""
    base: str = ""
    baseline: str = ""
    committed_at: int = 0
    """Position of its first commit intent in the journal, 0 before: rollback goes the other way."""
    late_quarantine: bool = False
    """It was quarantined after the rollout had turned back, and not because somebody said so."""
    by: str = ""
    """Who ordered this state; empty when nobody did."""
    suspect: bool = False
    """It begins again after a quarantine: what it runs beside its base may be ours."""

    @property
    def touched(self) -> bool:
        """Whether a commit was ever announced."""
        return self.committed_at > 0


UNTOUCHED = Standing()


@dataclass(slots=True)
class Progress:
    """Where a rollout stands. Grows record by record in its owner's hands; `decide` only reads it."""

    devices: dict[str, Standing] = field(default_factory=dict)
    waves: dict[int, str] = field(default_factory=dict)
    """Wave number to `soaking`, `passed` or `promoted`."""
    soaking_since: dict[int, str] = field(default_factory=dict)
    """Wave number to the time of its first soak record."""
    turned: str = ""
    """Why the rollout turned back; empty while it goes forward."""
    paused: str = ""
    """Why nothing may be admitted; empty otherwise."""
    wants: str = ""
    """What somebody asked for and was not done yet: abort or rollback."""
    promoting: int | None = None
    """The wave that somebody takes as proven, and that was not yet."""
    asked: dict[str, Asked] = field(default_factory=dict)
    """Orders by device that were not obeyed yet."""
    freezes: dict[str, Freeze] = field(default_factory=dict)
    """By scope; an expired one stays."""
    extended: str = ""
    """Until when the window is kept open for it: UTC, RFC 3339; empty when nobody asked for it."""
    outcome: str = ""
    plan: str = ""
    """Digest of the plan's text in the state folder."""

    def of(self, name: str) -> Standing:
        """Return where a device stands."""
        return self.devices.get(name, UNTOUCHED)

    @property
    def active(self) -> tuple[str, ...]:
        """Devices that may hold something half-done of ours."""
        return tuple(name for name, standing in self.devices.items() if standing.state in ACTIVE)

    @property
    def failed(self) -> tuple[str, ...]:
        """Devices that will not carry the change."""
        return tuple(name for name, standing in self.devices.items() if standing.state in FAILED)

    def add(self, seq: int, record: Record, time: str = "") -> None:
        """Take in the next record."""
        if record.kind is Kind.DEVICE:
            self.devices[record.device] = self._moved(self.of(record.device), seq, record)
            if record.actor:
                self.asked.pop(record.device, None)
        elif record.kind is Kind.WAVE:
            self._reached(record, time)
        elif record.kind is Kind.TURN:
            # A rollout that is over may be rolled back: it is then no longer over.
            self.turned, self.paused, self.wants, self.outcome = record.reason or "asked for", "", "", ""
        elif record.kind is Kind.CONTROL:
            self._control(record)
        elif record.kind is Kind.FREEZE:
            self._frozen(record)
        else:
            self._bounds(record)

    def _bounds(self, record: Record) -> None:
        """Take in where it begins or ends; records of enrolments are of no rollout."""
        if record.kind is Kind.START:
            self.plan = record.text
        elif record.kind is Kind.END:
            self.outcome = record.state

    def _reached(self, record: Record, time: str) -> None:
        """Take in what became of a wave; a promotion of it, or of one before it, has been heard."""
        self.waves[record.epoch] = record.state
        self.soaking_since.setdefault(record.epoch, time)
        first = record.epoch + (record.state != "soaking")
        if self.promoting is not None and self.promoting < first:
            self.promoting = None

    def _frozen(self, record: Record) -> None:
        self.freezes.pop(record.scope, None)
        if record.state == "frozen":
            self.freezes[record.scope] = Freeze(record.scope, record.actor, record.reason, record.until)

    def _control(self, record: Record) -> None:
        if record.device:
            self.asked[record.device] = Asked(Order(record.state), record.actor, record.reason)
        elif record.state == "pause":
            self.paused = record.reason or f"asked for by {record.actor}"
        elif record.state == "resume":
            self.paused = ""
        elif record.state == PROMOTE:
            self.promoting, self.paused = record.epoch, ""
        elif record.state == EXTEND:
            self.extended = record.until
        else:
            self.wants, self.paused = record.state, ""

    def _moved(self, old: Standing, seq: int, record: Record) -> Standing:
        state = State(record.state)
        reason = record.reason if state is not State.STAGED else ""  # that is evidence, and nothing is wrong
        first_commit = state is State.COMMITTING and not old.committed_at
        return Standing(
            state=state,
            epoch=record.epoch,
            token=record.token if state in WAITING else record.token or old.token,
            turned=record.turned,
            reason=reason or (old.reason if record.turned else ""),
            base=record.text or old.base,
            baseline=record.baseline or old.baseline,
            committed_at=seq if first_commit else old.committed_at,
            late_quarantine=state is State.QUARANTINED and bool(self.turned) and not record.actor,
            by=record.actor,
            suspect=(old.suspect or old.state is State.QUARANTINED) and state in WAITING | STAGES,
        )


def replay(entries: Iterable[tuple[int, Record, str]]) -> Progress:
    """Read (sequence, record, time) into where things stand."""
    progress = Progress()
    for seq, record, time in entries:
        progress.add(seq, record, time)
    return progress


def counted(devices: Mapping[str, Standing]) -> dict[State, int]:
    """Count devices by state."""
    counts: dict[State, int] = {}
    for standing in devices.values():
        counts[standing.state] = counts.get(standing.state, 0) + 1
    return counts
