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
@click.option("--racks", is_flag=True, help="Print rack units and power of each rack instead.")
@click.option(
    "--alternatives", is_flag=True, help="Print what else would work for each kind of link instead."
)
def bom(intent: str, form: str, against: str | None, *, racks: bool, alternatives: bool) -> int:
    """Print the bill of materials of an INTENT: switches, NICs, modules, cables, power and rack units.

    A module that serves two ports is counted once. What the catalog does not know reads `unknown`.
    """
    from fabric.cli.compiling import compiled

    if alternatives and (racks or against):
        raise click.UsageError("--alternatives stands alone")
    made = compiled(intent)
    if alternatives:
        give(_alternatives(made, form))
        return Exit.DONE
    old = None if against is None else _earlier(made, against)
    give(_racks(made, old, form) if racks else _orders(made, old, form))
    return Exit.DONE


def _earlier(build: Build, against: str) -> Build:
    from fabric.cli.against import earlier_build, is_written_build

    if is_written_build(against):
        hint = "name a git revision or the folder of an intent"
        raise FabricError(error("CBL-002", f"`{against}` is a build, and a build has no models", hint=hint))
    return earlier_build(build, against)


def _orders(build: Build, old: Build | None, form: str) -> str:
    from fabric.analysis.orders import together
    from fabric.views.chosen import chosen
    from fabric.views.orders import order_changes, orders

    new = _bills(build)
    if old is None:
        return orders(new, form, chosen(build.designs))
    return order_changes(together(_bills(old).values()), together(new.values()), form)


def _alternatives(build: Build, form: str) -> str:
    from fabric.analysis.alternatives import alternatives
    from fabric.views.alternatives import alternatives as listed

    return listed([one for design in build.designs.values() for one in alternatives(design)], form)


def _racks(build: Build, old: Build | None, form: str) -> str:
    from fabric.analysis.loads import loads
    from fabric.views.loads import rack_changes, racks

    new = loads(build.designs.values())
    return racks(new, form) if old is None else rack_changes(loads(old.designs.values()), new, form)


def _bills(build: Build) -> dict[str, tuple[Item, ...]]:
    from fabric.analysis.orders import bill

    return {name: bill(design) for name, design in build.designs.items()}
