"""`fabric state`: where rollouts are kept."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import counted, give, say

STATE = click.option(
    "--state",
    "folder",
    default=".fabric/state",
    show_default=True,
    type=click.Path(path_type=Path),
    help="State folder.",
)


@click.group()
def state() -> None:
    """Where rollouts are kept: a folder, or a database that several runners share."""


@state.command()
@STATE
@click.argument("url")
def init(folder: Path, url: str) -> int:
    """Keep rollouts in the database at URL (`postgresql://user@host/name`) and make its tables.

    Every runner does it once for its own folder. The password is libpq's matter: `~/.pgpass` or `PGPASSWORD`.
    """
    from fabric.rollout.backend import set_backend

    set_backend(folder, url)
    say(f"`{folder}` stands for {url}")
    return Exit.DONE


@state.command()
@STATE
def show(folder: Path) -> int:
    """Say where rollouts are kept, how many there are, and whether their journal is whole."""
    from fabric.rollout import control
    from fabric.rollout.statedir import open_state

    rollouts, found = control.rollouts(folder), control.audit(folder)
    place = open_state(folder)
    give(place.backend or str(place.journal))
    whole = "whole" if found.intact else f"broken at record {found.broken_at}"
    give(f"{counted(len(rollouts), 'rollout')}, {counted(found.records, 'record')}, {whole}")
    return Exit.DONE if found.intact else Exit.FAILED
