"""`fabric diff`: two builds compared, no device needed."""

from __future__ import annotations

import click

from fabric.cli.against import compared
from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give


@click.command()
@click.argument("intent")
@click.option(
    "--against",
    required=True,
    help="A git revision such as `HEAD~1`, or the folder of a build or of another intent.",
)
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the changes.")
def diff(intent: str, against: str, form: str) -> int:
    """Say what an INTENT would change on every unit. Exit code 0, or 2 when something changes."""
    from fabric.cli.compiling import compiled

    new = compiled(intent)
    review = compared(new, against)
    give(formed(review, form, new))
    return Exit.DONE if review.empty else Exit.CHANGES
