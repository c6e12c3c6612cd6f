"""`fabric rollout`: where a rollout stands, and what to do with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.rollout.control import Result, Status

    Command = Callable[..., int]

STATE = click.option(
    "--state",
    default=".fabric/state",
    show_default=True,
    type=click.Path(path_type=Path),
    help="State folder.",
)
WHICH = click.option("--rollout", "which", default="", help="Rollout; default: the latest.")
REASON = click.option("--reason", default="", help="Why, for the journal.")
INVENTORY = click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder.")


@click.group()
def rollout() -> None:
    """See and control rollouts."""


@rollout.command("status")
@STATE
@WHICH
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def status_of(state: Path, which: str, form: str) -> int:
    """Print where a rollout stands."""
    from fabric.rollout import control

    found = control.status(state, which)
    give(_json(found) if form == "json" else _text(found))
    return Exit.DONE


@rollout.command()
@STATE
@WHICH
@INVENTORY
def resume(state: Path, which: str, inventory: str | None) -> int:
    """Go on after a crash, an interrupt or a pause."""
    return _go_on(state, which, inventory, "resume")


@rollout.command("rollback")
@STATE
@WHICH
@INVENTORY
def roll_back(state: Path, which: str, inventory: str | None) -> int:
    """Bring every device of a rollout back to what it ran before; done when all are."""
    code = _go_on(state, which, inventory, "roll_back")
    return Exit.DONE if code == Exit.ROLLED_BACK else code


@rollout.command("audit")
@STATE
def audit_chain(state: Path) -> int:
    """Walk the hash chain of the journal."""
    from fabric.rollout import control

    found = control.audit(state)
    give(f"{found.records} records, head {found.head}")
    if not found.intact:
        say(f"the chain is broken at record {found.broken_at}")
    return Exit.DONE if found.intact else Exit.FAILED


def _asking(what: str, words: str) -> Command:
    @rollout.command(what, help=words)
    @STATE
    @WHICH
    @REASON
    def command(state: Path, which: str, reason: str) -> int:
        from fabric.cli.rolling import actor
        from fabric.rollout import control

        if outcome := control.status(state, which).progress.outcome:
            say(f"the rollout is over: {outcome}")
            return Exit.FAILED
        name = control.ask(state, what, actor(), rollout=which, reason=reason)
        say(f"rollout {name}: {what} asked for")
        return Exit.DONE

    return command


for _what, _words in (
    ("pause", "Start nothing more; what is in flight finishes."),
    ("promote", "Skip the rest of a soak."),
    ("abort", "Stop, and keep what is confirmed."),
):
    _asking(_what, _words)


def _go_on(state: Path, which: str, inventory: str | None, verb: str) -> int:
    from fabric.cli.rolling import actor, ended, world_of
    from fabric.rollout import control

    plan = control.status(state, which).plan
    world = world_of(inventory or f"inventory/{plan.site}", plan)
    result: Result = getattr(control, verb)(state, world, actor(), which)
    return ended(result)


def _text(found: Status) -> str:
    lines = [f"rollout {found.rollout} of {found.plan.site}/{found.plan.fabric}, started {found.started}"]
    lines.append(f"outcome: {found.progress.outcome or 'not over'}")
    if found.lease:
        lines.append(f"held by {found.lease.owner}")
    for name in found.plan.devices:
        standing = found.progress.of(name)
        lines.append(f"  {name}: {standing.state}" + (f" ({standing.reason})" if standing.reason else ""))
    return "\n".join(lines)


def _json(found: Status) -> str:
    devices = {
        name: {"state": str(found.progress.of(name).state), "reason": found.progress.of(name).reason}
        for name in found.plan.devices
    }
    content = {
        "schema": "fabric-rollout/1",
        "rollout": found.rollout,
        "plan": found.plan.digest,
        "outcome": str(found.progress.outcome) or None,
        "devices": devices,
    }
    return json.dumps(content, indent=2)
