"""`fabric apply`: a plan rolled out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click


@click.command()
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option(
    "--state",
    default=".fabric/state",
    show_default=True,
    type=click.Path(path_type=Path),
    help="State folder.",
)
def apply(plan_file: Path, inventory: str | None, state: Path) -> int:
    """Do what a saved PLAN says: canary first, wave by wave, undone by itself when a gate fails."""
    from fabric.cli.rolling import actor, ended, world_of
    from fabric.plan import load
    from fabric.rollout import control
    from fabric.rollout.preflight import preflight

    plan = load(plan_file, datetime.now(UTC))
    world = world_of(inventory or f"inventory/{plan.site}", plan)
    result = control.apply(plan, state, world, actor(), first=preflight)
    return ended(result)
