"""`fabric bom`: what to order for an intent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give
from fabric.core.diagnostic import FabricError, error

if TYPE_CHECKING:
    from fabric.analysis.orders import Item
    from fabric.pipeline import Build

FORMATS = ("human", "csv", "markdown", "json")


@click.command()
@click.argument("intent")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
@click.option("--against", metavar="REV|DIR", help="Print what changed since a revision or another intent.")
def bom(intent: str, form: str, against: str | None) -> int:
    """Print the bill of materials of an INTENT: switches, NICs, modules, cables, power and rack units.

    A module that serves two ports is counted once. What the catalog does not know reads `unknown`.
    """
    from fabric.analysis.orders import together
    from fabric.cli.against import earlier_build, is_written_build
    from fabric.cli.compiling import compiled
    from fabric.views.orders import order_changes, orders

    made = compiled(intent)
    new = _bills(made)
    if against is None:
        give(orders(new, form))
        return Exit.DONE
    if is_written_build(against):
        hint = "name a git revision or the folder of an intent"
        raise FabricError(error("CBL-002", f"`{against}` is a build, and a build has no models", hint=hint))
    old = _bills(earlier_build(made, against))
    give(order_changes(together(old.values()), together(new.values()), form))
    return Exit.DONE


def _bills(build: Build) -> dict[str, tuple[Item, ...]]:
    from fabric.analysis.orders import bill

    return {name: bill(design) for name, design in build.designs.items()}
