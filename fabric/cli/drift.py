"""`fabric drift`: live devices against the intent."""

from __future__ import annotations

import sys

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, coloured, give, say


@click.command()
@click.argument("intent")
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option("--fabric", help="Fabric of the site; needed when it has several.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="human", help="How to print the changes."
)
def drift(intent: str, inventory: str | None, fabric: str | None, form: str) -> int:
    """Say whether the devices of an INTENT run what it says: exit code 0, or 2 when they do not."""
    from fabric.cli.compiling import compiled
    from fabric.cli.live import live
    from fabric.cli.planning import live_plan, only_fabric
    from fabric.views.plans import patches_text, plan_json

    side = live(compiled(intent, inventory=inventory))
    made = live_plan(side, only_fabric(side, fabric))
    if form == "json":
        give(plan_json(made))
    for line in patches_text({n: d.patch for n, d in made.devices.items()}, colour=coloured(sys.stdout)):
        if form == "human":
            give(line)
    say(f"{len(side.units)} devices read, {len(made.devices)} differ from the intent")
    return Exit.CHANGES if made.devices else Exit.DONE
