"""Whether the tables of the catalog fit together: names of nothing, names given twice, bad releases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from fabric.catalog import CatalogError, release_key, tables
from fabric.catalog.models.entry import Named
from fabric.core.diagnostic import Diagnostic, error, nearest, warning
from fabric.views.catalog_rows import name_of, rows_of
from fabric.views.consistency import contradictions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.catalog import Catalog
    from fabric.catalog.tables import Table

ALL_UNIQUE = (tables.HWSKUS, tables.HEADROOM, tables.POOLS)
"""Tables without identifiers whose names must be unique all the same."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A column that names entries of other tables."""

    table: Table[Any]
    column: str
    names: Callable[[Any], tuple[str, ...]]
    to: tuple[Table[Any], ...]
    """Tables, one of which has the name."""


def _column(table: Table[Any], column: str, *to: Table[Any]) -> Reference:
    def names(entry: object) -> tuple[str, ...]:
        value = getattr(entry, column)
        return value if isinstance(value, tuple) else (value,) if value else ()

    return Reference(table, column, names, to)


def _cage_form(switch: Any) -> tuple[str, ...]:
    """Return the form of the data cages; odd ports, such as SFP+, are not ours to fill."""
    return (switch.cages[0].form_factor,)


def _nics(host: Any) -> tuple[str, ...]:
    return tuple(slot.nic for slot in host.nics)


def _slot_forms(host: Any) -> tuple[str, ...]:
    return tuple(slot.form_factor for slot in host.nics if slot.form_factor)


def _side_forms(module: Any) -> tuple[str, ...]:
    return tuple(form for side in module.host for form in side.forms)


def _plug_forms(cable: Any) -> tuple[str, ...]:
    return tuple(plug.form_factor for pair in cable.ends for plug in pair)


def _glasses(module: Any) -> tuple[str, ...]:
    return (*module.reach_m, *(module.loss_db or {}))


def _power_forms(module: Any) -> tuple[str, ...]:
    return tuple(module.power_w)


REFERENCES = (
    _column(tables.SWITCHES, "asic", tables.ASICS),
    Reference(tables.SWITCHES, "cages", _cage_form, (tables.FORM_FACTORS,)),
    _column(tables.HWSKUS, "switch", tables.SWITCHES),
    _column(tables.HWSKUS, "same_as", tables.HWSKUS),
    _column(tables.POOLS, "hwsku", tables.HWSKUS),
    _column(tables.WRED, "hwsku", tables.HWSKUS),
    _column(tables.NICS, "form_factors", tables.FORM_FACTORS),
    Reference(tables.HOSTS, "nics", _nics, (tables.NICS,)),
    Reference(tables.HOSTS, "nics.form_factor", _slot_forms, (tables.FORM_FACTORS,)),
    _column(tables.OPTICS, "form_factors", tables.FORM_FACTORS),
    Reference(tables.OPTICS, "host.forms", _side_forms, (tables.FORM_FACTORS,)),
    Reference(tables.OPTICS, "power_w", _power_forms, (tables.FORM_FACTORS,)),
    Reference(tables.OPTICS, "reach_m", _glasses, (tables.GLASS,)),
    _column(tables.OPTICS, "connector", tables.CONNECTORS),
    _column(tables.OPTICS, "fec", tables.FEC),
    _column(tables.OPTICS, "host_fec", tables.FEC),
    _column(tables.CABLES, "fec", tables.FEC),
    Reference(tables.CABLES, "ends", _plug_forms, (tables.FORM_FACTORS,)),
    _column(tables.FORM_FACTORS, "accepts", tables.FORM_FACTORS),
    _column(tables.FIBRES, "connector", tables.CONNECTORS),
    _column(tables.FIBRES, "far_connector", tables.CONNECTORS),
    _column(tables.FIBRES, "fibre", tables.GLASS),
    _column(tables.SUPPORT, "asics", tables.ASICS, tables.NICS),
)
"""What must exist."""


def findings(catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield every mistake of the catalog, shipped and added; the added files themselves were read before."""
    broken = [found for table in tables.TABLES for found in _unreadable(table)]
    if broken:
        yield from broken
        return
    for reference in REFERENCES:
        yield from _dangling(catalog, reference)
    yield from _without_headroom(catalog)
    yield from contradictions(catalog)
    for table in tables.TABLES:
        yield from _doubles(catalog, table)
    yield from _releases(catalog)


def _unreadable(table: Table[Any]) -> Iterator[Diagnostic]:
    try:
        tables.builtin(table)
    except (ValidationError, KeyError, ValueError) as problem:
        first = str(problem).replace("\n", " ")
        yield error("CAT-010", f"shipped table `{table.name}` cannot be read: {first[:200]}")


def _known(catalog: Catalog, table: Table[Any]) -> set[str]:
    """Return every name by which an entry of a table may be meant; an ASIC also by its family."""
    found: set[str] = set()
    for row in rows_of(catalog, table):
        found |= {row.name, *getattr(row.entry, "aliases", ())}
        if table is tables.ASICS:
            found.add(str(getattr(row.entry, "family", "")))
    return found


def _dangling(catalog: Catalog, reference: Reference) -> Iterator[Diagnostic]:
    known = set().union(*(_known(catalog, table) for table in reference.to))
    for row in rows_of(catalog, reference.table):
        for name in reference.names(row.entry):
            if name not in known:
                where = " or ".join(f"`{table.name}`" for table in reference.to)
                summary = (
                    f"`{reference.table.name}/{row.name}`: {reference.column} `{name}` is not in {where}"
                )
                yield error("CAT-008", summary, hint=nearest(name, known))


def _without_headroom(catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield hardware profiles that name a headroom table of which no row exists."""
    known = {row.table for row in catalog.entries(tables.HEADROOM)}
    for profile in catalog.entries(tables.HWSKUS):
        if profile.headroom_table and profile.headroom_table not in known:
            summary = f"`hwskus/{profile.hwsku}`: no row of `headroom` has table `{profile.headroom_table}`"
            yield error("CAT-008", summary, hint=nearest(profile.headroom_table, known))


def _doubles(catalog: Catalog, table: Table[Any]) -> Iterator[Diagnostic]:
    if not issubclass(table.model, Named) and table not in ALL_UNIQUE:
        return
    counts = Counter((row.own, name_of(table, row.entry)) for row in rows_of(catalog, table))
    for (own, name), number in counts.items():
        if number > 1 and table is not tables.ECN:  # a published profile has a row for each speed
            where = "this repository" if own else "the shipped catalog"
            yield warning("CAT-009", f"`{table.name}/{name}` stands {number} times in {where}")


def _releases(catalog: Catalog) -> Iterator[Diagnostic]:
    for row in catalog.entries(tables.SUPPORT):
        for bound in filter(None, (row.since, row.before)):
            try:
                release_key(bound)
            except CatalogError as problem:
                summary = f"`support/{row.platform}/{row.feature}`: {problem.summary}"
                yield error("CAT-011", summary, hint=problem.hint)
