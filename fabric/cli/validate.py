"""`fabric validate`: schema and every design rule."""

from __future__ import annotations

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, report, say
from fabric.core.diagnostic import FabricError


@click.command()
@click.argument("intent")
@click.option("--frozen", is_flag=True, help="Refuse when the ledger would have to change.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print findings.")
def validate(intent: str, form: str, *, frozen: bool) -> int:
    """Check an INTENT folder: every mistake at once, each with file, line and column."""
    from fabric.cli.compiling import compiled

    try:
        build = compiled(intent, frozen=frozen)
    except FabricError as failure:
        report(failure.diagnostics, form)
        return Exit.FAILED
    report(build.diagnostics, form)
    if form == "human":
        fabrics = ", ".join(f"`{name}`" for name in build.designs)
        units = sum(1 for _ in build.units())
        say(f"{build.site.name}: fabric {fabrics}, {units} units")
    return Exit.DONE
