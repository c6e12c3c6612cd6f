"""`fabric sign` and `fabric approve`: signatures on a saved plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import counted, say

if TYPE_CHECKING:
    from fabric.plan import Plan

PLAN = click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
KEY = click.option(
    "--key",
    required=True,
    type=click.Path(path_type=Path),
    help="SSH key; with an agent or a token, its public half.",
)
SIGNERS = "allowed_signers"


@click.command()
@PLAN
@KEY
def sign(plan_file: Path, key: Path) -> int:
    """Sign a PLAN as the one who made it: `PLAN.sig`, as `ssh-keygen -Y sign` writes it."""
    from fabric.plan import signing

    _described(plan_file)
    say(f"signed: `{signing.sign(plan_file, key)}`")
    return Exit.DONE


@click.command()
@PLAN
@KEY
def approve(plan_file: Path, key: Path) -> int:
    """Approve a PLAN that somebody else made, having read it: `fabric show PLAN`."""
    from fabric.plan import signing

    plan = _described(plan_file)
    place = signing.approve(plan_file, key)
    wanted = (
        f", of {plan.approvals} that the plan asks for"
        if plan.approvals
        else ", which the plan does not ask for"
    )
    say(f"approved: `{place}`{wanted}")
    return Exit.DONE


def _described(plan_file: Path) -> Plan:
    """Say what is signed; raises PlanError for a plan that must not be."""
    from datetime import UTC, datetime

    from fabric.plan import load

    plan = load(plan_file, datetime.now(UTC))
    say(f"{plan.digest}: {counted(len(plan.devices), 'device')} of {plan.site}/{plan.fabric}")
    return plan


def signatures(plan: Plan, plan_file: Path, inventory: Path, given: Path | None) -> str:
    """Return who signed a plan, in words; empty where nobody has to.

    Raises PlanError for a plan without the signatures that it needs. A file of allowed signers in the
    inventory folder, or one above it, is enough to need one.
    """
    from fabric.plan.file import Fault, PlanError
    from fabric.plan.signing import signed

    places = (inventory / SIGNERS, inventory.parent / SIGNERS)
    signers = given or next((place for place in places if place.exists()), None)
    if signers is None:
        if plan.approvals:
            words = (
                f"the plan needs {counted(plan.approvals, 'approval')}, and no `{places[1]}` says whose count"
            )
            raise PlanError(Fault.SIGNATURE, words)
        return ""
    found = signed(plan, plan_file, signers)
    approved = [f"approved by {one}" for one in found.approvals]
    return ", ".join([f"plan by {found.author}", *approved])
