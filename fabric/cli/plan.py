"""`fabric plan`: the intent against live devices."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.options import STATE, of_live_devices
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give, say
from fabric.cli.three_ways import OVERWRITE, POLICIES, known_of

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.command()
@click.argument("intent")
@of_live_devices
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Save the plan for `apply`."
)
@click.option("--detailed-exitcode", is_flag=True, help="Leave with 2 when there is something to change.")
@click.option("--summary", is_flag=True, help="Print waves and counts, not every change.")
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the plan.")
@click.option(
    "--outside",
    type=click.Choice(POLICIES),
    default=OVERWRITE,
    show_default=True,
    help="What becomes of what somebody else changed since the last rollout.",
)
@click.option(
    "--jobs",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Jobs that run, as JSON; default: the intent's hook.",
)
@click.option("--down", multiple=True, help="Devices that are out anyway; may be repeated.")
def plan(intent: str, output: Path | None, form: str, **chosen: Any) -> int:
    """Compare an INTENT with its live devices; nothing is changed."""
    from fabric.cli.compiling import compiled
    from fabric.cli.limiting import Outside
    from fabric.cli.live import left_out, limited, live
    from fabric.cli.planning import live_plan, only_fabric
    from fabric.plan import save
    from fabric.plan.review import review_of_plan

    build = compiled(intent, inventory=chosen["inventory"], keeping=True)
    side = limited(live(build), chosen["limit"])
    wanted = only_fabric(side, chosen["fabric"])
    known = known_of(side.build, wanted, chosen["state"])
    if output is not None:
        known = replace(known, journal=_named(chosen["state"]))
    made = live_plan(side, wanted, known, chosen["outside"], Outside(chosen["jobs"], chosen["down"]))
    if rest := left_out(side):
        say(f"no driver pushes {rest}: their artifacts come from `fabric build`")
    review = replace(review_of_plan(made), findings=side.build.diagnostics)
    give(formed(review, form, side.build, summary=chosen["summary"]))
    if output is not None:
        save(made, output)
        say(f"saved to `{output}`; `{_apply(output, chosen)}` does exactly this")
    return Exit.CHANGES if chosen["detailed_exitcode"] and made.devices else Exit.DONE


def _named(state: Path) -> str:
    from fabric.rollout.applied import record_to_name

    return record_to_name(state)


def _apply(output: Path, chosen: Mapping[str, Any]) -> str:
    """Return the command that applies a plan, to be copied."""
    words = ["fabric", "apply", str(output)]
    if chosen["inventory"]:
        words += ["--inventory", chosen["inventory"]]
    if chosen["state"] != STATE:
        words += ["--state", str(chosen["state"])]
    return shlex.join(words)
