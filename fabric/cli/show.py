"""`fabric show`: a saved plan, printed."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give


@click.command()
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the plan.")
def show(plan_file: Path, form: str) -> int:
    """Print a saved PLAN; refused when it is not as it was written."""
    from fabric.plan import read
    from fabric.plan.review import review_of_plan

    give(formed(review_of_plan(read(plan_file)), form))
    return Exit.DONE
