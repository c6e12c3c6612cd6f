"""Bills of materials for people who order: per fabric and in total, and what differs between two states."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from fabric.analysis.orders import power_w, rack_units, together
from fabric.core.names import listing
from fabric.views.grids import Grid, aligned, comma_separated, markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.analysis.orders import Item, Sum
    from fabric.views.chosen import Chosen

FORMATS = ("human", "csv", "markdown", "json")
COLUMNS = ("fabric", "kind", "model", "form", "count", "power_w_each", "rack_units_each", "note")
CHANGE_COLUMNS = ("kind", "model", "form", "before", "after", "change")
UNKNOWN = "unknown"


def orders(bills: Mapping[str, tuple[Item, ...]], form: str, chosen: Sequence[Chosen] = ()) -> str:
    """Return the bills of fabrics by name in one of the formats, with what `media: auto` chose and why.

    CSV has no total, so that sums are right, and items only.
    """
    if form == "json":
        return _json(bills, chosen)
    if form == "csv":
        rows = (row for name, items in bills.items() for row in _rows(name, items))
        return comma_separated(Grid(COLUMNS, tuple(rows)))
    whole = dict(bills) if len(bills) == 1 else {**bills, "": together(bills.values())}
    parts = [_part(name, items, form) for name, items in whole.items()]
    if chosen:
        head, mark = (
            ("## Chosen by `media: auto`\n\n", "- ")
            if form == "markdown"
            else ("Chosen by `media: auto`\n", "")
        )
        parts.append(
            head + "\n".join(f"{mark}{one.fabric} {one.links}: {one.parts}. {one.why}" for one in chosen)
        )
    return "\n\n".join(parts)


def _part(name: str, items: tuple[Item, ...], form: str) -> str:
    title = f"Fabric {name}" if name else "Total"
    grid = Grid(COLUMNS[1:], tuple(row[1:] for row in _rows(name, items)))
    sums = (f"Power: {total(power_w(items), 'W')}", f"Rack units: {total(rack_units(items), 'U')}")
    if form == "markdown":
        return "\n".join((f"## {title}", "", markdown(grid), "", *(f"- {line}" for line in sums)))
    return "\n".join((title, aligned(grid), *sums))


def _rows(name: str, items: tuple[Item, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, item.kind, item.model or UNKNOWN, item.form, str(item.count), figure(item.power_w),
         figure(item.rack_units), item.note)
        for item in items
    )  # fmt: skip


def figure(value: float | None) -> str:
    """Return a figure, or that it is unknown: never 0 for what nobody knows."""
    return UNKNOWN if value is None else f"{value:g}"


def total(found: Sum, unit: str) -> str:
    """Return a total; where figures are missing, the least it is and whose they are."""
    if not found.missing:
        return f"{found.known:,.0f} {unit}"
    least = f", at least {found.known:,.0f} {unit}" if found.known else ""
    return f"{UNKNOWN}{least}; no figure for {listing(found.missing)}"


def _json(bills: Mapping[str, tuple[Item, ...]], chosen: Sequence[Chosen]) -> str:
    content: dict[str, object] = {
        "schema": "fabric-bom/1",
        "fabrics": {name: _record(items) for name, items in bills.items()},
        "total": _record(together(bills.values())),
        "chosen": [asdict(one) for one in chosen],
    }
    return json.dumps(content, indent=2)


def _record(items: tuple[Item, ...]) -> dict[str, object]:
    names = ("kind", "model", "form", "count", "power_w", "rack_units", "note")
    return {
        "items": [{name: getattr(item, name) for name in names} for item in items],
        "power_w": _sum(power_w(items)),
        "rack_units": _sum(rack_units(items)),
    }


def _sum(found: Sum) -> dict[str, object]:
    return {
        "known": found.known,
        "complete": not found.missing,
        "missing": list(found.missing),
    }


def order_changes(old: tuple[Item, ...], new: tuple[Item, ...], form: str) -> str:
    """Return how many more or fewer of each item one needs; items that stay are left out."""
    grid = _changes(old, new)
    if form == "json":
        changes = [dict(zip(CHANGE_COLUMNS, row, strict=True)) for row in grid.rows]
        numbers = [
            change | {name: int(change[name]) for name in ("before", "after", "change")} for change in changes
        ]
        return json.dumps({"schema": "fabric-bom-changes/1", "changes": numbers}, indent=2)
    if form == "csv":
        return comma_separated(grid)
    if form == "markdown":
        return markdown(grid)
    return aligned(grid) if grid.rows else "nothing to order, nothing left over"


def _changes(old: tuple[Item, ...], new: tuple[Item, ...]) -> Grid:
    before = {(item.kind, item.model, item.form): item.count for item in old}
    after = {(item.kind, item.model, item.form): item.count for item in new}
    rows = []
    for key in dict.fromkeys([*after, *before]):
        had, needs = before.get(key, 0), after.get(key, 0)
        if had != needs:
            rows.append((key[0], key[1] or UNKNOWN, key[2], str(had), str(needs), f"{needs - had:+d}"))
    return Grid(CHANGE_COLUMNS, tuple(rows))
