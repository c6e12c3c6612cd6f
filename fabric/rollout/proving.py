"""The end of a wave: soak, then the gate over everything that carries its change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.health import Judgement, Verdict, reasons, worst
from fabric.rollout import gates, own
from fabric.rollout.conduct import look, situation
from fabric.rollout.journal import Kind
from fabric.rollout.orders import refusal
from fabric.rollout.runner import Job, run
from fabric.rollout.states import REST, WAIT, State
from fabric.rollout.transition import next_action
from fabric.rollout.verbs import POLL_S, Way

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from fabric.rollout.decide import Prove
    from fabric.rollout.desk import Desk
    from fabric.rollout.history import Progress

SLICE_S = 1.0
LOOK_S = 120.0
"""Most seconds for one look at one device."""


def soak(desk: Desk, step: Prove) -> bool:
    """Wait the wave's soak; False when somebody asked for something else meanwhile.

    A resumed soak starts anew: no clock of ours spans a crash.
    """
    soaking = [desk.moved(n, State.SOAKING) for n in step.devices if desk.of(n).state is State.CONFIRMED]
    desk.write([*soaking, desk.saying(Kind.WAVE, "soaking", wave=step.wave)])
    clock, stop = desk.world.clock, desk.world.stop
    end = clock.now() + desk.plan.waves[step.wave].soak_s
    due = clock.now() + desk.plan.gates.own.interval_s
    while (left := end - clock.now()) > 0 and not _disturbed(desk, step.wave):
        clock.sleep(min(SLICE_S, left), stop)
        if clock.now() >= due:
            due = clock.now() + desk.plan.gates.own.interval_s
            if failed := own.sample(desk, step.wave, step.devices):
                desk.say(Kind.TURN, "back", reason=f"soak of wave `{_name(desk, step)}`: {failed}")
                return False
    return not _disturbed(desk, step.wave)


def _name(desk: Desk, step: Prove) -> str:
    return desk.plan.waves[step.wave].name


def _disturbed(desk: Desk, wave: int) -> bool:
    """Whether somebody asked for something else; an order for a device of a later wave can wait."""
    desk.listen()
    now = desk.progress
    so_far = (n for number in range(wave + 1) for n in desk.plan.waves[number].devices)
    ordered = bool(now.asked) and any(_order(now, name) for name in so_far)
    asked = now.paused or now.wants or ordered or now.promoting == wave
    return bool(desk.world.stop.draining or asked)


def _order(now: Progress, name: str) -> bool:
    asked = now.asked.get(name)
    return asked is not None and not refusal(asked.order, now.of(name).state)


def judge_wave(desk: Desk, names: tuple[str, ...]) -> tuple[Verdict, str]:
    """Ask the wave's gates on every device until all pass, or until their time is over."""
    clock, stop = desk.world.clock, desk.world.stop
    end = clock.now() + desk.plan.timing.check_s
    waiting = names
    while True:
        found = _judge(desk, waiting)
        waiting = tuple(n for n in waiting if worst(found[n]) is not Verdict.PASS)
        if not waiting:
            return Verdict.PASS, ""
        if clock.now() >= end or stop.draining:
            verdict = worst(j for n in waiting for j in found[n])
            worst_of = next(n for n in waiting if worst(found[n]) is verdict)
            return verdict, f"`{worst_of}`: {reasons(found[worst_of])}"
        clock.sleep(min(POLL_S, max(0.0, end - clock.now())), stop)


def _judge(desk: Desk, names: Sequence[str]) -> dict[str, tuple[Judgement, ...]]:
    """Look at devices side by side; one that does not come back was not looked at."""
    blind = (Judgement("observe", Verdict.UNKNOWN, ("it could not be looked at",)),)
    found: dict[str, tuple[Judgement, ...]] = dict.fromkeys(names, blind)
    ways: dict[str, Way] = {}

    def admit(waiting: Sequence[str], flying: AbstractSet[str]) -> Sequence[str]:
        return waiting[: max(0, desk.plan.constraints.max_in_flight - len(flying))]

    def work(name: str) -> None:
        device = desk.plan.devices[name]
        ways[name] = way = Way(desk, device, desk.world.driver_for(device.inventory_key))
        try:
            found[name] = _look_at(way)
        finally:
            way.driver.close()

    def cut(name: str) -> None:
        ways[name].driver.close()

    run(names, Job(work, admit, cut, desk.world.stop, LOOK_S, desk.plan.constraints.max_in_flight))
    return found


def _look_at(way: Way) -> tuple[Judgement, ...]:
    names = way.desk.plan.gates.wave
    seen = gates.observed(way.driver)
    judgements = gates.health(way.desk, way.device, seen, names)
    if "identity" in way.desk.plan.gates.pre:
        judgements = (gates.still_itself(way.device, way.driver), *judgements)
    return (*judgements, _readback(way)) if "readback" in names else judgements


def _readback(way: Way) -> Judgement:
    """Judge by the device protocol's own table whether it still runs what was confirmed."""
    action = next_action(situation(way, look(way)))
    if action is REST:
        return Judgement("readback", Verdict.PASS)
    if action is WAIT:
        return Judgement("readback", Verdict.UNKNOWN, ("it could not be read",))
    return Judgement("readback", Verdict.FAIL, ("it no longer runs what was confirmed",))
