"""A table of cells as aligned text, CSV or markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core import csv_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBERS = frozenset("0123456789.,-+:% ")


@dataclass(frozen=True, slots=True)
class Grid:
    """A header and rows of as many cells."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def aligned(grid: Grid) -> str:
    """Return columns side by side, numbers to the right."""
    columns = list(zip(grid.header, *grid.rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [_numeric(column[1:]) for column in columns]
    return "\n".join(_line(row, widths, right) for row in (grid.header, *grid.rows))


def _line(row: tuple[str, ...], widths: list[int], right: list[bool]) -> str:
    cells = (
        f"{cell:{'>' if end else '<'}{width}}" for cell, width, end in zip(row, widths, right, strict=True)
    )
    return "  ".join(cells).rstrip()


def _numeric(cells: tuple[str, ...]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(set(cell) <= NUMBERS for cell in filled)


def comma_separated(grid: Grid) -> str:
    """Return CSV without the last end of a line."""
    return csv_rows.comma_separated((grid.header, *grid.rows)).rstrip("\n")


def markdown(grid: Grid) -> str:
    """Return a markdown table."""
    return "\n".join(_bars(grid))


def _bars(grid: Grid) -> Iterator[str]:
    columns = zip(*grid.rows, strict=True) if grid.rows else [()] * len(grid.header)
    rules = ("---:" if _numeric(tuple(column)) else "---" for column in columns)
    for row in (grid.header, tuple(rules), *grid.rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
