"""What comes next in a rollout, from the plan and the journal alone. Resuming is asking again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.names import listing
from fabric.rollout.admission import allowed, failures_allowed
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import ACTIVE, FAILED, KEPT, WAITING, State

if TYPE_CHECKING:
    from fabric.plan.model import Plan
    from fabric.rollout.history import Progress

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
    """Admit nothing until somebody says so."""

    reason: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Nothing is left to do."""

    outcome: Outcome
    reason: str = ""


Step = Settle | Apply | Prove | Promote | TurnBack | Undo | Hold | Finish


def decide(plan: Plan, progress: Progress) -> Step:
    """Choose the next step."""
    if progress.outcome:
        return Finish(Outcome(progress.outcome))
    if progress.turned:
        return _undo(plan, progress)
    if progress.wants == "rollback":
        return TurnBack("asked for")
    return Settle(progress.active) if progress.active else _onward(plan, progress)


def _onward(plan: Plan, progress: Progress) -> Step:
    if reason := too_many_failures(plan, progress):
        return TurnBack(reason)
    if progress.wants == "abort":
        return Finish(Outcome.INCOMPLETE, "aborted: what is confirmed stays")
    if progress.paused:
        return Hold(progress.paused)
    return _forward(plan, progress)


def _forward(plan: Plan, progress: Progress) -> Step:
    for number, wave in enumerate(plan.waves):
        if waiting := tuple(n for n in wave.devices if progress.of(n).state in WAITING):
            return Apply(number, waiting)
        if progress.waves.get(number) not in PROVEN:
            kept = tuple(n for n in wave.devices if progress.of(n).state in KEPT)
            return Promote(number, kept) if progress.wants == "promote" else Prove(number, kept)
    return _end(progress)


def too_many_failures(plan: Plan, progress: Progress) -> str:
    """Say which wave lost more devices than it may; empty while none did."""
    for number, wave in enumerate(plan.waves):
        bad = [n for n in wave.devices if progress.of(n).state in FAILED or progress.of(n).turned]
        if len(bad) > failures_allowed(plan, number):
            reason = progress.of(bad[0]).reason or progress.of(bad[0]).state
            return f"wave `{wave.name}`: {listing(bad)} failed: {reason}"
    return ""


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
