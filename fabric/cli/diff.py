"""`fabric diff`: two builds compared, no device needed."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.against import compared
from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give, say


@click.command()
@click.argument("intent")
@click.option(
    "--against",
    default="HEAD",
    show_default=True,
    help="A git revision such as `HEAD~1`, or the folder of a build or of another intent.",
)
@click.option("--summary", is_flag=True, help="Print groups, waves and counts, not every change.")
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the changes.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write them to a file.")
def diff(intent: str, against: str, form: str, output: Path | None, *, summary: bool) -> int:
    """Say what an INTENT would change on every unit. Exit code 0, or 2 when something changes."""
    from fabric.cli.compiling import compiled
    from fabric.cli.files import write_text
    from fabric.views.review_words import headline

    new = compiled(intent, keeping=True)
    review = compared(new, against)
    text = formed(review, form, new, summary=summary)
    if output is None:
        give(text)
    else:
        write_text(output, text + "\n")
        say(f"{output}: {headline(review)}")
    return Exit.DONE if review.empty else Exit.CHANGES
