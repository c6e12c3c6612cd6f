"""One table of quality of service over all hops of a fabric, as their artifacts have it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.names import listing, natural
from fabric.device.hop import NOWHERE
from fabric.views.grids import Grid, aligned, markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.check.along import Walk
    from fabric.device.hop import Treatment

FORMATS = ("human", "markdown", "json")
HEADER = ("code points", "class", "queue", "group", "paused", "served", "marked", "storm", "full", "hops")


@dataclass(frozen=True, slots=True)
class Row:
    """What becomes of some code points on some hops."""

    dscp: str
    number: int
    queue: int
    group: int
    paused: bool
    served: str
    marked: str
    storm: str
    full: str
    """What a full queue does with a packet: `cut to 128 B, 48 in queue 6`; empty where it drops."""
    hops: tuple[str, ...]
    """`unit at 400G`, each once."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        numbers = ("-" if n == NOWHERE else str(n) for n in (self.number, self.queue, self.group))
        paused = "yes" if self.paused else "no"
        told = (self.served, self.marked, self.storm, self.full)
        return (self.dscp, *numbers, paused, *told, listing(self.hops, most=4))


def hops(walks: Iterable[Walk], form: str) -> str:
    """Return the tables of fabrics in one of the formats."""
    tables = {walk.design.fabric.name: tuple(_rows(walk)) for walk in walks}
    if form == "json":
        content = {
            "schema": "fabric-qos/1",
            "fabrics": {name: _records(rows) for name, rows in tables.items()},
        }
        return json.dumps(content, indent=2)
    draw = markdown if form == "markdown" else aligned
    return "\n\n".join(
        f"Fabric {name}\n\n{draw(Grid(HEADER, tuple(row.cells for row in rows)))}"
        for name, rows in tables.items()
    )


def _records(rows: tuple[Row, ...]) -> list[dict[str, object]]:
    return [{field: getattr(row, field) for field in Row.__dataclass_fields__} for row in rows]


def _rows(walk: Walk) -> Iterator[Row]:
    """Yield a row for each class and each treatment of it; hops that treat it alike share the row."""
    of_row: dict[Row, list[str]] = {}
    for unit, hop in walk.hops.items():
        for treatment, speed in dict.fromkeys((p.treatment, p.speed_gbps) for p in hop.ports.values()):
            if treatment is not None:
                for row in _of_classes(treatment):
                    of_row.setdefault(row, []).append(f"{unit} at {speed}G")
    made = (replace(row, hops=tuple(sorted(names, key=natural))) for row, names in of_row.items())
    yield from sorted(made, key=lambda row: (row.number, row.dscp, row.marked))


def _of_classes(treatment: Treatment) -> Iterator[Row]:
    """Yield a row for each class, of no hop yet."""
    points: dict[int, list[int]] = {}
    for code, number in enumerate(treatment.dscp_to_class):
        points.setdefault(number, []).append(code)
    for number, codes in points.items():
        queue = treatment.queue_of(codes[0])
        yield Row(
            dscp=_ranges(codes),
            number=number,
            queue=queue,
            group=treatment.group_of(codes[0]),
            paused=number in treatment.pauses,
            served=_served(treatment, queue),
            marked=_marked(treatment, queue),
            storm=_storm(treatment, number),
            full=_full(treatment, queue),
            hops=(),
        )


def _ranges(codes: list[int]) -> str:
    """Return code points as `0-23, 32-47`."""
    spans: list[list[int]] = []
    for code in codes:
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def _served(treatment: Treatment, queue: int) -> str:
    if queue in treatment.strict:
        return "first"
    share = dict(treatment.shares).get(queue)
    return "" if share is None else f"{share} %"


def _marked(treatment: Treatment, queue: int) -> str:
    marks = dict(treatment.marks).get(queue)
    return "" if marks is None else f"{marks.min_bytes}-{marks.max_bytes} B, {marks.probability_pct} %"


def _full(treatment: Treatment, queue: int) -> str:
    trim = dict(treatment.trims).get(queue)
    return "" if trim is None else f"cut to {trim.size_bytes} B, {trim.dscp} in queue {trim.queue}"


def _storm(treatment: Treatment, number: int) -> str:
    storm = treatment.storm
    if storm is None or number not in treatment.pauses:
        return ""
    end = "" if storm.restore_ms is None else f", {storm.restore_ms} ms"
    return f"{storm.detect_ms} ms{end} {storm.action or ''}".strip()
