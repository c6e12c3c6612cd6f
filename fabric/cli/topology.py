"""`fabric topology`: measures and picture of a fabric."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, say

FORMATS = ("human", "markdown", "json")


@click.command()
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="SVG to draw instead.")
def topology(intent: str, form: str, output: Path | None) -> int:
    """Measure an INTENT: oversubscription, bisection, ways between ports, what one failure costs.

    With -o, draw it as SVG: tiers as rows, switches that lie alike folded into one box when there are many.
    """
    from fabric.analysis.folding import fold
    from fabric.analysis.measures import measure
    from fabric.cli.compiling import compiled
    from fabric.cli.files import write_text
    from fabric.views.drawing import picture
    from fabric.views.measures import measures

    if output is not None and output.suffix != ".svg":
        raise click.BadParameter(
            f"`{output}` does not end in `.svg`, and SVG is what is drawn", param_hint="-o"
        )
    made = compiled(intent)
    if output is not None:
        write_text(output, picture([fold(design.fabric) for design in made.designs.values()]))
        say(f"{output}: {', '.join(made.designs)}")
        return Exit.DONE
    give(measures([measure(design) for design in made.designs.values()], form))
    return Exit.DONE
