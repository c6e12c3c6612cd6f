"""What else would work between the ports of a fabric, for those who order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.views.grids import Grid, aligned, comma_separated, markdown
from fabric.views.orders import UNKNOWN, figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.analysis.alternatives import Alternatives

COLUMNS = ("fabric", "links", "count", "speed_gbps", "longest_m", "now", "instead", "power_w_link", "figures")
HEAD = COLUMNS.index("instead")


def alternatives(found: Sequence[Alternatives], form: str) -> str:
    """Return a row for everything that would work instead, the present parts beside it."""
    if form == "json":
        records = [dict(zip(COLUMNS, row, strict=True)) for row in _rows(found)]
        return json.dumps({"schema": "fabric-alternatives/1", "alternatives": records}, indent=2)
    if form == "csv":
        return comma_separated(Grid(COLUMNS, tuple(_rows(found))))
    grid = Grid(COLUMNS, tuple(_sparse(_rows(found))))
    return markdown(grid) if form == "markdown" else aligned(grid)


def _sparse(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Leave out what stands in the row above, for people."""
    before: tuple[str, ...] = ()
    for row in rows:
        head = row[:HEAD]
        yield (*("" for _ in head), *row[HEAD:]) if head == before else row
        before = head


def _rows(found: Iterable[Alternatives]) -> Iterator[tuple[str, ...]]:
    for one in found:
        made = one.made
        head = (one.fabric, made.kind, str(one.links), str(made.speed_gbps), f"{one.longest_m:g}",
                made.name or UNKNOWN)  # fmt: skip
        if not one.options:
            yield (*head, "nothing else in the catalog", "", "")
        for option in one.options:
            yield (*head, option.name, figure(option.watts), "draft" if option.draft else "read")
