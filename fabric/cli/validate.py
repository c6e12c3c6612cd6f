"""`fabric validate`: schema and every design rule."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give, report, say
from fabric.core.diagnostic import FabricError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.core.diagnostic import Diagnostic

MACHINES = {
    "sarif": "fabric.views.findings_sarif:findings_sarif",
    "github": "fabric.views.findings_ci:findings_github",
    "gitlab": "fabric.views.findings_ci:findings_gitlab",
    "junit": "fabric.views.findings_ci:findings_junit",
}
"""Forms that pipelines read, and who writes them."""


@click.command()
@click.argument("intent")
@click.option("--frozen", is_flag=True, help="Refuse when the ledger would have to change.")
@click.option("--artifacts", is_flag=True, help="Render every unit, too, and judge what would be written.")
@click.option(
    "--format",
    "form",
    type=click.Choice((*FORMATS, *MACHINES)),
    default="human",
    help="How to print findings.",
)
def validate(intent: str, form: str, *, frozen: bool, artifacts: bool) -> int:
    """Check an INTENT folder: every mistake at once, each with file, line and column."""
    from fabric.cli.compiling import compiled
    from fabric.cli.walked import worst
    from fabric.pipeline.walking import read_back

    try:
        build = compiled(intent, frozen=frozen)
        found = (*build.diagnostics, *(worst(read_back(build)) if artifacts else ()))
    except FabricError as failure:
        in_form(failure.diagnostics, form)
        return Exit.FAILED
    in_form(found, form)
    if form == "human":
        fabrics = ", ".join(f"`{name}`" for name in build.designs)
        units = sum(1 for _ in build.units())
        say(f"{build.site.name}: fabric {fabrics}, {units} units")
    return Exit.DONE


def in_form(diagnostics: Sequence[Diagnostic], form: str) -> None:
    """Print findings for people, as JSON, or in a form that pipelines read."""
    if form not in MACHINES:
        report(diagnostics, form)
        return
    module, _, name = MACHINES[form].partition(":")
    give(getattr(import_module(module), name)(diagnostics))
