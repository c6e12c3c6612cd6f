"""The ledger: one number for each switch, for ever. Everything else is derived from it.

    ledger: fabric/1
    backend:
      pod1-leaf1: 1
      spine1: 9

Its size is that of the switches. A removed switch keeps its line, so that its number is not given again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.document import Document, read_file
from fabric.core.names import listing, natural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.source import Source

SCHEMA = "fabric/1"
MOST_DIGITS = 9
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
"""Names of switches and fabrics: nothing that YAML reads in another way than it was written."""
LONGEST_SHOWN = 40
"""Characters of a mistaken name that a finding repeats."""
HEAD = """\
# Numbers that never move: one for each switch, by fabric. Written by `fabric allocate`; commit it.
# Router ids, AS numbers and host networks are derived from them. Removed switches keep their line.
"""


@dataclass(frozen=True)
class Ledger:
    """Numbers by fabric and switch."""

    numbers: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, fabric: str) -> Mapping[str, int]:
        """Return the numbers of one fabric."""
        return self.numbers.get(fabric, {})


def extended(ledger: Ledger, fabric: str, names: Iterable[str]) -> Ledger:
    """Return the ledger with a number for every name: known ones keep theirs, others get the lowest free."""
    known = dict(ledger.of(fabric))
    taken = set(known.values())
    number = 1
    for name in sorted(set(names) - known.keys(), key=natural):
        while number in taken:
            number += 1
        known[name] = number
        taken.add(number)
    return Ledger(MappingProxyType({**ledger.numbers, fabric: MappingProxyType(known)}))


def read_ledger(source: Source, path: str) -> Ledger:
    """Read a ledger; one that is not there yet is empty. Raises FabricError."""
    if not source.has(path):
        return Ledger()
    document = read_file(source, path)
    problems = list(_problems(document))
    if problems:
        raise FabricError(*document.locate(problems))
    fabrics = {
        fabric: MappingProxyType({name: _number(number) for name, number in _rows(rows)})
        for fabric, rows in document.data.items()
        if fabric != "ledger"
    }
    return Ledger(MappingProxyType(fabrics))


def _rows(rows: object) -> Iterator[tuple[str, object]]:
    if isinstance(rows, dict):
        yield from rows.items()


def _number(text: object) -> int:
    """Return a number from 1, or 0 for anything else."""
    digits = str(text)
    return int(digits) if len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdecimal() else 0


def _problems(document: Document) -> Iterator[Diagnostic]:
    if document.data.get("ledger") != SCHEMA:
        yield error("ALC-001", "this is not a ledger", ("ledger",), f"its first line says `ledger: {SCHEMA}`")
    for fabric, rows in document.data.items():
        if fabric == "ledger":
            continue
        if not NAME.fullmatch(fabric):
            yield error("ALC-001", f"`{fabric[:LONGEST_SHOWN]}` is not the name of a fabric", (fabric,))
        elif not isinstance(rows, dict):
            yield error("ALC-001", f"`{fabric}` holds no `switch: number` lines", (fabric,))
        else:
            yield from _row_problems(fabric, rows)


def _row_problems(fabric: str, rows: Mapping[str, object]) -> Iterator[Diagnostic]:
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for name, text in rows.items():
        number = _number(text)
        if not NAME.fullmatch(name):
            yield error("ALC-001", f"`{name[:LONGEST_SHOWN]}` is not the name of a switch", (fabric, name))
        elif number:
            holders[number].append(name)
        else:
            yield error("ALC-001", f"`{str(text)[:20]}` is not a number from 1", (fabric, name))
    for number, names in holders.items():
        if len(names) > 1:
            summary = f"number {number} is given to {listing(names)}"
            hint = "two branches took it: delete the line of the switch not yet built, and allocate again"
            yield error("ALC-002", summary, (fabric, names[-1]), hint)


def ledger_text(ledger: Ledger) -> str:
    """Return the ledger as committed: fabrics and switches in natural order, a line each."""
    lines = [HEAD, f"ledger: {SCHEMA}\n"]
    for fabric in sorted(ledger.numbers):
        rows = ledger.numbers[fabric]
        lines += [f"{fabric}:\n"] if rows else []
        lines += (f"  {name}: {rows[name]}\n" for name in sorted(rows, key=natural))
    return "".join(lines)
