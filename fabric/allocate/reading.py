"""The ledger from its file: every line that is none is told with its place."""

from __future__ import annotations

from collections import defaultdict
from ipaddress import AddressValueError, IPv4Address, IPv4Network, NetmaskValueError
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.allocate.ledger import MOST_DIGITS, NAME, SCHEMA, Ledger, Pin
from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.document import Document, read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.core.source import Source

LONGEST_SHOWN = 40
"""Characters of a mistaken name that a finding repeats."""
LAST_ASN = 4294967294
"""RFC 7300: the number after it is reserved."""
ASN_DIGITS = 10
Row = tuple[int, Pin]


def read_ledger(source: Source, path: str) -> Ledger:
    """Read a ledger; one that is not there yet is empty. Raises FabricError."""
    if not source.has(path):
        return Ledger()
    document = read_file(source, path)
    problems: list[Diagnostic] = []
    if document.data.get("ledger") != SCHEMA:
        hint = f"its first line says `ledger: {SCHEMA}`"
        problems.append(error("ALC-001", "this is not a ledger", ("ledger",), hint))
    rows = {
        fabric: _rows(fabric, lines, document, problems)
        for fabric, lines in document.data.items()
        if fabric != "ledger"
    }
    if problems:
        raise FabricError(*document.locate(problems))
    numbers = {f: MappingProxyType({n: number for n, (number, _) in own.items()}) for f, own in rows.items()}
    pins = {f: MappingProxyType({n: pin for n, (_, pin) in own.items() if pin}) for f, own in rows.items()}
    return Ledger(MappingProxyType(numbers), MappingProxyType(pins), lambda *where: document.place(where))


def _rows(fabric: str, lines: object, document: Document, problems: list[Diagnostic]) -> dict[str, Row]:
    if not NAME.fullmatch(fabric):
        problems.append(
            error("ALC-001", f"`{fabric[:LONGEST_SHOWN]}` is not the name of a fabric", (fabric,))
        )
        return {}
    if not isinstance(lines, dict):
        problems.append(error("ALC-001", f"`{fabric}` holds no `switch: number` lines", (fabric,)))
        return {}
    rows: dict[str, Row] = {}
    for name, value in lines.items():
        found = list(_row_problems(fabric, name, value))
        problems += found
        if not found:
            rows[name] = _row(value)
    problems += _doubles(fabric, rows, document)
    return rows


def _row_problems(fabric: str, name: str, value: object) -> Iterator[Diagnostic]:
    here = (fabric, name)
    if not NAME.fullmatch(name):
        yield error("ALC-001", f"`{name[:LONGEST_SHOWN]}` is not the name of a switch", here)
    if not isinstance(value, dict):
        if not number(value):
            yield error("ALC-001", f"`{str(value)[:20]}` is not a number from 1", here)
        return
    if "number" not in value:
        hint = "pins stand beside a number: `{number: 7, asn: 65107}`"
        yield error("ALC-001", f"`{name[:LONGEST_SHOWN]}` has no number", here, hint)
    for key, text in value.items():
        if key not in FIELDS:
            hint = nearest(key, FIELDS) or f"known: {', '.join(FIELDS)}"
            yield error("ALC-001", f"`{key[:LONGEST_SHOWN]}` is not a field of a switch", (*here, key), hint)
        elif FIELDS[key](text) is None:
            yield error("ALC-001", f"`{str(text)[:20]}` is not {WORDS[key]}", (*here, key))


def _row(value: object) -> Row:
    if not isinstance(value, dict):
        return number(value) or 0, Pin()
    pin = Pin(asn(value.get("asn")), loopback(value.get("loopback")), hosts(value.get("hosts")))
    return number(value["number"]) or 0, pin


def number(text: object) -> int | None:
    """Return a number from 1, or None for anything else."""
    return _whole(text, MOST_DIGITS) or None


def asn(text: object) -> int | None:
    """Return an AS number, or None for anything else."""
    found = _whole(text, ASN_DIGITS)
    return found if 1 <= found <= LAST_ASN else None


def _whole(text: object, digits: int) -> int:
    written = str(text)
    return int(written) if len(written) <= digits and written.isascii() and written.isdecimal() else 0


def loopback(text: object) -> IPv4Address | None:
    """Return an address, or None for anything else."""
    try:
        return IPv4Address(str(text))
    except AddressValueError:
        return None


def hosts(text: object) -> IPv4Network | None:
    """Return a network, or None for anything else."""
    try:
        return IPv4Network(str(text)) if "/" in str(text) else None
    except (AddressValueError, NetmaskValueError, ValueError):
        return None


FIELDS: Mapping[str, Callable[[object], object]] = {
    "number": number,
    "asn": asn,
    "loopback": loopback,
    "hosts": hosts,
}
"""How each field of a switch is read."""
WORDS = {
    "number": "a number from 1",
    "asn": "an AS number",
    "loopback": "an IPv4 address",
    "hosts": "an IPv4 network; its host bits are zero, as in `10.0.0.0/24`",
}


def _doubles(fabric: str, rows: Mapping[str, Row], document: Document) -> Iterator[Diagnostic]:
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for name, (given, _) in rows.items():
        holders[given].append(name)
    for given, names in holders.items():
        if len(names) > 1:
            lines = ", ".join(f"`{name}` (line {_line(document, fabric, name)})" for name in names)
            hint = "two branches took it: delete the line of the switch not yet built, and allocate again"
            yield error("ALC-002", f"number {given} is given to {lines}", (fabric, names[-1]), hint)


def _line(document: Document, fabric: str, name: str) -> int:
    place = document.place((fabric, name))
    return place.line if place else 0
