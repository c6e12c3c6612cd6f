"""`fabric catalog`: the facts, their sources, and whether they fit together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give, report, say
from fabric.core.diagnostic import FabricError, Severity

if TYPE_CHECKING:
    from fabric.catalog import Catalog

FORMAT = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it."
)


@click.group()
def catalog() -> None:
    """See the facts that builds rest on: shipped, and added in `inventory/catalog/` of this repository."""


@catalog.command("list")
@click.argument("table", required=False)
@FORMAT
def list_entries(table: str | None, form: str) -> int:
    """Print the entries of a TABLE with source and confidence, or all tables."""
    from fabric.views import catalog_rows as views

    found = here()
    if table is None:
        give(views.tables_json(found) if form == "json" else views.tables_text(found))
        return Exit.DONE
    wanted = views.table_of(table)
    rows = views.rows_of(found, wanted)
    give(views.rows_json(wanted, rows) if form == "json" else views.rows_text(wanted, rows))
    return Exit.DONE


@catalog.command()
@click.argument("table")
@click.argument("name", metavar="ID")
@FORMAT
def show(table: str, name: str, form: str) -> int:
    """Print an entry of a TABLE whole. An ID may be the beginning of a name, such as `eos` in `support`."""
    from fabric.views import catalog_rows as views

    wanted = views.table_of(table)
    found = here()
    rows = views.chosen(found, wanted, name)
    give(views.rows_json(wanted, rows) if form == "json" else views.entries_text(wanted, rows))
    if wanted.name == "switches" and form == "human":
        for row in rows:
            profiles = ", ".join(found.hwskus(row.name)) or "none"
            give(f"SONiC hardware profiles of {row.name}: {profiles}")
    return Exit.DONE


@catalog.command()
@FORMAT
def check(form: str) -> int:
    """Check the shipped facts and those of this repository: shape, references, releases."""
    from fabric.catalog.tables import TABLES
    from fabric.views.soundness import findings

    try:
        known = here()
        found = tuple(findings(known))
    except FabricError as failure:
        report(failure.diagnostics, form)
        return Exit.FAILED
    report(found, form)
    if form == "human":
        own = sum(len(entries) for entries in known.added.values())
        entries = sum(len(known.entries(table)) for table in TABLES)
        say(f"{len(TABLES)} tables, {entries} entries, {own} of them from this repository")
    return Exit.FAILED if any(one.severity is Severity.ERROR for one in found) else Exit.DONE


def here() -> Catalog:
    """Return the catalog as a build in the current folder would see it. Raises FabricError."""
    from fabric.catalog import load_catalog
    from fabric.core.source import Folder
    from fabric.pipeline import at
    from fabric.pipeline.project import ROOT_SIGNS

    folder = Path.cwd()
    places = (folder, *folder.parents)
    root = next((place for place in places if any((place / sign).is_dir() for sign in ROOT_SIGNS)), folder)
    return load_catalog(at(Folder(root), ".").additions)
