"""`fabric topology`: measures of a fabric."""

from __future__ import annotations

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give

FORMATS = ("human", "markdown", "json")


@click.command()
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def topology(intent: str, form: str) -> int:
    """Measure an INTENT: oversubscription, bisection, ways between ports, what one failure costs."""
    from fabric.analysis.measures import measure
    from fabric.cli.compiling import compiled
    from fabric.views.measures import measures

    made = compiled(intent)
    give(measures([measure(design) for design in made.designs.values()], form))
    return Exit.DONE
