"""What comes next in a rollout, from the plan and the journal alone. Resuming is asking again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.names import listing
from fabric.plan.packing import allowed
from fabric.rollout.admission import failures_allowed
from fabric.rollout.orders import obeyed
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import ACTIVE, FAILED, KEPT, WAITING, State

if TYPE_CHECKING:
    from fabric.plan.model import Plan, Wave
    from fabric.rollout.door import Shut
    from fabric.rollout.history import Progress, Standing
    from fabric.rollout.orders import Asked

PROVEN = frozenset({"passed", "promoted"})


@dataclass(frozen=True, slots=True)
class Settle:
    """Bring devices that were left in the middle to a safe state."""

    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apply:
    """Change the devices of a wave."""

    wave: int
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prove:
    """Let a wave soak, then judge it."""

    wave: int
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Promote:
    """Take a wave as proven because somebody said so."""

    wave: int
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBack:
    """Undo the rollout from here on."""

    reason: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Bring devices back to their base, in this order."""

    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """Admit nothing until somebody says so, or until the door opens."""

    reason: str
    outcome: Outcome = Outcome.PAUSED


@dataclass(frozen=True, slots=True)
class Obey:
    """Move a device where somebody ordered it."""

    device: str
    state: State
    asked: Asked


@dataclass(frozen=True, slots=True)
class Finish:
    """Nothing is left to do."""

    outcome: Outcome
    reason: str = ""


Step = Obey | Settle | Apply | Prove | Promote | TurnBack | Undo | Hold | Finish


def decide(plan: Plan, progress: Progress, shut: Shut | None = None) -> Step:
    """Choose the next step; `shut` is why nothing may start now."""
    if progress.outcome:
        return Finish(Outcome(progress.outcome))
    if order := _order(progress):
        return order
    if progress.turned:
        return _undo(plan, progress)
    if progress.wants == "rollback":
        return TurnBack("asked for")
    return Settle(progress.active) if progress.active else _onward(plan, progress, shut)


def _order(progress: Progress) -> Obey | None:
    for name, asked in progress.asked.items():
        now = progress.of(name)
        to = obeyed(asked.order, now.state, suspect=now.suspect, back=bool(progress.turned))
        if to is not None:
            return Obey(name, to, asked)
    return None


def _onward(plan: Plan, progress: Progress, shut: Shut | None) -> Step:
    if reason := too_many_failures(plan, progress):
        return TurnBack(reason)
    if progress.wants == "abort":
        return Finish(Outcome.INCOMPLETE, "aborted: what is confirmed stays")
    if progress.paused:
        return Hold(progress.paused)
    return _forward(plan, progress, shut)


def _forward(plan: Plan, progress: Progress, shut: Shut | None) -> Step:
    for number, wave in enumerate(plan.waves):
        if waiting := tuple(n for n in wave.devices if progress.of(n).state in WAITING):
            return Hold(shut.reason, shut.outcome) if shut else Apply(number, waiting)
        if _unproven(progress, number, wave):
            kept = tuple(n for n in wave.devices if progress.of(n).state in KEPT)
            return Promote(number, kept) if progress.promoting == number else Prove(number, kept)
    return _end(progress)


def _unproven(progress: Progress, number: int, wave: Wave) -> bool:
    """Whether a wave was never judged, or a device that began again was not."""
    again = any(progress.of(n).state in (State.CONFIRMED, State.SOAKING) for n in wave.devices)
    return again or progress.waves.get(number) not in PROVEN


def too_many_failures(plan: Plan, progress: Progress) -> str:
    """Say which wave lost more devices than it may; empty while none did."""
    for number, wave in enumerate(plan.waves):
        bad = [n for n in wave.devices if _failed(progress.of(n))]
        if len(bad) > failures_allowed(plan, number):
            reason = progress.of(bad[0]).reason or progress.of(bad[0]).state
            return f"wave `{wave.name}`: {listing(bad)} failed: {reason}"
    return ""


def _failed(standing: Standing) -> bool:
    """Whether a device failed by itself: one that somebody took out says nothing about the change."""
    return (standing.state in FAILED or standing.turned) and not standing.by


def _undo(plan: Plan, progress: Progress) -> Step:
    """Go back wave by wave, the last commit first; stop when too many devices cannot be brought back."""
    lost = [n for n, standing in progress.devices.items() if standing.late_quarantine]
    if len(lost) > allowed(plan.constraints.failures_share, len(plan.devices)):
        return Finish(Outcome.QUARANTINED, f"stopped: {listing(lost)} could not be brought back")
    for wave in reversed(plan.waves):
        left = [n for n in wave.devices if progress.of(n).state in ACTIVE | KEPT]
        if left:
            return Undo(tuple(sorted(left, key=lambda n: -progress.of(n).committed_at)))
    return _end(progress)


def _end(progress: Progress) -> Finish:
    states = [standing.state for standing in progress.devices.values()]
    bad = [n for n in progress.failed if progress.of(n).state is State.QUARANTINED]
    if bad:
        return Finish(Outcome.QUARANTINED, f"{listing(bad)} {'needs' if len(bad) == 1 else 'need'} a human")
    if progress.turned:
        touched = any(standing.touched for standing in progress.devices.values())
        stale = State.DRIFT in states and not touched and set(progress.failed) == _in(progress, State.DRIFT)
        return Finish(Outcome.STALE if stale else Outcome.ROLLED_BACK, progress.turned)
    if progress.failed:
        return Finish(Outcome.INCOMPLETE, f"{listing(progress.failed)} stay on their base")
    return Finish(Outcome.DONE)


def _in(progress: Progress, state: State) -> set[str]:
    return {n for n, standing in progress.devices.items() if standing.state is state}
