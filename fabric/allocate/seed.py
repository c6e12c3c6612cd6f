"""The numbers of a network that is there already, from a CSV file: how it enters the ledger.

    name,loopback,asn
    pod1-leaf1,10.0.0.1,4200000001
    pod1-leaf2,10.0.0.2,65102

Columns: `name`, and any of `fabric`, `number`, `loopback`, `asn` and `hosts`. The number of a switch is the
one given, or one that its loopback, AS or host network follows from; what does not follow from it is pinned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.allocate.ledger import NAME, Pin
from fabric.allocate.reading import FIELDS, WORDS
from fabric.core.diagnostic import Diagnostic, FabricError, Place, error, nearest
from fabric.core.names import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COLUMNS = ("name", "fabric", *FIELDS)
_CELL = re.compile(r'\s*(?:"([^"]*)"|([^,"]*?))\s*(?:,|$)')


@dataclass(frozen=True)
class Row:
    """A switch as the network has it."""

    name: str
    fabric: str
    number: int | None
    pin: Pin
    place: Place
    columns: Mapping[str, Place] = field(repr=False)


@dataclass(frozen=True)
class Seed:
    """A seed file that was read."""

    rows: tuple[Row, ...]

    def of(self, fabric: str) -> tuple[Row, ...]:
        """Return the rows of a fabric."""
        return tuple(row for row in self.rows if row.fabric == fabric)


def read_seed(file: str, text: str, fabrics: Sequence[str]) -> Seed:
    """Read a seed file. Raises FabricError with every row that is none."""
    lines = text.removeprefix("\ufeff").splitlines()
    head = [(word.lower(), column) for word, column in _cells(lines[0])] if lines else []
    problems = list(_head_problems(file, lines, head))
    if problems:
        raise FabricError(*problems)
    names = [word for word, _ in head]
    rows: dict[tuple[str, str], Row] = {}
    for index, line in enumerate(lines[1:], 1):
        if not line.strip(" ,\t") or line.lstrip().startswith("#"):
            continue
        cells = dict(zip(names, _cells(line), strict=False))
        places = {name: Place.within(file, lines, index, column) for name, (_, column) in cells.items()}
        given = {name: word for name, (word, _) in cells.items() if word}
        found = list(_row_problems(given, places, Place.within(file, lines, index, 0), fabrics))
        if not found:
            row = _row(given, places, fabrics)
            if first := rows.setdefault((row.fabric, row.name), row).place if row else None:
                found = list(_again(row, first))
        problems += found
    if problems:
        raise FabricError(*problems)
    return Seed(tuple(rows.values()))


def _cells(line: str) -> list[tuple[str, int]]:
    """Return the cells of a line with their columns, from 0."""
    found: list[tuple[str, int]] = []
    at = 0
    while at <= len(line):
        cell = _CELL.match(line, at)
        if cell is None:
            found.append((line[at:].strip(), at))
            break
        group = 1 if cell[1] is not None else 2
        found.append((cell[group], cell.start(group)))
        if not cell[0].endswith(","):
            break
        at = cell.end()
    return found


def _head_problems(file: str, lines: Sequence[str], head: Sequence[tuple[str, int]]) -> Iterator[Diagnostic]:
    hint = f"the first line names the columns, of: {', '.join(COLUMNS)}"
    for word, column in head:
        if word not in COLUMNS:
            summary = f"`{shortened(word)}` is not a column of a seed"
            yield error("ALC-009", summary, hint=hint).at(Place.within(file, lines, 0, column))
    words = [word for word, _ in head]
    if "name" not in words or len(set(words)) < len(words):
        yield error("ALC-009", "the columns of a seed are not named", hint=hint).at(
            Place.within(file, lines, 0, 0)
        )


def _row_problems(
    given: Mapping[str, str], places: Mapping[str, Place], line: Place, fabrics: Sequence[str]
) -> Iterator[Diagnostic]:
    name = given.get("name", "")
    if not NAME.fullmatch(name):
        yield error("ALC-009", f"`{shortened(name)}` is not the name of a switch").at(
            places.get("name", line)
        )
    if "fabric" not in given and len(fabrics) > 1:
        hint = f"add a column `fabric`: {', '.join(fabrics)}"
        yield error("ALC-009", "the site has several fabrics", hint=hint).at(line)
    elif given.get("fabric", fabrics[0]) not in fabrics:
        summary = f"there is no fabric `{shortened(given['fabric'])}`"
        yield error("ALC-009", summary, hint=nearest(given["fabric"], fabrics)).at(places["fabric"])
    for column in FIELDS.keys() & given.keys():
        if FIELDS[column](given[column]) is None:
            summary = f"`{shortened(given[column])}` is not {WORDS[column]}"
            yield error("ALC-009", summary).at(places[column])


def _row(given: Mapping[str, str], places: Mapping[str, Place], fabrics: Sequence[str]) -> Row:
    read = {column: FIELDS[column](given[column]) for column in FIELDS.keys() & given.keys()}
    number = read.pop("number", None)
    pin = Pin(**read)  # type: ignore[arg-type]  # each field was read by its own reader
    fabric = given.get("fabric", fabrics[0])
    return Row(given["name"], fabric, number, pin, places["name"], places)  # type: ignore[arg-type]


def _again(row: Row, first: Place) -> Iterator[Diagnostic]:
    if first != row.place:
        yield error("ALC-009", f"`{row.name}` already stands in line {first.line}").at(row.place)
