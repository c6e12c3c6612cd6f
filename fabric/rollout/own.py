"""Gates of a site's own: who is asked what, and the evidence of it in the journal.

Unknown never passes: before a change and at the end of a wave it holds the rollout, after a commit it takes
the device back.
"""

from __future__ import annotations

import datetime as dt
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.core.condition import needs
from fabric.core.names import natural
from fabric.health import Judgement, Verdict, reasons, worst
from fabric.health.metric import Measured, Reading, judged
from fabric.plan.own import COMMAND, METRIC
from fabric.rollout.states import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.plan.own import OwnGate
    from fabric.rollout.desk import Desk

AT_ONCE = 8
"""Questions about a wave that are asked side by side."""
COMPARED = 16
"""Devices at most that a changed one is compared with, evenly picked: their median hardly gains from more."""
POLL_S = 2.0
BEFORE = "before"
"""Moment of the values that conditions call `baseline`."""
_VARIABLE = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True)
class Question:
    """One gate asked about one device, or once about all that changed."""

    gate: OwnGate
    moment: str
    wave: int
    device: str
    """Empty: about all of them."""
    devices: tuple[str, ...]


def questions(desk: Desk, moment: str, wave: int, names: tuple[str, ...]) -> tuple[Question, ...]:
    """Return what is asked at a moment."""
    found = []
    for gate in desk.plan.gates.own.at(moment):
        each = names if _of_each(gate, moment) else ("",)
        found += [Question(gate, moment, wave, name, (name,) if name else names) for name in each]
    return tuple(found) if names else ()


def _of_each(gate: OwnGate, moment: str) -> bool:
    """Whether a gate is asked about each device: in a change always, of a wave where it speaks of devices."""
    if moment in ("pre", "post") or gate.kind not in (METRIC, COMMAND):
        return True
    return gate.kind == METRIC and "device" in _VARIABLE.findall(gate.ask[0])


def of_device(desk: Desk, name: str, moment: str) -> tuple[Judgement, ...]:
    """Ask the gates of one device's change, up to the first that does not pass: programs take their time."""
    found: list[Judgement] = []
    for question in questions(desk, moment, desk.wave_of(name), (name,)):
        found.append(ask(desk, question))
        if found[-1].verdict is not Verdict.PASS:
            break
    return tuple(found)


def before(desk: Desk, name: str) -> tuple[dict[str, float], tuple[Judgement, ...]]:
    """Return what conditions will call `baseline`, and a judgement on each value that cannot be had."""
    values, blind = {}, []
    for gate in desk.plan.gates.own.gates:
        if gate.kind == METRIC and "baseline" in needs(gate.condition):
            question = Question(gate, BEFORE, desk.wave_of(name), name, (name,))
            found = _read(desk, question, name, desk.world.clock.now() + gate.deadline_s)
            if found.value is None:
                blind.append(Judgement(gate.name, Verdict.UNKNOWN, (f"baseline: {found.why}",)))
            else:
                values[gate.name] = found.value
    return values, tuple(blind)


def judge_wave(desk: Desk, wave: int, names: tuple[str, ...]) -> tuple[Verdict, str]:
    """Ask about a wave that has soaked, until all pass or their time is over."""
    clock, stop = desk.world.clock, desk.world.stop
    end = clock.now() + desk.plan.timing.check_s
    waiting = (*questions(desk, "wave", wave, names), *questions(desk, "soak", wave, names))
    while waiting:
        found = _side_by_side(desk, waiting)
        bad = [(q, one) for q, one in zip(waiting, found, strict=True) if one.verdict is not Verdict.PASS]
        waiting = tuple(question for question, _ in bad)
        if bad and (clock.now() >= end or stop.draining):
            verdict = worst(one for _, one in bad)
            return verdict, _said((q, one) for q, one in bad if one.verdict is verdict)
        if bad:
            clock.sleep(min(POLL_S, max(0.0, end - clock.now())), stop)
    return Verdict.PASS, ""


def sample(desk: Desk, wave: int, names: tuple[str, ...]) -> str:
    """Look while a wave soaks; return what failed. What is unknown by then is asked again at its end."""
    asked = questions(desk, "soak", wave, names)
    found = _side_by_side(desk, asked)
    return _said((q, one) for q, one in zip(asked, found, strict=True) if one.verdict is Verdict.FAIL)


def _said(bad: Iterable[tuple[Question, Judgement]]) -> str:
    """Say what the first of several did not let pass; the journal has all."""
    for question, found in bad:
        return (f"`{question.device}`: " if question.device else "") + reasons((found,))
    return ""


def _side_by_side(desk: Desk, asked: Sequence[Question]) -> list[Judgement]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda question: ask(desk, question), asked))


def ask(desk: Desk, question: Question) -> Judgement:
    """Ask once, and write down what came of it."""
    if desk.world.stop.leaving:
        return Judgement(question.gate.name, Verdict.UNKNOWN, ("the rollout was stopped",))
    metric = question.gate.kind == METRIC
    found, seen = _measured(desk, question) if metric else _ran(desk, question)
    evidence = {
        "gate": question.gate.name,
        "kind": question.gate.kind,
        "moment": question.moment,
        "device": question.device,
        "devices": list(question.devices),
        "verdict": found.verdict.value,
        "reasons": list(found.reasons),
        "asked": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        **seen,
    }
    desk.witness(question.gate.name, question.device, question.wave, found, evidence)
    return found


def _ran(desk: Desk, question: Question) -> tuple[Judgement, dict[str, Any]]:
    plan, gate = desk.plan, question.gate
    about = {
        "format": "fabric-gate/1",
        "gate": gate.name,
        "moment": question.moment,
        "device": question.device,
        "devices": list(question.devices),
        "wave": plan.waves[question.wave].name,
        "site": plan.site,
        "fabric": plan.fabric,
        "plan": plan.digest,
        "rollout": desk.rollout,
    }
    if desk.world.probes is None:
        return Judgement(gate.name, Verdict.UNKNOWN, ("this run can ask nobody",)), {}
    done = desk.world.probes.run(gate, about, lambda: desk.world.stop.leaving)
    return done.judgement, {"ran": list(gate.ask), **done.evidence}


def _measured(desk: Desk, question: Question) -> tuple[Judgement, dict[str, Any]]:
    """Judge a metric; its deadline is for all the answers that it takes together."""
    gate, name = question.gate, question.device or question.devices[0]
    asked, end = needs(gate.condition), desk.world.clock.now() + gate.deadline_s
    value = _read(desk, question, name, end)
    baseline = desk.baseline(name).metrics.get(gate.name) if "baseline" in asked else None
    others = _others(desk, name) if "control" in asked and value.value is not None else ()
    control = tuple(_read(desk, question, other, end) for other in others)
    seen = {
        "query": _filled(desk, question, name),
        "condition": gate.condition,
        "value": value.value,
        "time": value.time,
        "baseline": baseline,
        "control": {other: one.value for other, one in zip(others, control, strict=True)},
    }
    return judged(gate.name, gate.condition, Measured(value, baseline, control)), seen


def _read(desk: Desk, question: Question, name: str, end: float) -> Reading:
    if desk.world.probes is None:
        return Reading(None, why="this run can ask nobody")
    left = end - desk.world.clock.now()
    if left <= 0:
        return Reading(None, why=f"no answer within {question.gate.deadline_s} s")
    return desk.world.probes.read(_filled(desk, question, name), left)


def _filled(desk: Desk, question: Question, name: str) -> str:
    """Return a query with what is judged in the place of its variables."""
    plan, device = desk.plan, desk.plan.devices.get(name)
    # A dot of a name is one in a pattern only behind a backslash, and PromQL's strings want two for it.
    pattern = "|".join(one.replace(".", "\\\\.") for one in question.devices)
    words = {
        "device": name,
        "devices": name if question.device else pattern,
        "role": device.role if device else _role_of(desk, name),
        "pod": device.pod if device else "",
        "fabric": plan.fabric,
        "site": plan.site,
    }
    return _VARIABLE.sub(lambda found: words.get(found[1], found[0]), question.gate.ask[0])


def _role_of(desk: Desk, name: str) -> str:
    return next((role for role, names in desk.plan.gates.own.roles.items() if name in names), "")


def _others(desk: Desk, name: str) -> tuple[str, ...]:
    """Return devices to compare one with: of its role and not changed; when all are, those already proven."""
    plan, now = desk.plan, desk.snapshot()
    role = plan.devices[name].role
    same = [n for n in plan.gates.own.roles.get(role, ()) if n != name and n not in plan.down]
    left = [n for n in same if not now.of(n).touched]
    left = left or [n for n in same if now.of(n).state is State.DONE]
    return tuple(sorted(left, key=natural)[:: -(-len(left) // COMPARED) or 1])
