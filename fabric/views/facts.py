"""Facts by the names that origins give them: what they say, where they were read, how sure we are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.catalog.tables import HEADROOM
from fabric.core.document import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.catalog import Catalog
    from fabric.catalog.models.entry import Entry
    from fabric.core.source import Source
    from fabric.pipeline import Build

ABOUT = frozenset({"source", "confidence", "id", "aliases", "note"})
"""Columns that say something of the row instead of the world."""
OWN = "own"
"""Confidence of what the user's own repository says: it is the intent."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A row that a value rests on."""

    name: str
    """As in an origin: `optics/400G-DR4`."""
    values: Mapping[str, str | int | float]
    """Its plain columns; nested ones are left to `fabric catalog show`."""
    source: tuple[str, ...]
    confidence: str
    note: str = ""


def fact(build: Build, name: str) -> Fact | None:
    """Return a fact by its name, or None when nothing of that name is known."""
    table, _, row = name.partition("/")
    if table in {"ledger", "inventory"}:
        return _of_repository(build, name)
    catalog = next(iter(build.designs.values())).catalog
    try:
        entry = FINDERS[table](catalog, row) if table in FINDERS else None
    except (CatalogError, ValueError):
        return None
    return row_fact(name, entry) if entry else None


def row_fact(name: str, entry: Entry) -> Fact:
    """Return an entry of the catalog as a fact."""
    columns = {name: getattr(entry, name) for name in type(entry).model_fields if name not in ABOUT}
    plain = {name: value for name, value in columns.items() if isinstance(value, str | int | float)}
    plain = {name: value for name, value in plain.items() if value != ""}
    return Fact(name, plain, entry.source, entry.confidence, getattr(entry, "note", ""))


def _optics(catalog: Catalog, name: str) -> Entry:
    """Return a module, or a cable with fixed ends: origins name both alike."""
    return catalog.media(name) if name in catalog.media_ids else catalog.cable(name)


def _headroom(catalog: Catalog, row: str) -> Entry | None:
    """Return a tabulated headroom by `table/400G/40m`."""
    table, speed, cable = row.rsplit("/", 2)
    wanted = (table, int(speed.removesuffix("G")), int(cable.removesuffix("m")))
    rows = catalog.entries(HEADROOM)
    return next((one for one in rows if (one.table, one.speed_gbps, one.cable_m) == wanted), None)


def _pools(catalog: Catalog, row: str) -> Entry:
    """Return the pools of `HwSKU/topology`."""
    hwsku, _, topology = row.rpartition("/")
    return catalog.pools(hwsku, topology)


FINDERS: Mapping[str, Callable[[Catalog, str], Entry | None]] = {
    "optics": _optics,
    "cables": lambda catalog, name: catalog.cable(name),
    "fibres": lambda catalog, name: catalog.fibre(name),
    "asics": lambda catalog, name: catalog.asic(name),
    "nics": lambda catalog, name: catalog.nic(name),
    "hosts": lambda catalog, name: catalog.host(name),
    "switches": lambda catalog, name: catalog.switch(name),
    "hwskus": lambda catalog, name: catalog.hwsku(name),
    "headroom": _headroom,
    "pools": _pools,
    "ecn_rule": lambda catalog, _: catalog.ecn_rule,
}
"""How to find a row by the table in the name of a fact."""


def _of_repository(build: Build, name: str) -> Fact | None:
    """Return a line of `ledger/FABRIC/SWITCH` or of `inventory/FOLDER/DEVICE`."""
    project = build.project
    table, group, row = (*name.split("/", 2), "", "")[:3]
    if table == "ledger":
        return _line(name, project.source, project.ledger, (group, row))
    return _line(name, project.devices, f"{project.inventory}/hosts.yaml", (row, "data", "management"))


def _line(name: str, source: Source, file: str, path: tuple[str, ...]) -> Fact | None:
    if not source.has(file):
        return None
    document = read_file(source, file)
    value: object = document.data
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, dict):
        return Fact(
            name, {str(key): str(item) for key, item in value.items()}, (str(document.place(path)),), OWN
        )
    if not isinstance(value, str):
        return None
    return Fact(name, {path[-1]: value}, (str(document.place(path)),), OWN)
