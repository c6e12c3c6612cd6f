"""Cable lists for people who pull cables: tables, labels, and the work between two revisions."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.views.grids import Grid, aligned, comma_separated, markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.analysis.cabling import CableEnd, Run
    from fabric.analysis.recabling import Laid, Product, Recabling

FORMATS = ("human", "csv", "markdown", "json", "labels")
COLUMNS = (
    "cable", "fabric", "kind", "rail", "colour", "speed_gbps", "medium", "length_m", "order_m",
    "a_device", "a_cage", "a_lane", "a_name", "a_media", "b_device", "b_cage", "b_lane", "b_name", "b_media",
    "a_rack", "a_unit", "b_rack", "b_unit",
)  # fmt: skip
NARROW = ("colour", "medium", "order_m", "a_device", "a_name", "a_media", "b_device", "b_name", "b_media")
"""Columns for a terminal; the other formats have all of them."""
WITH_RACKS = (*NARROW[:4], "a_stand", *NARROW[4:7], "b_stand", *NARROW[7:])
CHANGE_COLUMNS = ("work", "medium", "order_m", "from_a", "from_b", "to_a", "to_b")
OF_END = ("device", "cage", "lane", "name", "media", "rack")
UNKNOWN = "unknown"


def cables(runs: Sequence[Run], form: str) -> str:
    """Return a cable list in one of the formats."""
    if form == "labels":
        return labels(runs)
    if form == "json":
        content = {"schema": "fabric-cables/1", "cables": [_record(run) for run in runs]}
        return json.dumps(content, indent=2)
    if form == "human":
        racks = any(run.a.rack or run.b.rack for run in runs)
        return aligned(_grid(runs, WITH_RACKS if racks else NARROW))
    return _written(_grid(runs, COLUMNS), form)


def _written(grid: Grid, form: str) -> str:
    return comma_separated(grid) if form == "csv" else markdown(grid)


def _grid(runs: Iterable[Run], columns: tuple[str, ...]) -> Grid:
    rows = (_cells(run) for run in runs)
    return Grid(columns, tuple(tuple(row[name] for name in columns) for row in rows))


def _cells(run: Run) -> dict[str, str]:
    known = ((name, getattr(run, name)) for name in COLUMNS[:9])
    cells = {name: _text(value) for name, value in known} | {"order_m": metres(run.order_m)}
    for side, end in (("a", run.a), ("b", run.b)):
        for name in OF_END:
            cells[f"{side}_{name}"] = str(getattr(end, name))
        cells |= {f"{side}_unit": str(end.unit or ""), f"{side}_stand": end.stand}
    return cells


def _text(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def metres(length_m: float | None) -> str:
    """Return a length in metres; one that nobody knows is never a number."""
    return UNKNOWN if length_m is None else f"{length_m:g}"


def _record(run: Run) -> dict[str, object]:
    record: dict[str, object] = {name: getattr(run, name) for name in COLUMNS[:9]}
    for side, end in (("a", run.a), ("b", run.b)):
        record[side] = {name: getattr(end, name) for name in OF_END} | {"unit": end.unit or None}
    return record


def labels(runs: Sequence[Run]) -> str:
    """Return one label for each end, in the order of devices and ports: as one walks along the racks."""
    ends = [(end, far, run) for run in runs for end, far in ((run.a, run.b), (run.b, run.a))]
    ends.sort(key=lambda found: _walk(found[0]))
    return "\n\n".join("\n".join(_label(*found)) for found in ends)


def _walk(end: CableEnd) -> tuple[object, ...]:
    """Order ends as one walks: rack by rack from the top down, port by port."""
    return natural(end.rack), -end.unit, natural(end.device), end.cage, end.lane


def _label(end: CableEnd, far: CableEnd, run: Run) -> Iterator[str]:
    rail = f" rail {run.rail}" if run.rail else ""
    order = "" if run.order_m is None else f" {run.order_m:g} m"
    yield f"{_seat(end)}{end.device} {end.name} [{end.cage}/{end.lane}]"
    yield f"to {_seat(far)}{far.device} {far.name} [{far.cage}/{far.lane}]"
    yield f"{run.fabric}{rail} {run.colour} {run.medium or UNKNOWN}{order} #{run.cable}"


def _seat(end: CableEnd) -> str:
    return f"{end.stand} " if end.rack else ""


def recabling_text(work: Recabling) -> str:
    """Return the work between two cable lists: what to order first, then every cable that is touched."""
    lines: list[str] = []
    for word, counted in _tallies(work):
        lines += (f"{word} {number} x {_product(product)}" for product, number in counted.items())
    if work.relabel:
        lines.append(f"relabel {len(work.relabel)}")
    lines.append(f"keep {work.kept}")
    if not work.empty:
        lines += ["", aligned(_work_grid(work))]
    return "\n".join(lines)


def _tallies(work: Recabling) -> Iterator[tuple[str, Counter[Product]]]:
    yield "order", Counter(cable.product for cable in work.order)
    yield "move", Counter(found.new.product for found in work.move)
    yield "take out", Counter(cable.product for cable in work.retire)


def _product(product: Product) -> str:
    length = f" {product.length_m:g} m" if product.length_m else ""
    return f"{product.medium or UNKNOWN}{length}"


def recabling_written(work: Recabling, form: str) -> str:
    """Return the work between two cable lists as CSV, markdown or JSON."""
    if form != "json":
        return _written(_work_grid(work), form)
    tallies = {
        word: [{"medium": p.medium, "length_m": p.length_m, "count": n} for p, n in counted.items()]
        for word, counted in _tallies(work)
    }
    cables = [dict(zip(CHANGE_COLUMNS, row, strict=True)) for row in _work_grid(work).rows]
    content = {"schema": "fabric-recabling/1", "kept": work.kept, "tallies": tallies, "cables": cables}
    return json.dumps(content, indent=2)


def _work_grid(work: Recabling) -> Grid:
    lines = [("order", cable, _ends(None) + _ends(cable)) for cable in work.order]
    lines += [("move", found.new, _ends(found.old) + _ends(found.new)) for found in work.move]
    lines += [("relabel", found.new, _ends(found.old) + _ends(found.new)) for found in work.relabel]
    lines += [("take out", cable, _ends(cable) + _ends(None)) for cable in work.retire]
    rows = ((word, cable.product.medium, _text(cable.product.length_m), *ends) for word, cable, ends in lines)
    return Grid(CHANGE_COLUMNS, tuple(rows))


def _ends(cable: Laid | None) -> tuple[str, str]:
    if cable is None:
        return "", ""
    lower = dict.fromkeys(f"{_seat(run.a)}{run.a.device} {run.a.name}" for run in cable.runs)
    upper = dict.fromkeys(f"{_seat(run.b)}{run.b.device} {run.b.name}" for run in cable.runs)
    return ", ".join(lower), ", ".join(upper)
