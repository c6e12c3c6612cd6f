"""`fabric allocate`: the ledger brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import counted, say

if TYPE_CHECKING:
    from fabric.allocate import Ledger
    from fabric.pipeline import Build


@click.command()
@click.argument("intent")
@click.option("--frozen", is_flag=True, help="Change nothing; fail when a change would be needed.")
@click.option("--prune", is_flag=True, help="Free the numbers of removed switches, unless one may be live.")
@click.option(
    "--seed", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV of a network that is there: name, and any of fabric, number, loopback, asn, hosts.",
)  # fmt: skip
def allocate(intent: str, seed: Path | None, *, frozen: bool, prune: bool) -> int:
    """Give every new switch of an INTENT its number; existing numbers never change.

    With --seed, switches that are there already keep what they have. With --prune, numbers of switches that
    the intent no longer has can be given again.
    """
    from fabric.allocate import ledger_text
    from fabric.cli.files import write_text
    from fabric.pipeline import expanded, open_project, registry

    if frozen and (prune or seed):
        raise click.UsageError("--frozen changes nothing: it goes with neither --prune nor --seed")
    build = expanded(open_project(intent), registry())
    known = build.ledger
    if seed is not None:
        known = _seeded(build, known, seed)
    if prune:
        known = _pruned(build, known)
    ledger = _numbered(build, known)
    missing = sum(len(rows) - len(known.of(name)) for name, rows in ledger.numbers.items())
    if ledger_text(ledger) == ledger_text(build.ledger):
        say(f"`{build.project.ledger}` is complete")
        return Exit.DONE
    if frozen:
        say(f"`{build.project.ledger}` lacks {_switches(missing)}; run `fabric allocate` and commit")
        return Exit.FAILED
    write_text(Path(getattr(build.project.source, "root", ".")) / build.project.ledger, ledger_text(ledger))
    say(f"`{build.project.ledger}`: {_switches(missing)} added")
    return Exit.DONE


def _numbered(build: Build, ledger: Ledger) -> Ledger:
    """Return the ledger with a number for every switch."""
    from fabric.allocate import allocate as numbers
    from fabric.pipeline import with_places

    for name, design in build.designs.items():
        ledger = ledger.holding(name, numbers(design.fabric, design.intent, ledger).of)
    return with_places(build, ledger)


def _seeded(build: Build, ledger: Ledger, seed: Path) -> Ledger:
    """Return the ledger with what the network has already. Raises FabricError with all contradictions."""
    from fabric.allocate import read_seed, seeded
    from fabric.core.source import Folder

    found = read_seed(str(seed), Folder(seed.parent).read(seed.name), tuple(build.designs))
    for name, design in build.designs.items():
        if found.of(name):
            ledger = seeded(design.fabric, design.intent, ledger, found)
    pins = sum(len(own) for own in ledger.pins.values())
    say(f"`{seed}`: {_switches(len(found.rows))}, {counted(pins, 'pin')}")
    return ledger


def _pruned(build: Build, ledger: Ledger) -> Ledger:
    """Return the ledger without removed switches, and say whose numbers are free. Raises FabricError."""
    from fabric.allocate import without
    from fabric.cli.pruning import freed, still_live
    from fabric.core.diagnostic import FabricError

    gone = freed(build)
    if live := list(still_live(build, gone)):
        raise FabricError(*live)
    for fabric, rows in gone.items():
        for name, number in rows.items():
            say(f"{fabric}: number {number} of `{name}` is free")
        ledger = without(ledger, fabric, rows)
    return ledger


def _switches(number: int) -> str:
    return "1 switch" if number == 1 else f"{number} switches"
