"""`fabric show`: a saved plan, printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give, say

if TYPE_CHECKING:
    from fabric.pipeline import Build
    from fabric.plan import Plan


@click.command()
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the plan.")
@click.option(
    "--intent", help="Its intent, for picture and findings; default: that of the site in `intents/`."
)
@click.option("--inventory", type=click.Path(file_okay=False), help="The inventory that it was made with.")
def show(plan_file: Path, form: str, intent: str | None, inventory: str | None) -> int:
    """Print a saved PLAN; refused when it is not as it was written.

    With the intent that it was made from, a page has the picture of the fabric, and all forms what the design
    rules find.
    """
    from fabric.plan import read
    from fabric.plan.review import review_of_plan

    plan = read(plan_file)
    review = review_of_plan(plan)
    usual = f"intents/{plan.site}" if form == "html" and Path(f"intents/{plan.site}").is_dir() else ""
    build = _build(plan, intent or usual, inventory) if intent or usual else None
    if build is not None:
        review = replace(review, findings=build.diagnostics)
    give(formed(review, form, build))
    return Exit.DONE


def _build(plan: Plan, intent: str, inventory: str | None) -> Build | None:
    """Return the build that a plan was made from; None, and say so, where the intent is another by now."""
    from fabric.cli.compiling import compiled

    build = compiled(intent, inventory=inventory)
    if build.digest == plan.intent_digest:
        return build
    say(f"`{intent}` is not what the plan was made from: no picture, no findings")
    return None
