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
@click.option(
    "--signers",
    type=click.Path(path_type=Path),
    help="Who may sign plans; default: `allowed_signers` of the inventory, if it is there.",
)
@click.option("--allow-delete", is_flag=True, help="Allow it to take away what it says it takes away.")
@click.option("--allow-identity", is_flag=True, help="Allow it to change names, AS numbers and router ids.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every step of every device.")
def apply(  # noqa: PLR0913 - one parameter for each option
    plan_file: Path,
    inventory: str | None,
    state: Path,
    signers: Path | None,
    *,
    allow_delete: bool,
    allow_identity: bool,
    verbose: bool,
) -> int:
    """Do what a saved PLAN says: canary first, wave by wave, undone by itself when a gate fails."""
    from dataclasses import replace

    from fabric.cli.limiting import asking_jobs
    from fabric.cli.rolling import actor, ended, in_detail, inventory_for, world_of
    from fabric.cli.sign import signatures
    from fabric.core.diagnostic import FabricError
    from fabric.plan import load
    from fabric.plan.allow import DELETE, IDENTITY, refusals
    from fabric.plan.review import review_of_plan
    from fabric.rollout import control
    from fabric.rollout.preflight import preflight, refuse_impossible

    plan = load(plan_file, datetime.now(UTC))
    consents = {DELETE: allow_delete, IDENTITY: allow_identity}
    allowed = [kind for kind, given in consents.items() if given]
    if refused := refusals(review_of_plan(plan).allowances, allowed):
        raise FabricError(*refused)
    folder = inventory_for(plan, inventory)
    refuse_impossible(plan)
    who = signatures(plan, plan_file, Path(folder), signers)
    world = replace(world_of(folder, plan, asking_jobs(plan)), signed=who)
    world = replace(world, told=in_detail(plan)) if verbose else world
    result = control.apply(plan, state, world, actor(), first=preflight)
    return ended(result)
