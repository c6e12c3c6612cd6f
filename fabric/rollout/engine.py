"""The effects of a rollout: ask `decide` what comes next, do it, and ask again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.health import Verdict
from fabric.plan.packing import allowed
from fabric.rollout import admission, own, proving, watched
from fabric.rollout.around import Around
from fabric.rollout.conduct import MOST_TRIES, conduct
from fabric.rollout.decide import (
    Apply,
    Finish,
    Hold,
    Obey,
    Promote,
    Prove,
    Settle,
    Step,
    TurnBack,
    Undo,
    decide,
    too_many_failures,
)
from fabric.rollout.journal import Kind
from fabric.rollout.orders import left_out
from fabric.rollout.outcome import Outcome
from fabric.rollout.pending import pending
from fabric.rollout.runner import Job, Report, run
from fabric.rollout.states import ACTIVE, FAILED, KEPT, WAITING, State
from fabric.rollout.store import LeaseLostError
from fabric.rollout.timer import LONGEST_S
from fabric.rollout.verbs import HoldError, Way

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from fabric.rollout.desk import Desk

MOST_EPOCHS = 10
"""Epochs after which a device whose timer runs out at every crash is given up."""
LOST_SHARE = 10.0
"""Per cent of the slots that may be lost to threads that do not come back."""


@dataclass(slots=True)
class Engine:
    """One process working on one rollout."""

    desk: Desk
    ways: dict[str, Way] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    """How often each device was brought on its way without arriving."""
    trouble: bool = False
    """A device failed since the limits were last looked at."""
    out: frozenset[str] = frozenset()
    """Devices that cannot stand in for others."""
    around: Around = field(init=False)

    def __post_init__(self) -> None:
        self.around = Around(self.desk)


def drive(desk: Desk) -> Finish:
    """Go on until the rollout is over, or stands still for a reason."""
    engine = Engine(desk)
    while True:
        desk.listen()
        step = decide(desk.plan, desk.progress, desk.shut())
        if isinstance(step, Finish):
            return _finish(desk, step)
        if isinstance(step, Hold):
            return Finish(step.outcome, step.reason)
        try:
            _take(engine, step)
        except LeaseLostError as error:
            desk.world.stop.lose_lease()
            return Finish(Outcome.LOCKED, str(error))
        if desk.world.stop.lost_lease:
            return Finish(Outcome.LOCKED, "the lease was lost: somebody else acts on this fabric")
        if desk.world.stop.draining:
            left = pending(desk.plan, desk.progress)
            return Finish(Outcome.INTERRUPTED, f"stopped before the end, {left}: resume it, or roll it back")


def settle(desk: Desk) -> None:
    """After a crash: bring devices to rest, and give those whose timer ran out meanwhile another epoch."""
    engine = Engine(desk)
    while not desk.progress.turned and desk.progress.active and not desk.world.stop.draining:
        _settle(engine, desk.progress.active)
    for name, standing in tuple(desk.progress.devices.items()):
        again = standing.state is State.REVERTED_BY_TIMER and not standing.turned
        if again and standing.epoch < MOST_EPOCHS and not desk.progress.turned:
            reason = f"it was found on its base, and begins again: {standing.reason}"
            desk.move(name, State.PENDING, epoch=standing.epoch + 1, token="", reason=reason)


def _take(engine: Engine, step: Step) -> None:
    desk = engine.desk
    if isinstance(step, Obey):
        _obey(desk, step)
    elif isinstance(step, Settle):
        _settle(engine, step.devices)
    elif isinstance(step, Apply):
        _apply(engine, step)
    elif isinstance(step, Prove):
        _prove(engine, step)
    elif isinstance(step, Promote):
        _passed(desk, step, "promoted")
    elif isinstance(step, TurnBack):
        desk.say(Kind.TURN, "back", reason=step.reason)
    elif isinstance(step, Undo):
        _undo(engine, step.devices)


def _obey(desk: Desk, step: Obey) -> None:
    """Move a device that is at rest; one that begins again gets another epoch, and with it another token."""
    standing, asked = desk.of(step.device), step.asked
    again = step.state is State.PENDING
    desk.move(
        step.device,
        step.state,
        epoch=standing.epoch + again,
        token="" if again else standing.token,
        turned=False,
        reason=asked.reason or f"{asked.order} asked for by {asked.actor}",
        actor=asked.actor,
    )


def _finish(desk: Desk, step: Finish) -> Finish:
    if desk.progress.outcome:
        return step
    waiting = [n for wave in desk.plan.waves for n in wave.devices if desk.of(n).state in WAITING]
    why = "the rollout ended before its turn"
    skipped = [desk.moved(n, left_out(suspect=desk.of(n).suspect), reason=why) for n in waiting]
    desk.write([*skipped, desk.saying(Kind.END, step.outcome.value, reason=step.reason)])
    return step


def _apply(engine: Engine, step: Apply) -> None:
    """Change a wave's devices as they are admitted."""
    desk = engine.desk
    engine.out = admission.out_of_service(desk.plan, desk.progress)

    def admit(waiting: Sequence[str], flying: AbstractSet[str]) -> Sequence[str]:
        desk.overhear()
        if desk.progress.paused or desk.progress.wants or desk.shut():
            return ()
        if engine.trouble:
            engine.trouble = False
            now = desk.snapshot()
            if too_many_failures(desk.plan, now):
                engine.trouble = True
                return ()
            engine.out = admission.out_of_service(desk.plan, now)
        free = [name for name in waiting if name not in desk.progress.asked]
        return engine.around.choose(free, flying, engine.out)

    report = _run(engine, step.devices, admit)
    engine.around.release()
    now = desk.progress
    asked = now.paused or now.wants or now.asked or desk.shut() or desk.world.stop.draining
    held = [str(error) for _, error in report.errors if isinstance(error, HoldError)]
    if held:
        desk.say(Kind.CONTROL, "pause", reason=held[0])
    elif report.not_started == step.devices and not asked and not desk.progress.active:
        engine.around.wait_or_hold(step.devices)


def _settle(engine: Engine, devices: Sequence[str]) -> None:
    """Go on with what was in flight: it was admitted before, so only its number is limited."""

    def admit(waiting: Sequence[str], flying: AbstractSet[str]) -> Sequence[str]:
        return waiting[: max(0, engine.desk.plan.constraints.max_in_flight - len(flying))]

    _run(engine, devices, admit, settling=True)
    _give_up(engine, devices, ACTIVE)


def _undo(engine: Engine, devices: Sequence[str]) -> None:
    """Bring devices back under the limits that held on the way out."""

    def admit(waiting: Sequence[str], flying: AbstractSet[str]) -> Sequence[str]:
        return admission.admissible(engine.desk.plan, engine.around.rules, waiting, flying, frozenset())

    _run(engine, devices, admit)
    _give_up(engine, devices, ACTIVE | KEPT)


def _give_up(engine: Engine, devices: Sequence[str], unfinished: frozenset[State]) -> None:
    """Quarantine devices that do not come to rest after several rounds."""
    desk = engine.desk
    if desk.world.stop.draining:
        return
    for name in devices:
        standing = desk.of(name)
        if standing.state not in unfinished:
            continue
        engine.rounds[name] = engine.rounds.get(name, 0) + 1
        if engine.rounds[name] >= MOST_TRIES and not _kept_going_forward(desk, name):
            reason = standing.reason or f"it does not come to rest from state `{standing.state}`"
            desk.move(name, State.QUARANTINED, reason=reason)


def _kept_going_forward(desk: Desk, name: str) -> bool:
    return desk.of(name).state in KEPT and not desk.progress.turned


def _run(
    engine: Engine,
    devices: Sequence[str],
    admit: Callable[[Sequence[str], AbstractSet[str]], Sequence[str]],
    *,
    settling: bool = False,
) -> Report:
    """Take devices along the protocol; raises what was no device's fault, such as a full disk."""
    desk = engine.desk

    def work(name: str) -> None:
        device = desk.plan.devices[name]
        way = Way(desk, device, desk.world.driver_for(device.inventory_key), settling=settling)
        engine.ways[name] = way
        try:
            conduct(way)
        finally:
            way.driver.close()
            standing = desk.of(name)
            engine.trouble |= standing.state in FAILED or standing.turned

    def cut(name: str) -> None:
        way = engine.ways[name]
        way.cancelled.set()
        way.driver.close()

    timing = desk.plan.timing
    deadline = 2 * LONGEST_S + timing.commit_s + timing.check_s + timing.own_s + timing.confirm_s
    most_lost = allowed(LOST_SHARE, desk.plan.constraints.max_in_flight)
    logins = desk.plan.constraints.logins_per_s or math.inf
    job = Job(work, admit, cut, desk.world.stop, deadline, most_lost, starts_per_s=logins)
    report = run(devices, job)
    for _, error in report.errors:
        if not isinstance(error, HoldError):
            raise error
    return report


def _prove(engine: Engine, step: Prove) -> None:
    """Soak, then judge every device that carries its change so far."""
    desk = engine.desk
    before = watched.begin(desk, step.devices)
    if not proving.soak(desk, step):
        return
    so_far = [n for wave in desk.plan.waves[: step.wave + 1] for n in wave.devices]
    kept = tuple(n for n in so_far if desk.of(n).state in KEPT)
    verdict, reason = proving.judge_wave(desk, kept)
    if verdict is Verdict.PASS:
        verdict, reason = own.judge_wave(desk, step.wave, step.devices)
    if verdict is Verdict.PASS:
        verdict, reason = watched.end(desk, step.wave, step.devices, before)
    wave = desk.plan.waves[step.wave].name
    if desk.world.stop.draining:
        return
    if verdict is Verdict.PASS:
        _passed(desk, step, "passed")
    elif verdict is Verdict.FAIL:
        desk.say(Kind.TURN, "back", reason=f"gate of wave `{wave}`: {reason}")
    else:
        desk.say(Kind.CONTROL, "pause", reason=f"gate of wave `{wave}` could not look: {reason}")


def _passed(desk: Desk, step: Prove | Promote, how: str) -> None:
    done = [desk.moved(name, State.DONE) for name in step.devices]
    desk.write([*done, desk.saying(Kind.WAVE, how, wave=step.wave)])
