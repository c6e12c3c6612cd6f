"""What stands in each rack, for those who plan power and space; and what changed between two states."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.views.grids import Grid, aligned, comma_separated, markdown
from fabric.views.orders import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.analysis.loads import Load
    from fabric.analysis.orders import Sum

COLUMNS = ("rack", "devices", "rack_units", "power")
EXACT = ("rack", "devices", "rack_units", "rack_units_unknown", "power_w", "power_unknown")
CHANGE_COLUMNS = ("rack", "devices_before", "devices_after", "power_w_before", "power_w_after")
NONE = "no rack holds anything: the intent has no `racks`"


def racks(found: Sequence[Load], form: str) -> str:
    """Return the racks in one of the formats: figures that nobody knows are named, never taken for 0."""
    if form == "json":
        return json.dumps({"schema": "fabric-racks/1", "racks": [_record(load) for load in found]}, indent=2)
    if form == "csv":
        return comma_separated(Grid(EXACT, tuple(_exact(load) for load in found)))
    if not found:
        return NONE
    grid = Grid(COLUMNS, tuple(_row(load) for load in found))
    return markdown(grid) if form == "markdown" else aligned(grid)


def rack_changes(old: Iterable[Load], new: Iterable[Load], form: str) -> str:
    """Return the racks whose contents or power differ between two states."""
    before, after = ({load.rack: load for load in loads} for loads in (old, new))
    names = sorted({*before, *after}, key=natural)
    rows = tuple(_change(name, before.get(name), after.get(name)) for name in names
                 if before.get(name) != after.get(name))  # fmt: skip
    if form == "json":
        changes = [dict(zip(CHANGE_COLUMNS, row, strict=True)) for row in rows]
        return json.dumps({"schema": "fabric-rack-changes/1", "changes": changes}, indent=2)
    grid = Grid(CHANGE_COLUMNS, rows)
    if form == "csv":
        return comma_separated(grid)
    if form == "markdown":
        return markdown(grid)
    return aligned(grid) if rows else "every rack stays as it is"


def _row(load: Load) -> tuple[str, ...]:
    return load.rack, str(load.devices), total(load.rack_units, "U"), total(load.power_w, "W")


def _exact(load: Load) -> tuple[str, ...]:
    units, power = load.rack_units, load.power_w
    return (load.rack, str(load.devices), f"{units.known:g}", " ".join(units.missing),
            f"{power.known:g}", " ".join(power.missing))  # fmt: skip


def _change(name: str, before: Load | None, after: Load | None) -> tuple[str, ...]:
    loads = (before, after)
    devices = (str(load.devices) if load else "0" for load in loads)
    return name, *devices, *(_least(load.power_w) if load else "0" for load in loads)


def _least(found: Sum) -> str:
    return f"at least {found.known:g}" if found.missing else f"{found.known:g}"


def _record(load: Load) -> dict[str, object]:
    return {
        "rack": load.rack,
        "devices": load.devices,
        "rack_units": _sum(load.rack_units),
        "power_w": _sum(load.power_w),
    }


def _sum(found: Sum) -> dict[str, object]:
    return {"known": found.known, "complete": not found.missing, "missing": list(found.missing)}
