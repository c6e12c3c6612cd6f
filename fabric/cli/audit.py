"""`fabric audit`: whether the journal is whole, and the journal as lines of JSON."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, say

STATE = click.option(
    "--state",
    default=".fabric/state",
    show_default=True,
    type=click.Path(path_type=Path),
    help="State folder.",
)


@click.group()
def audit() -> None:
    """Verify and export the journal of all rollouts."""


@audit.command()
@STATE
@click.option("--head", help="A head that was noted elsewhere: the journal must still contain it.")
def verify(state: Path, head: str | None) -> int:
    """Walk the hash chain over every record, and look for the HEAD of an earlier walk in it."""
    from fabric.rollout import control

    found = control.audit(state)
    give(f"{found.records} records, head {found.head}")
    if not found.intact:
        say(f"the chain is broken at record {found.broken_at}")
        return Exit.FAILED
    if head and not control.contains(state, head):
        say(f"no record has the hash {head}: the journal was rewritten, or is another one")
        return Exit.FAILED
    return Exit.DONE


@audit.command()
@STATE
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File; else stdout.")
def export(state: Path, output: Path | None) -> int:
    """Print every record as a line of JSON: `record` as the chain covers it, and its `hash`.

    sha256 over the hash of the line before (64 zeros for the first) and the text of `record` is `hash`.
    """
    from fabric.rollout import control

    found = control.lines(state)
    if output is None:
        for line in found:
            give(line)
        return Exit.DONE
    with output.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in found)
    return Exit.DONE


@audit.command()
@click.argument("rollout", default="")
@STATE
def evidence(rollout: str, state: Path) -> int:
    """Print what the site's own gates saw of ROLLOUT, by default the latest, as lines of JSON."""
    from fabric.rollout import control

    for line in control.evidence(state, rollout):
        give(line)
    return Exit.DONE
