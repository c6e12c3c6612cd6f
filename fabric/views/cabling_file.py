"""The cable list of an earlier build, read back from its `cables.csv`."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from fabric.analysis.cabling import CableEnd, Run, fixed_cable, in_splitters, orderable_m
from fabric.core.csv_rows import meant
from fabric.core.diagnostic import FabricError, error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog


def read_cables(text: str, catalog: Catalog) -> tuple[Run, ...]:
    """Return the cables of a `cables.csv`. Raises FabricError when it is none."""
    try:
        head, *rows = ([meant(cell) for cell in row] for row in csv.reader(io.StringIO(text)) if row)
        found = [_run(dict(zip(head, row, strict=False)), catalog) for row in rows]
    except (KeyError, ValueError, TypeError) as wrong:
        hint = "name the folder of a build of this program, a revision, or the folder of an intent"
        raise FabricError(error("CBL-001", f"`cables.csv` is no cable list: {wrong}", hint=hint)) from None
    return in_splitters(found, catalog)


def _run(row: Mapping[str, str], catalog: Catalog) -> Run:
    fixed = fixed_cable(catalog, row["a_media"])
    medium, length_m = fixed.id if fixed else row["fibre"], float(row["length_m"])
    return Run(
        f"{row['a_device']}:{row['a_port']}", row["fabric"], row["kind"],
        int(row["rail"]) if row["rail"] else None, int(row["speed_gbps"]), medium,
        length_m, orderable_m(catalog, medium, length_m), _end(row, "a"), _end(row, "b"),
    )  # fmt: skip


def _end(row: Mapping[str, str], side: str) -> CableEnd:
    cage, lane = row[f"{side}_port"].split("/")
    return CableEnd(
        row[f"{side}_device"], int(cage), int(lane), row[f"{side}_name"], row[f"{side}_media"],
        row.get(f"{side}_rack") or "", int(row.get(f"{side}_unit") or 0),
    )  # fmt: skip
