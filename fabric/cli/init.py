"""`fabric init`: a GitOps repository to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import say
from fabric.core.diagnostic import FabricError, error

PLATFORMS = ("eos", "sonic", "cumulus")
MOST_HOSTS, MOST_RAILS = 512, 8
ALLOWED = frozenset({".git"})
"""What the folder may hold: a repository that was just made or cloned."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--site", default="dc1", show_default=True, help="Name of the site.")
@click.option("--hosts", default=4, show_default=True, type=click.IntRange(1, MOST_HOSTS), help="GPU hosts.")
@click.option("--rails", default=2, show_default=True, type=click.IntRange(1, MOST_RAILS),
              help="Rails: NICs of each host.")  # fmt: skip
@click.option("--leaf-platform", "platform", default="eos", show_default=True, type=click.Choice(PLATFORMS),
              help="What leaves and spines run.")  # fmt: skip
def init(folder: Path, site: str, hosts: int, rails: int, platform: str) -> int:
    """Lay out a GitOps repository in DIR: a small fabric that validates and builds, ready to be changed."""
    from fabric.cli.files import write_text
    from fabric.views.scaffolding import Plan, repository

    if folder.exists() and (found := sorted({entry.name for entry in folder.iterdir()} - ALLOWED)):
        hint = "name a new folder; one that holds only `.git` will do"
        raise FabricError(error("INI-001", f"`{folder}` is not empty: it holds `{found[0]}`", hint=hint))
    files = repository(Plan(site, hosts, rails, platform))
    for path, text in files.items():
        write_text(folder / path, text)
    say(f"`{folder}`: {len(files)} files; go on with `cd {folder} && fabric validate intents/{site}`")
    return Exit.DONE
