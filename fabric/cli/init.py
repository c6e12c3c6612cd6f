"""`fabric init`: a GitOps repository to begin with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from fabric.cli.exits import Exit
from fabric.cli.talk import say
from fabric.core.diagnostic import FabricError, error

PLATFORMS = ("eos", "sonic", "cumulus")
KINDS = ("rail-optimised", "leaf-spine", "clos3")
TRANSPORTS = ("roce", "infiniband")
MOST_HOSTS, MOST_RAILS, GPUS_OF_HOST = 512, 8, 8
ALLOWED = frozenset({".git"})
"""What the folder may hold: a repository that was just made or cloned."""
QUESTIONS = {
    "site": "Name of the site",
    "gpus": "GPUs, eight to a host",
    "rails": "NICs of each host on this fabric",
    "transport": "Transport",
    "kind": "Shape",
    "platform": "What leaves and spines run",
}
"""What a terminal is asked where no option says it."""


def _asked(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Ask at a terminal for what no option gives; elsewhere the default is taken."""
    name = str(parameter.name)
    given = context.get_parameter_source(name) is not ParameterSource.DEFAULT
    unneeded = name == "platform" and context.params.get("transport") == "infiniband"
    if given or unneeded or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return value
    return click.prompt(QUESTIONS[name], default=value, type=parameter.type, err=True)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--site", default="dc1", show_default=True, callback=_asked, help="Name of the site.")
@click.option("--gpus", default=32, show_default=True, callback=_asked,
              type=click.IntRange(1, MOST_HOSTS * GPUS_OF_HOST), help="GPUs, eight to a host.")  # fmt: skip
@click.option("--hosts", type=click.IntRange(1, MOST_HOSTS), help="GPU hosts, instead of --gpus.")
@click.option("--rails", default=2, show_default=True, callback=_asked, type=click.IntRange(1, MOST_RAILS),
              help="NICs of each host: a rail each, where there are rails.")  # fmt: skip
@click.option("--transport", default="roce", show_default=True, callback=_asked,
              type=click.Choice(TRANSPORTS), help="What the NICs speak.")  # fmt: skip
@click.option("--kind", default="rail-optimised", show_default=True, callback=_asked,
              type=click.Choice(KINDS), help="Shape of the fabric.")  # fmt: skip
@click.option("--leaf-platform", "--vendor", "platform", default="eos", show_default=True, callback=_asked,
              type=click.Choice(PLATFORMS), help="What leaves and spines run.")  # fmt: skip
def init(folder: Path, gpus: int, hosts: int | None, **asked: Any) -> int:
    """Lay out a GitOps repository in DIR: a small fabric that validates and builds, ready to be changed.

    At a terminal it asks for what no option says.
    """
    from fabric.cli.files import write_texts
    from fabric.views.scaffolding import Plan, repository

    if folder.exists() and (found := sorted({entry.name for entry in folder.iterdir()} - ALLOWED)):
        hint = "name a new folder; one that holds only `.git` will do"
        raise FabricError(error("INI-001", f"`{folder}` is not empty: it holds `{found[0]}`", hint=hint))
    if asked["transport"] == "infiniband" and asked["kind"] == "clos3":
        raise click.UsageError("three tiers on InfiniBand are a `fat-tree`: see `intents/fat-tree-ib`")
    plan = Plan(hosts=hosts or -(-gpus // GPUS_OF_HOST), **asked)
    write_texts({folder / path: text for path, text in repository(plan).items()})
    site = f"intents/{plan.site}"
    say(f"`{folder}`: a fabric of {plan.hosts} hosts; go on with `cd {folder} && fabric validate {site}`")
    return Exit.DONE
