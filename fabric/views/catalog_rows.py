"""The catalog for people and machines: tables, entries, their sources and how far each may be trusted."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.catalog.models.entry import Named
from fabric.catalog.tables import TABLES, Table
from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.docstrings import field_descriptions
from fabric.views.facts import ABOUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.catalog.models.entry import Entry

COLUMNS, WIDEST_COLUMN, WIDEST_SOURCE = 4, 28, 60
KEYS: Mapping[str, tuple[str, ...]] = {
    "hwskus": ("hwsku",),
    "headroom": ("table", "speed_gbps", "cable_m"),
    "pools": ("hwsku", "topology"),
    "wred": ("hwsku", "profile"),
    "lane_compat": ("a", "b"),
    "pause_quanta": ("speed_mbps",),
    "nvidia": ("table",),
    "anomalies": ("rows",),
    "nvidia_pools": (),
    "auto": (),
    "support": ("platform", "feature", "since"),
}
"""Columns that name an entry of a table without identifiers."""
UNITS = {"speed_gbps": "G", "cable_m": "m"}


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of a table."""

    name: str
    """As the origin of a value names it, without the table."""
    own: bool
    """It comes from the user's repository."""
    entry: Entry


def table_of(name: str) -> Table[Any]:
    """Return a table by name. Raises FabricError with the nearest."""
    known = {table.name: table for table in TABLES}
    if name not in known:
        hint = nearest(name, known) or f"tables: {', '.join(known)}"
        raise FabricError(error("CAT-006", f"the catalog has no table `{name}`", hint=hint))
    return known[name]


def rows_of(catalog: Catalog, table: Table[Any]) -> tuple[Row, ...]:
    """Return the entries of a table, the repository's own first."""
    own = len(catalog.added.get(table.name, ()))
    found = enumerate(catalog.entries(table))
    return tuple(Row(name_of(table, entry), number < own, entry) for number, entry in found)


def name_of(table: Table[Any], entry: Entry) -> str:
    """Return the name of an entry within its table: `400G-DR4`, `ccc68e17c8/400G/40m`, `eos/pfc`."""
    if isinstance(entry, Named):
        return entry.id
    parts = (f"{getattr(entry, key)}{UNITS.get(key, '')}" for key in KEYS[table.name])
    return "/".join(part for part in parts if part) or table.name


def chosen(catalog: Catalog, table: Table[Any], name: str) -> tuple[Row, ...]:
    """Return the entries of a name, an alias, or the beginning of a name. Raises FabricError."""
    rows = rows_of(catalog, table)
    found = [row for row in rows if name in {row.name, *getattr(row.entry, "aliases", ())}]
    found = found or [row for row in rows if row.name.startswith(f"{name}/")]
    if not found:
        names = [row.name for row in rows]
        hint = nearest(name, names) or f"`fabric catalog list {table.name}` prints all {len(names)}"
        raise FabricError(error("CAT-007", f"table `{table.name}` has no `{name}`", hint=hint))
    return tuple(found)


def tables_text(catalog: Catalog) -> str:
    """Return every table with its size and what its entries are."""
    width = max(len(table.name) for table in TABLES)
    lines = (
        f"{table.name:{width}}  {len(catalog.entries(table)):4}  {_about(table)}".rstrip() for table in TABLES
    )
    return "\n".join(lines)


def _about(table: Table[Any]) -> str:
    return (inspect.getdoc(table.model) or "").partition("\n")[0]


def tables_json(catalog: Catalog) -> str:
    """Return every table as JSON."""
    tables = [{"name": t.name, "entries": len(catalog.entries(t)), "about": _about(t)} for t in TABLES]
    return json.dumps({"schema": "fabric-catalog/1", "tables": tables}, indent=2)


def rows_text(table: Table[Any], rows: Sequence[Row]) -> str:
    """Return a table: name, first columns, confidence, source."""
    fields = _columns(table)
    grid = [("name", *fields, "confidence", "source")]
    for row in rows:
        cells = (_cell(getattr(row.entry, field)) for field in fields)
        source = "; ".join(row.entry.source)
        where = "own, " if row.own else ""
        grid.append((row.name, *cells, where + row.entry.confidence, _cut(source, WIDEST_SOURCE)))
    widths = [max(len(line[column]) for line in grid) for column in range(len(grid[0]))]
    lines = ("  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) for line in grid)
    return "\n".join(line.rstrip() for line in lines)


def _columns(table: Table[Any]) -> tuple[str, ...]:
    """Return the first plain columns that are not in the name."""
    named = {*ABOUT, *KEYS.get(table.name, ())}
    known = table.model.model_fields
    nested = ("tuple", "dict", "fabric.")
    plain = [n for n in known if n not in named and not str(known[n].annotation).startswith(nested)]
    return tuple(plain[:COLUMNS])


def _cell(value: object) -> str:
    return "-" if value is None or value == "" else _cut(str(value), WIDEST_COLUMN)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def rows_json(table: Table[Any], rows: Sequence[Row]) -> str:
    """Return entries as JSON, whole."""
    entries = [{"name": row.name, "own": row.own, **row.entry.model_dump(mode="json")} for row in rows]
    return json.dumps({"schema": "fabric-catalog/1", "table": table.name, "entries": entries}, indent=2)


def entries_text(table: Table[Any], rows: Sequence[Row]) -> str:
    """Return entries whole: every column with what it means, source and confidence."""
    meanings = field_descriptions(table.model)
    return "\n\n".join("\n".join(_entry_lines(table, row, meanings)) for row in rows)


def _entry_lines(table: Table[Any], row: Row, meanings: Mapping[str, str]) -> Iterator[str]:
    yield f"{table.name}/{row.name}  ({'this repository' if row.own else 'shipped'})"
    values = {
        name: value
        for name, value in row.entry.model_dump(mode="json", exclude={"source"}).items()
        if value not in (None, "", [], {})
    }
    width = max(len(name) for name in values)
    for name, value in values.items():
        shown = value if isinstance(value, str) else json.dumps(value)
        about = " ".join(meanings.get(name, "").split())
        yield f"  {name:{width}}  {shown}" + (f"  ({about.rstrip('.')})" if about else "")
    yield from (f"  {'source':{width}}  {source}" for source in row.entry.source)
