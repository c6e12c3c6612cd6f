"""CSV with positions: the first row names the columns, and every cell knows its line and column.

What a spreadsheet would take for a formula is written with `'` before it, as OWASP has it
(owasp.org/www-community/attacks/CSV_Injection), and read without: names come from strangers' files.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error, nearest
from fabric.core.names import listing, shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

_CELL = re.compile(r'\s*(?:"(?P<quoted>(?:[^"]|"")*)"\s*|(?P<plain>[^",]*))(?P<end>,|$)')
_FORMULA = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What begins a formula, after any marks of ours: the wide forms begin one, too."""
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")
_MARK = "\ufeff"
"""Spreadsheets put a byte order mark before UTF-8."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as written; line and column count from 0."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file. Cells that are empty are left out of their rows."""

    file: str
    lines: list[str]
    columns: Mapping[str, Cell]
    rows: tuple[Mapping[str, Cell], ...]

    def place(self, cell: Cell) -> Place:
        """Return where a cell stands."""
        return Place.within(self.file, self.lines, cell.line, cell.column)


def comma_separated(rows: Iterable[Iterable[object]]) -> str:
    """Return CSV (RFC 4180, lines end with a newline only) in which no text is a formula."""
    text = io.StringIO()
    plain = (["" if cell is None else inert(str(cell)) for cell in row] for row in rows)
    csv.writer(text, lineterminator="\n").writerows(plain)
    return text.getvalue()


def inert(text: str) -> str:
    """Return a text as a cell that no spreadsheet calculates; `meant` is the inverse."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def meant(cell: str) -> str:
    """Return the text that a cell was written for."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read_table(
    file: str, text: str, known: Collection[str], needed: Collection[str], *, others: bool = False
) -> Table:
    """Read a CSV file whose first row names columns; blank lines and those with `#` first are left out.

    `others` allows columns that are not known. Raises FabricError with all mistakes.
    """
    lines = text.removeprefix(_MARK).splitlines()
    written = [(n, line) for n, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    problems: list[Diagnostic] = []
    grid = [_cells(file, lines, number, problems) for number, _ in written]
    if problems:  # where a cell ends decides which column all others belong to
        raise FabricError(*problems)
    if not grid:
        place = Place.within(file, lines, 0, 0)
        hint = f"its first line names the columns: `{','.join(needed)}`"
        raise FabricError(error("CSV-001", "the table is empty", hint=hint).at(place))
    head, *body = grid
    named = {cell.text: cell for cell in head}
    table = Table(file, lines, named, tuple(found for row in body if (found := _row(head, row))))
    problems += list(_columns(table, head, () if others else known, needed)) or _long(table, head, body)
    if problems:
        raise FabricError(*problems)
    return table


def _cells(file: str, lines: Sequence[str], number: int, problems: list[Diagnostic]) -> list[Cell]:
    """Return the cells of a line; a mistake ends it."""
    line, cells, at = lines[number], list[Cell](), 0
    while True:
        found = _CELL.match(line, at)
        if found is None:
            hint = 'a cell with a comma stands in quotes, `"a,b"`, within one line; a quote in it is doubled'
            place = Place.within(file, lines, number, at)
            problems.append(error("CSV-002", "the quotes of this cell do not fit", hint=hint).at(place))
            return cells
        kind = "plain" if found["quoted"] is None else "quoted"
        text = meant(found[kind].replace('""', '"').strip())
        cells.append(Cell(text, number, found.start(kind)))
        if not found["end"]:
            return cells
        at = found.end()


def _row(head: Sequence[Cell], row: Sequence[Cell]) -> dict[str, Cell]:
    return {column.text: cell for column, cell in zip(head, row, strict=False) if cell.text}


def _columns(
    table: Table, head: Sequence[Cell], known: Collection[str], needed: Collection[str]
) -> Iterator[Diagnostic]:
    counts = Counter(cell.text for cell in head)
    unknown = [cell for cell in dict.fromkeys(head) if known and cell.text not in known]
    for cell in dict.fromkeys(head):
        if cell in unknown:
            hint = nearest(cell.text, known) or f"columns: {listing(list(known), len(known))}"
            hint = "separate cells by commas" if ";" in cell.text or "\t" in cell.text else hint
            summary = f"`{shortened(cell.text)}` is not a column"
            yield error("CSV-003", summary, hint=hint).at(table.place(cell))
        elif counts[cell.text] > 1 and table.columns[cell.text] is cell:
            summary = f"the column `{shortened(cell.text)}` stands {counts[cell.text]} times"
            yield error("CSV-003", summary, hint="keep one").at(table.place(cell))
    for name in () if unknown else needed:
        if name not in table.columns:
            yield error("CSV-003", f"there is no column `{name}`", hint="add it").at(table.place(head[0]))


def _long(table: Table, head: Sequence[Cell], body: Sequence[Sequence[Cell]]) -> Iterator[Diagnostic]:
    for row in body:
        if len(row) > len(head):
            summary = f"this row has {len(row)} cells, the first one {len(head)}"
            hint = "a cell with a comma stands in quotes"
            yield error("CSV-004", summary, hint=hint).at(table.place(row[len(head)]))
