"""`fabric qos`: one table of quality of service over all hops, read from the artifacts."""

from __future__ import annotations

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, report, say

FORMATS = ("human", "markdown", "json")


@click.command()
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def qos(intent: str, form: str) -> int:
    """Read the artifacts of every switch and NIC of an INTENT back, into one table over all hops.

    Hops that differ, or do other than the intent says, are errors: a template of yours may have changed them.
    """
    from fabric.cli.compiling import compiled
    from fabric.core.diagnostic import Severity
    from fabric.pipeline.walking import judged, read_hops, walks
    from fabric.views.hops import hops

    made = compiled(intent)
    found = tuple(walks(made, read_hops(made)))
    if not found:
        say("no fabric of this site has classes of traffic: InfiniBand has service levels under `subnet`")
        return Exit.DONE
    give(hops(found, form))
    findings = judged(made, found)
    report(findings)
    return Exit.FAILED if any(one.severity is Severity.ERROR for one in findings) else Exit.DONE
