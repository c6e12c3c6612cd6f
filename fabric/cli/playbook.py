"""`fabric playbook`: steps that people wrote, on the engine and journal of rollouts."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.rollout import STATE, WHY
from fabric.cli.talk import give, say

if TYPE_CHECKING:
    from fabric.core.diagnostic import Diagnostic, Place
    from fabric.device import Design
    from fabric.rollout.play import Play
    from fabric.rollout.playbook import Step

GIVEN = click.option(
    "--var", "given", multiple=True, metavar="NAME=VALUE", help="A variable; may be repeated."
)


@click.group()
def playbook() -> None:
    """Run steps that were written before: drain, change, look, wait, ask."""


@playbook.command()
@click.argument("file")
@GIVEN
def check(file: str, given: tuple[str, ...]) -> int:
    """Check FILE, or the shipped playbook of that name, and print its steps."""
    steps, _ = _read(file, given)
    give("\n".join(_line(number, step) for number, step in enumerate(steps, 1)))
    return Exit.DONE


@playbook.command()
@click.argument("file")
@click.argument("intent")
@GIVEN
@STATE
@click.option("--inventory", default="", help="Inventory folder instead of the site's.")
@click.option("--fabric", help="Fabric of the site; needed when it has several.")
def run(file: str, intent: str, given: tuple[str, ...], state: Path, **chosen: str | None) -> int:
    """Run FILE, or the shipped playbook of that name, on an INTENT; `resume` goes on after a crash."""
    from fabric.cli.compiling import compiled
    from fabric.cli.live import live
    from fabric.cli.planning import only_fabric
    from fabric.rollout.backend import open_backend
    from fabric.rollout.play import to_text

    steps, places = _read(file, given)
    inventory = chosen["inventory"] or ""
    side = live(compiled(intent, inventory=inventory or None))
    wanted = only_fabric(side, chosen["fabric"])
    design = side.build.designs[wanted]
    named = _named(design, steps, places)
    terms = {"file": file, "intent": intent, "inventory": inventory, "fabric": wanted}
    text = open_backend(state).keep(to_text(named, terms))
    return _go(state, secrets.token_hex(4), text)


@playbook.command()
@click.argument("which", metavar="RUN")
@STATE
def resume(which: str, state: Path) -> int:
    """Go on with RUN; a step that failed is taken again."""
    play = _play(state, which)
    return _go(state, which, play.terms)


@playbook.command()
@click.argument("which", metavar="RUN")
@STATE
@WHY
def sign(which: str, state: Path, reason: str) -> int:
    """Sign what RUN waits for: an approval, by another than who began it, or a work order that is done."""
    from fabric.cli.rolling import actor
    from fabric.core.diagnostic import FabricError, error
    from fabric.rollout.backend import open_backend
    from fabric.rollout.journal import Kind, Record
    from fabric.rollout.play import from_text, next_move
    from fabric.rollout.writer import Writer

    kept = open_backend(state)
    play = _play(state, which)
    steps, _ = from_text(kept.read(play.terms))
    move = next_move(steps, play)
    if move.what != "wait":
        raise FabricError(error("ROL-010", f"playbook `{which}` waits for no signature"))
    if steps[move.number].kind == "approve" and actor() == play.author:
        raise FabricError(error("ROL-010", f"`{actor()}` began it: somebody else must approve"))
    with Writer(kept.database) as writer:
        record = Record(which, Kind.PLAYBOOK, "signed", epoch=move.number, reason=reason, actor=actor())
        writer.append([record], None)
    say(f"signed: {_line(move.number + 1, steps[move.number])}; go on with `fabric playbook resume {which}`")
    return Exit.DONE


@playbook.command()
@click.argument("which", metavar="[RUN]", default="")
@STATE
def status(which: str, state: Path) -> int:
    """Print where RUN (default: the latest) stands, and what it has drained."""
    from fabric.rollout.backend import read_backend
    from fabric.rollout.play import drained, from_text

    which = which or _latest(state)
    play = _play(state, which)
    steps, terms = from_text(read_backend(state).read(play.terms))
    give(f"playbook {which}: {terms['file']} on {terms['intent']}, begun by {play.author}")
    for number, step in enumerate(steps):
        stands = "done" if number in play.done else "begun" if number in play.doing else ""
        give(f"  {_line(number + 1, step)}" + (f" ({stands})" if stands else ""))
    last = max((*play.done, *play.doing), default=-1)
    if gone := drained(steps, last):
        give(f"drained: {', '.join(sorted(gone))}")
    return Exit.DONE


def _named(design: Design, steps: tuple[Step, ...], places: tuple[Place | None, ...]) -> tuple[Step, ...]:
    """Return steps with the devices that their patterns match; raises FabricError for those of none."""
    from fabric.cli.limiting import devices_named
    from fabric.core.diagnostic import FabricError

    named: list[Step] = []
    wrong: list[Diagnostic] = []
    for step, place in zip(steps, places, strict=True):
        try:
            named.append(replace(step, devices=devices_named(design, step.devices)))
        except FabricError as failure:
            wrong += [one.at(place) for one in failure.diagnostics]
    if wrong:
        raise FabricError(*wrong)
    return tuple(named)


def _read(file: str, given: tuple[str, ...]) -> tuple[tuple[Step, ...], tuple[Place | None, ...]]:
    """Return the steps of a playbook, and where each stands."""
    from fabric.core.diagnostic import nearest
    from fabric.core.names import listing
    from fabric.core.source import Folder, shipped
    from fabric.rollout.playbook import places_of_steps, read_playbook

    pairs = [one.partition("=") for one in given]
    if wrong := [name for name, is_, _ in pairs if not is_]:
        raise click.UsageError(f"`--var {wrong[0]}` is no NAME=VALUE")
    path = Path(file)
    ours = {place.stem: place for place in sorted((shipped() / "playbooks").glob("*.yaml"))}
    if not path.exists() and file not in ours:
        hint = nearest(file, ours) or f"a file of yours, or one of {listing(tuple(ours))}"
        raise click.UsageError(f"there is no playbook `{file}`; {hint}")
    if not path.exists():
        path = ours[file]
    root = path.parent if path.is_absolute() or ".." in path.parts else Path()
    variables = {name: value for name, _, value in pairs}
    source, name = Folder(root), str(path.relative_to(root))
    return read_playbook(source, name, variables), places_of_steps(source, name)


def _latest(state: Path) -> str:
    """Return the run that began last; one that goes on is the latest as a rule."""
    from fabric.core.diagnostic import FabricError, error
    from fabric.rollout import store
    from fabric.rollout.backend import is_known, read_backend
    from fabric.rollout.journal import Kind

    begun = store.starts(read_backend(state).database, Kind.PLAYBOOK) if is_known(state) else ()
    if not begun:
        raise FabricError(error("ROL-010", f"no playbook was run in `{state}`"))
    return begun[-1].record.rollout


def _play(state: Path, which: str) -> Play:
    from fabric.core.diagnostic import FabricError, error
    from fabric.rollout import store
    from fabric.rollout.backend import is_known, read_backend
    from fabric.rollout.journal import Kind
    from fabric.rollout.play import replayed

    records = store.read(read_backend(state).database, which) if is_known(state) else ()
    mine = [item.record for item in records if item.record.kind is Kind.PLAYBOOK]
    if not mine:
        raise FabricError(error("ROL-010", f"the journal does not know playbook `{which}`"))
    return replayed(mine)


def _go(state: Path, name: str, text: str) -> int:
    """Run or go on, under a lease of its own: two processes never take the steps of one run."""
    from fabric.cli.hands import LiveHands
    from fabric.cli.rolling import actor
    from fabric.rollout import store
    from fabric.rollout.backend import open_backend
    from fabric.rollout.lease import Heartbeat, HeldError, me, release, take
    from fabric.rollout.outcome import EXIT_CODES, Outcome
    from fabric.rollout.play import Stage, from_text, next_move, perform, replayed
    from fabric.rollout.stop import Stop, on_signals
    from fabric.rollout.writer import Writer
    from fabric.views.records import Teller

    kept, stop, teller = open_backend(state), Stop(), Teller()
    steps, terms = from_text(kept.read(text))
    hands = LiveHands(terms["intent"], terms["inventory"], terms["fabric"], state, actor(), stop)
    try:
        lease = take(kept.database, f"playbook {name}", me(), stop)
    except HeldError as held:
        say(str(held))
        return Exit.LOCKED
    try:
        with Heartbeat(kept.database, lease, stop), Writer(kept.database) as writer:
            stage = Stage(
                name, kept, writer, lease, actor(), lambda record: say(teller.line(record)), _nothing
            )
            records = [item.record for item in store.read(kept.database, name)]
            play: Play = replayed(records)
            if not records:
                play.add(stage.say("begun", text=text))
            with on_signals(stop):
                outcome, reason = perform(steps, play, hands, stage)
    finally:
        release(kept.database, lease)
    say(f"playbook {name}: {outcome}" + (f" ({reason})" if reason else ""))
    if outcome == Outcome.PAUSED and next_move(steps, play).what == "wait":
        say(f"next: `fabric playbook sign {name} --reason WHY`, then `fabric playbook resume {name}`")
    return EXIT_CODES[outcome]


def _nothing(_label: str) -> None:
    """Take note of nothing."""


def _line(number: int, step: Step) -> str:
    about = ", ".join(step.devices) or " ".join(step.command) or step.text
    return f"{number}. {step.kind} {about or f'{step.seconds} s'}"
