"""A playbook that runs: what is next, from its records in the journal alone. Resuming is asking again.

A step is written before it is begun and when it is over. A step that changes devices keeps its plan first,
and the rollout of that plan is looked for before one is started: killed at any point, no change is made
twice.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Protocol

from fabric.plan.model import canonical, to_json
from fabric.rollout.journal import Kind, Record
from fabric.rollout.kept_plan import kept_plan
from fabric.rollout.outcome import RESUMABLE, Outcome
from fabric.rollout.playbook import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fabric.plan.model import Plan
    from fabric.rollout.backend import Backend
    from fabric.rollout.store import Lease
    from fabric.rollout.writer import Writer

CHANGES = frozenset({"drain", "apply", "undrain"})
SIGNED = frozenset({"approve", "manual"})


@dataclass(slots=True)
class Play:
    """Where a playbook stands."""

    author: str = ""
    terms: str = ""
    """Digest of its steps and of what it runs on."""
    done: set[int] = field(default_factory=set)
    doing: dict[int, str] = field(default_factory=dict)
    """Step that was begun and is not over, and the digest of its plan."""
    signed: dict[int, str] = field(default_factory=dict)
    """Step, and who signed it."""
    blind: dict[int, str] = field(default_factory=dict)
    """Step that nobody but a person can verify, and why."""

    def add(self, record: Record) -> None:
        """Take in the next record."""
        number = record.epoch
        if record.state == "begun":
            self.author, self.terms = record.actor, record.text
        elif record.state == "doing":
            self.doing[number] = record.text
        elif record.state == "signed":
            self.signed[number] = record.actor
        elif record.state == "unverifiable":
            self.blind[number] = record.reason
        elif record.state == "done":
            self.done.add(number)
            self.doing.pop(number, None)
        elif record.state == "failed":
            self.doing.pop(number, None)


def replayed(records: Iterable[Record]) -> Play:
    """Read records into where a playbook stands."""
    play = Play()
    for record in records:
        play.add(record)
    return play


def drained(steps: tuple[Step, ...], upto: int) -> frozenset[str]:
    """Return the patterns of devices that others go around at a step, that step's own included."""
    found: set[str] = set()
    for step in steps[: upto + 1]:
        if step.kind == "drain" or (step.kind == "apply" and step.flag):
            found |= set(step.devices)
        elif step.kind == "undrain":
            found -= set(step.devices)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Move:
    """What to do next: nothing for a step that is over, or wait for somebody."""

    number: int
    what: str
    """`do`, `go on` (it was begun before), `wait` (for a signature) or `over`."""
    reason: str = ""


def next_move(steps: tuple[Step, ...], play: Play) -> Move:
    """Choose the next move."""
    for number, step in enumerate(steps):
        if number in play.done:
            continue
        signed = number in play.signed
        if step.kind in SIGNED:
            return Move(number, "do" if signed else "wait", step.text)
        if number in play.blind:
            return Move(number, "do" if signed else "wait", play.blind[number])
        if step.kind == "run" and number in play.doing and not step.flag:
            why = "whether the command ran is unknown: look, and sign the step as done"
            return Move(number, "do" if signed else "wait", why)
        return Move(number, "go on" if number in play.doing else "do")
    return Move(len(steps), "over")


class Hands(Protocol):
    """What a playbook does outside; tests put their own in its place."""

    def unsafe(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> str:
        """Say why devices may not be drained now; empty when they may."""

    def met(self, devices: tuple[str, ...]) -> tuple[Outcome, str]:
        """Look whether devices are trusted and are those that inventory and intent mean."""

    def plan(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> Plan:
        """Return the plan that brings devices to the intent while others go around some."""

    def roll(self, plan: Plan) -> tuple[Outcome, str]:
        """Bring a plan's rollout to its end, begun before or not."""

    def roll_back(self, rollout: str) -> tuple[Outcome, str]:
        """Take a rollout back."""

    def quiet(self, step: Step, gone_around: frozenset[str]) -> tuple[Outcome, str]:
        """Wait until devices carry no traffic; PAUSED when they do not show it."""

    def gate(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> tuple[Outcome, str]:
        """Look whether devices show what is expected."""

    def run(self, step: Step) -> tuple[Outcome, str]:
        """Run a command."""

    def soak(self, seconds: int) -> tuple[Outcome, str]:
        """Wait."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a playbook writes."""

    run: str
    kept: Backend
    writer: Writer
    lease: Lease
    actor: str
    told: Callable[[Record], None]
    after: Callable[[str], None]

    def say(self, state: str, number: int = 0, reason: str = "", text: str = "") -> Record:
        """Write a record; returns when it is durable."""
        record = Record(
            self.run, Kind.PLAYBOOK, state, epoch=number, reason=reason, text=text, actor=self.actor
        )
        self.writer.append([record], self.lease)
        self.told(record)
        self.after(f"playbook {state} {number}")
        return record


def perform(steps: tuple[Step, ...], play: Play, hands: Hands, stage: Stage) -> tuple[Outcome, str]:
    """Take steps until the playbook is over, or stands still for a reason."""
    while True:
        move = next_move(steps, play)
        if move.what == "over":
            play.add(stage.say("over", move.number))
            return Outcome.DONE, ""
        if move.what == "wait":
            return Outcome.PAUSED, f"step {move.number + 1}, {steps[move.number].kind}: {move.reason}"
        outcome, reason = _take(steps, play, hands, stage, move)
        if outcome is Outcome.DONE:
            play.add(stage.say("done", move.number))
            continue
        if outcome not in RESUMABLE:
            play.add(stage.say("failed", move.number, reason))
        return outcome, f"step {move.number + 1}, {steps[move.number].kind}: {reason}"


def _take(steps: tuple[Step, ...], play: Play, hands: Hands, stage: Stage, move: Move) -> tuple[Outcome, str]:
    number, step = move.number, steps[move.number]
    if number in play.signed:
        return Outcome.DONE, ""
    if step.kind in CHANGES:
        return _change(steps, play, hands, stage, move)
    if move.what == "do":
        play.add(stage.say("doing", number))
    if step.kind == "quiet":
        outcome, reason = hands.quiet(step, drained(steps, number))
        if outcome is Outcome.PAUSED:
            play.add(stage.say("unverifiable", number, reason))
        return outcome, reason
    return _done(step, hands, drained(steps, number))


def _done(step: Step, hands: Hands, around: frozenset[str]) -> tuple[Outcome, str]:
    """Take a step that keeps nothing of its own in the journal."""
    if step.kind == "enrol":
        return hands.met(step.devices)
    if step.kind == "gate":
        return hands.gate(step.devices, around)
    if step.kind == "run":
        return hands.run(step)
    return hands.roll_back(step.text) if step.kind == "rollback" else hands.soak(step.seconds)


def _change(
    steps: tuple[Step, ...], play: Play, hands: Hands, stage: Stage, move: Move
) -> tuple[Outcome, str]:
    number, step = move.number, steps[move.number]
    around = drained(steps, number)
    if move.what == "do":
        if step.kind == "drain" and (why := hands.unsafe(step.devices, drained(steps, number - 1))):
            return Outcome.PAUSED, why
        made = hands.plan(step.devices, around)
        text = stage.kept.keep(canonical(to_json(made)))
        play.add(stage.say("doing", number, text=text))
    plan = kept_plan(stage.kept, play.doing[number])
    return hands.roll(plan) if plan.devices else (Outcome.DONE, "")


def to_text(steps: tuple[Step, ...], terms: Mapping[str, str]) -> str:
    """Write what a playbook consists of, to be kept."""
    return canonical({"terms": dict(terms), "steps": [asdict(step) for step in steps]})


def from_text(text: str) -> tuple[tuple[Step, ...], dict[str, str]]:
    """Read back what `to_text` wrote."""
    plain = json.loads(text)
    lists = ("devices", "command", "environment")
    steps = (Step(**{**one, **{name: tuple(one.get(name, ())) for name in lists}}) for one in plain["steps"])
    return tuple(steps), plain["terms"]
