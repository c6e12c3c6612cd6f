"""The ledger: one number for each switch, for ever. Everything else is derived from it, or pinned beside it.

    ledger: fabric/1
    backend:
      pod1-leaf1: 1
      pod1-leaf2: {number: 2, asn: 65102}
      spine1: 9

Its size is that of the switches. A removed switch keeps its line, so that its number is not given again
before `fabric allocate --prune`. Pins are for networks that were there before: what they have is not derived.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.names import natural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from ipaddress import IPv4Address, IPv4Network

    from fabric.core.diagnostic import Place

SCHEMA = "fabric/1"
MOST_DIGITS = 9
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
"""Names of switches and fabrics: nothing that YAML reads in another way than it was written."""
HEAD = """\
# Numbers that never move: one for each switch, by fabric. Written by `fabric allocate`; commit it.
# Router ids, AS numbers and host networks are derived from them. Removed switches keep their line.
"""


@dataclass(frozen=True, slots=True)
class Pin:
    """What a switch has that does not follow from its number, since it had it before it came here."""

    asn: int | None = None
    loopback: IPv4Address | None = None
    hosts: IPv4Network | None = None
    """Network that holds its host links."""

    def __bool__(self) -> bool:
        return self != UNPINNED

    def __str__(self) -> str:
        named = (("asn", self.asn), ("loopback", self.loopback), ("hosts", self.hosts))
        return "".join(f", {name}: {value}" for name, value in named if value is not None)


UNPINNED = Pin()


def nowhere(_fabric: str, _switch: str) -> Place | None:
    """Return no place: the ledger was not read from a file."""
    return None


@dataclass(frozen=True)
class Ledger:
    """Numbers and pins by fabric and switch."""

    numbers: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: MappingProxyType({}))
    pins: Mapping[str, Mapping[str, Pin]] = field(default_factory=lambda: MappingProxyType({}))
    """Of the few switches that have some."""
    place: Callable[[str, str], Place | None] = field(default=nowhere, repr=False, compare=False)
    """Where a switch of a fabric is written."""

    def of(self, fabric: str) -> Mapping[str, int]:
        """Return the numbers of one fabric."""
        return self.numbers.get(fabric, {})

    def pins_of(self, fabric: str) -> Mapping[str, Pin]:
        """Return the pins of one fabric."""
        return self.pins.get(fabric, {})

    def holding(self, fabric: str, numbers: Mapping[str, int]) -> Ledger:
        """Return the ledger with these numbers for a fabric; pins stay."""
        known = MappingProxyType({**self.numbers, fabric: MappingProxyType(dict(numbers))})
        return Ledger(known, self.pins, self.place)


def extended(
    ledger: Ledger, fabric: str, names: Iterable[str], reserved: frozenset[int] = frozenset()
) -> Ledger:
    """Return the ledger with a number for every name: known ones keep theirs, others get the lowest free.

    `reserved` numbers are not given: what follows from them is pinned to a switch.
    """
    known = dict(ledger.of(fabric))
    taken = reserved.union(known.values())
    given = set[int]()
    number = 1
    for name in sorted(set(names) - known.keys(), key=natural):
        while number in taken or number in given:
            number += 1
        known[name] = number
        given.add(number)
    return ledger.holding(fabric, known)


def without(ledger: Ledger, fabric: str, names: Iterable[str]) -> Ledger:
    """Return the ledger without the lines of some switches: their numbers are free."""
    gone = frozenset(names)
    pins = {name: pin for name, pin in ledger.pins_of(fabric).items() if name not in gone}
    left = ledger.holding(fabric, {n: number for n, number in ledger.of(fabric).items() if n not in gone})
    return Ledger(
        left.numbers, MappingProxyType({**ledger.pins, fabric: MappingProxyType(pins)}), ledger.place
    )


def ledger_text(ledger: Ledger) -> str:
    """Return the ledger as committed: fabrics and switches in natural order, a line each."""
    lines = [HEAD, f"ledger: {SCHEMA}\n"]
    for fabric in sorted(ledger.numbers):
        rows, pins = ledger.numbers[fabric], ledger.pins_of(fabric)
        lines += [f"{fabric}:\n"] if rows else []
        for name in sorted(rows, key=natural):
            pin = pins.get(name)
            lines.append(f"  {name}: {{number: {rows[name]}{pin}}}\n" if pin else f"  {name}: {rows[name]}\n")
    return "".join(lines)
