"""`fabric rollout`: where a rollout stands, and what to do with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.can_drain import can_drain
from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.rollout.control import Result

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
WHY = click.option("--reason", required=True, help="Why, for the journal.")
VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Tell every step of every device.")
INVENTORY = click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder.")


@click.group()
def rollout() -> None:
    """See and control rollouts."""


rollout.add_command(can_drain)


@rollout.command("status")
@STATE
@WHICH
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def status_of(state: Path, which: str, form: str) -> int:
    """Print where a rollout stands."""
    from fabric.rollout import control
    from fabric.views.standing import standing, standing_json

    found = control.status(state, which)
    give(standing_json(found) if form == "json" else standing(found))
    return Exit.DONE


@rollout.command()
@STATE
@WHICH
@click.option("--every", default=1.0, show_default=True, help="Seconds between two looks.")
def watch(state: Path, which: str, every: float) -> int:
    """Watch a rollout until it is over: a live picture on a terminal, a line for each event elsewhere."""
    from fabric.cli.watching import follow

    return follow(state, which, every)


@rollout.command()
@STATE
@WHICH
@INVENTORY
@REASON
@VERBOSE
def resume(state: Path, which: str, inventory: str | None, reason: str, *, verbose: bool) -> int:
    """Go on after a crash, an interrupt or a pause."""
    return _go_on(state, "resume", _Wish(which, inventory, reason, verbose))


@rollout.command("rollback")
@STATE
@WHICH
@INVENTORY
@REASON
@VERBOSE
def roll_back(state: Path, which: str, inventory: str | None, reason: str, *, verbose: bool) -> int:
    """Bring every device of a rollout back to what it ran before; done when all are.

    While another process runs the rollout, that one is asked to turn back.
    """
    from fabric.cli.rolling import actor
    from fabric.rollout import control

    code = _go_on(state, "roll_back", _Wish(which, inventory, reason, verbose))
    if code == Exit.LOCKED and not control.status(state, which).progress.outcome:
        name = control.ask(state, "rollback", actor(), rollout=which, reason=reason)
        say(f"rollout {name}: whoever runs it was asked to turn back")
    return Exit.DONE if code == Exit.ROLLED_BACK else code


@rollout.command()
@STATE
@WHY
@click.argument("scope", default="")
@click.option(
    "--for", "hours", type=click.FloatRange(min=0, min_open=True), help="Hours after which it ends."
)
def freeze(state: Path, scope: str, reason: str, hours: float | None) -> int:
    """Let nothing start on SCOPE (`site/fabric` or a site; default: everything) until it is unfrozen.

    What is in flight reaches a safe state; the way back stays open.
    """
    from datetime import UTC, datetime, timedelta

    from fabric.cli.rolling import actor
    from fabric.rollout import asking
    from fabric.rollout.door import Freeze

    end = datetime.now(UTC) + timedelta(hours=hours) if hours else None
    found = Freeze(scope, actor(), reason, end.isoformat(timespec="seconds") if end else "")
    asking.freeze(state, found)
    say(f"{scope or 'every fabric'}: {found}")
    if stranger := asking.unknown_scope(state, scope):
        say(f"warning: {stranger}")
    return Exit.DONE


@rollout.command("extend-window")
@STATE
@WHICH
@WHY
@click.option(
    "--for",
    "hours",
    required=True,
    type=click.FloatRange(min=0, min_open=True, max=24),
    help="Hours from now for which the window stays open.",
)
def extend_window(state: Path, which: str, reason: str, hours: float) -> int:
    """Keep the window open for a rollout that began in it; heard by whoever runs it, or when resumed."""
    from datetime import UTC, datetime, timedelta

    from fabric.cli.rolling import actor
    from fabric.rollout import asking

    until = (datetime.now(UTC) + timedelta(hours=hours)).isoformat(timespec="seconds")
    name = asking.extend(state, until, actor(), reason, which)
    say(f"rollout {name}: its window stays open until {until}")
    return Exit.DONE


@rollout.command()
@STATE
@WHICH
@WHY
def promote(state: Path, which: str, reason: str) -> int:
    """Take the wave that soaks, or whose gate could not look, as proven."""
    from fabric.cli.rolling import actor
    from fabric.rollout import asking

    name = asking.promote(state, actor(), reason, which)
    say(f"rollout {name}: promote asked for")
    return Exit.DONE


@rollout.command()
@STATE
@WHY
@click.argument("scope", default="")
def unfreeze(state: Path, scope: str, reason: str) -> int:
    """End the freeze of SCOPE, named as it was frozen."""
    from fabric.cli.rolling import actor
    from fabric.rollout import asking

    if asking.thaw(state, scope, actor(), reason):
        say(f"{scope or 'every fabric'}: unfrozen")
        return Exit.DONE
    say(f"there is no freeze of `{scope or 'every fabric'}`; {_frozen(state)}")
    return Exit.FAILED


def _frozen(state: Path) -> str:
    from fabric.rollout import asking

    found = [f"`{one.scope or 'every fabric'}` is {one}" for one in asking.freezes(state)]
    return "; ".join(found) or "nothing is frozen"


def _ordering(what: str, words: str) -> Command:
    @rollout.command(what, help=words)
    @STATE
    @WHICH
    @WHY
    @click.argument("device")
    def command(state: Path, which: str, reason: str, device: str) -> int:
        from fabric.cli.rolling import actor
        from fabric.rollout import asking
        from fabric.rollout.orders import Asked, Order

        name = asking.order(state, device, Asked(Order(what), actor(), reason), which)
        say(f"rollout {name}: {what} of {device} asked for; obeyed by whoever runs it, or when it is resumed")
        return Exit.DONE

    return command


for _what, _words in (
    ("skip", "Leave DEVICE out, whose turn has not come: it stays on its base."),
    ("quarantine", "Touch DEVICE no more, on the way out or back; a human takes it from here."),
    ("retry", "Begin again with DEVICE, which failed or was left out."),
):
    _ordering(_what, _words)


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
    ("abort", "Stop, and keep what is confirmed."),
):
    _asking(_what, _words)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the person at the command line wants of a rollout."""

    which: str
    inventory: str | None
    reason: str
    verbose: bool


def _go_on(state: Path, verb: str, wish: _Wish) -> int:
    from fabric.cli.limiting import asking_jobs
    from fabric.cli.rolling import actor, ended, in_detail, inventory_for, world_of
    from fabric.rollout import control

    stands = control.status(state, wish.which)
    plan = stands.plan
    if verb == "resume" and (outcome := stands.progress.outcome):
        say(f"rollout {stands.rollout} was over already: {outcome}; nothing was begun after it")
    # The way back waits for no job.
    jobs = asking_jobs(plan) if verb == "resume" else None
    world = world_of(inventory_for(plan, wish.inventory), plan, jobs)
    world = replace(world, told=in_detail(plan)) if wish.verbose else world
    result: Result = getattr(control, verb)(state, world, actor(), wish.which, wish.reason)
    return ended(result)
