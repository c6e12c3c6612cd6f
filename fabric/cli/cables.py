"""`fabric cables`: the cable list, labels, and the work between two revisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give

if TYPE_CHECKING:
    from fabric.analysis.cabling import Run
    from fabric.pipeline import Build

FORMATS = ("human", "csv", "markdown", "json", "labels")


@click.command()
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
@click.option("--against", metavar="REV|DIR", help="Print the work since a revision, intent or build.")
def cables(intent: str, form: str, against: str | None) -> int:
    """Print every cable of an INTENT: both ends, modules, orderable length, rail and colour.

    `labels` prints one label for each end. With --against: what to order, move, relabel and take out.
    """
    from fabric.analysis.cabling import runs_of
    from fabric.analysis.recabling import recabling
    from fabric.cli.compiling import compiled
    from fabric.views.cabling import cables as listed
    from fabric.views.cabling import labels, recabling_text, recabling_written

    made = compiled(intent)
    new = runs_of(made.designs.values())
    if against is None:
        give(listed(new, form))
        return Exit.DONE
    work = recabling(_earlier(made, against), new)
    if form == "labels":
        touched = [run for found in (*work.move, *work.relabel) for run in found.new.runs]
        give(labels([run for cable in work.order for run in cable.runs] + touched))
    else:
        give(recabling_text(work) if form == "human" else recabling_written(work, form))
    return Exit.DONE


def _earlier(build: Build, against: str) -> tuple[Run, ...]:
    from fabric.analysis.cabling import runs_of
    from fabric.cli.against import earlier_build, is_written_build
    from fabric.views.cabling_file import read_cables

    if not is_written_build(against):
        return runs_of(earlier_build(build, against).designs.values())
    catalog = next(iter(build.designs.values())).catalog
    return read_cables((Path(against) / "cables.csv").read_text(encoding="utf-8"), catalog)
