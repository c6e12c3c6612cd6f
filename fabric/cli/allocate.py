"""`fabric allocate`: the ledger brought up to date."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import say


@click.command()
@click.argument("intent")
@click.option("--frozen", is_flag=True, help="Change nothing; fail when a change would be needed.")
def allocate(intent: str, *, frozen: bool) -> int:
    """Give every new switch of an INTENT its number; existing numbers never change."""
    from fabric.allocate import Ledger, extended, ledger_text
    from fabric.cli.files import write_text
    from fabric.pipeline import expanded, open_project, registry

    build = expanded(open_project(intent), registry())
    ledger: Ledger = build.ledger
    missing = [name for design in build.designs.values() for name in design.numbers.missing]
    for name, design in build.designs.items():
        ledger = extended(ledger, name, design.numbers.of)
    if not missing:
        say(f"`{build.project.ledger}` is complete")
        return Exit.DONE
    if frozen:
        say(f"`{build.project.ledger}` lacks {_switches(len(missing))}; run `fabric allocate` and commit")
        return Exit.FAILED
    root = Path(getattr(build.project.source, "root", "."))
    write_text(root / build.project.ledger, ledger_text(ledger))
    say(f"`{build.project.ledger}`: {_switches(len(missing))} added")
    return Exit.DONE


def _switches(number: int) -> str:
    return "1 switch" if number == 1 else f"{number} switches"
