"""`fabric show`: a saved plan, printed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, coloured, give


@click.command()
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print the plan.")
def show(plan_file: Path, form: str) -> int:
    """Print a saved PLAN; refused when it is not as it was written."""
    from fabric.plan import read
    from fabric.views.plans import plan_json, plan_text

    plan = read(plan_file)
    give(plan_json(plan) if form == "json" else plan_text(plan, colour=coloured(sys.stdout)))
    return Exit.DONE
