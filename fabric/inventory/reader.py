"""Files of an inventory folder to rows with groups and defaults applied."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from pydantic import ValidationError

from fabric.core.diagnostic import Diagnostic, FabricError, Path, error, nearest
from fabric.core.document import Document, read_file
from fabric.core.names import shortened
from fabric.core.wording import in_words
from fabric.core.yaml_events import no_more_than_read
from fabric.inventory.enrolled import read_enrolled
from fabric.inventory.model import Data, Defaults, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.source import Source

MOST_COMPARED = 10_000
"""Pairs of a mistaken group and a known one that are compared for a hint: about a second."""
OWN = frozenset({"hostname", "port", "username", "password", "platform"})


@dataclass(frozen=True)
class Inventory:
    """Rows by device name."""

    rows: Mapping[str, Row] = field(default_factory=lambda: MappingProxyType({}))
    folder: str = ""

    def data(self, name: str) -> Data:
        """Return what is known of a device; nothing is known of one that is not listed."""
        row = self.rows.get(name)
        return row.data if row else Data()


def read_inventory(source: Source, folder: str) -> Inventory:
    """Read `hosts.yaml` of a folder, with `groups.yaml` and `defaults.yaml` beside it or one folder up.

    No inventory at all is an empty one: a fabric can be designed before its devices have serial numbers.
    Raises FabricError with every mistake.
    """
    if not source.has(f"{folder}/hosts.yaml"):
        return Inventory(folder=folder)
    problems: list[Diagnostic] = []
    hosts = _table(source, folder, "hosts.yaml", problems)
    groups = _table(source, folder, "groups.yaml", problems)
    defaults = _table(source, folder, "defaults.yaml", problems, single=True).get("", Defaults())
    below = _Below(groups, defaults)
    met = _met(source, folder, problems)
    rows = {name: below.merged(row, met.get(name, {})) for name, row in hosts.items()}
    problems += _unknown_groups(source, folder, hosts, groups)
    problems += _doubles(source, folder, hosts)
    if problems:
        raise FabricError(*problems)
    return Inventory(MappingProxyType(rows), folder)


def _met(source: Source, folder: str, problems: list[Diagnostic]) -> dict[str, dict[str, str]]:
    """Return what devices showed when they were enrolled, by device."""
    try:
        return {name: found.said for name, found in read_enrolled(source, folder).items()}
    except FabricError as failure:
        problems += failure.diagnostics
        return {}


def _document(source: Source, folder: str, name: str) -> Document | None:
    above = folder.rpartition("/")[0]
    for place in (folder, above):
        path = f"{place}/{name}" if place else name
        if source.has(path):
            return read_file(source, path) if source.read(path).strip() else None
    return None


def _table(
    source: Source, folder: str, name: str, problems: list[Diagnostic], *, single: bool = False
) -> dict[str, Row]:
    try:
        document = _document(source, folder, name)
    except FabricError as failure:
        problems += failure.diagnostics
        return {}
    if document is None:
        return {}
    rows: dict[str, Row] = {}
    wrong: list[tuple[Path, str, str]] = []
    entries: Mapping[str, object] = {"": document.data} if single else document.data
    for key, value in entries.items():
        above = () if single else (key,)
        try:
            rows[key] = Row.model_validate(value if value is not None else {})
        except ValidationError as failure:
            wrong += (
                ((*above, *detail["loc"]), detail["type"], detail["msg"]) for detail in failure.errors()
            )
    (file,) = document.texts
    problems += no_more_than_read(file, (_finding(document, *one) for one in wrong))
    return rows


def _finding(document: Document, path: Path, kind: str, message: str) -> Diagnostic:
    field_name = ".".join(str(part) for part in path)
    if kind == "extra_forbidden":
        known = (*Row.model_fields, *Data.model_fields)
        found = error(
            "INV-002",
            f"`{shortened(str(path[-1]))}` is not a field of an inventory row",
            path,
            nearest(str(path[-1]), known),
        )
        return found.at(document.place(path, of_key=True))
    words = f"`{field_name}`: {in_words(message)}"
    hint = "a password is a reference: `secret:env/NAME`" if path[-1] == "password" else ""
    return error("INV-003", words, path, hint).at(document.place(path))


def _unknown_groups(
    source: Source, folder: str, hosts: Mapping[str, Row], groups: Mapping[str, Row]
) -> list[Diagnostic]:
    bad = {(name, group) for name, row in hosts.items() for group in row.groups if group not in groups}
    if not bad:
        return []
    document = read_file(source, f"{folder}/hosts.yaml")
    unknown = {group for _, group in bad}
    few = len(unknown) * len(groups) <= MOST_COMPARED
    hints = {group: nearest(group, groups) if few else "" for group in unknown}
    return [
        error(
            "INV-004", f"`groups.yaml` has no group `{shortened(group)}`", (name, "groups"), hints[group]
        ).at(document.place((name, "groups")))
        for name, group in sorted(bad)
    ]


def _doubles(source: Source, folder: str, hosts: Mapping[str, Row]) -> list[Diagnostic]:
    """Return the identities that two devices claim: one of them would get the other's configuration."""
    holders: dict[tuple[str, str], str] = {}
    twice: list[tuple[str, str, str, str]] = []
    for name, row in hosts.items():
        for field_name, value in _identities(row.data):
            first = holders.setdefault((field_name, value), name)
            if first != name:
                twice.append((name, field_name, value, first))
    if not twice:
        return []
    document = read_file(source, f"{folder}/hosts.yaml")
    hint = "look at the device itself: one of the two lines was copied"
    return [
        error(
            "INV-008",
            f"`{name}` has the {field_name} `{value}` of `{first}`",
            (name, "data", field_name),
            hint,
        ).at(document.place((name, "data", field_name)))
        for name, field_name, value, first in twice
    ]


def _identities(data: Data) -> Iterator[tuple[str, str]]:
    single = {"serial": data.serial, "mac": data.mac, "guid": data.guid}
    yield from ((name, value) for name, value in single.items() if value)
    if data.management is not None:
        yield "management", str(data.management.ip)
    yield from (("guids", guid) for guid in data.guids)


class _Below:
    """What groups and defaults give, as in Nornir: a host's own value first, then its groups in order.

    Hosts are many and combinations of groups few, so that each is merged once.
    """

    def __init__(self, groups: Mapping[str, Row], defaults: Row) -> None:
        self.groups, self.defaults = groups, defaults
        self.made: dict[tuple[str, ...], tuple[dict[str, object], dict[str, object]]] = {}

    def merged(self, row: Row, met: Mapping[str, str]) -> Row:
        """Return a host with what its enrolment, its groups and the defaults add."""
        if row.groups not in self.made:
            self.made[row.groups] = self._layers(row.groups)
        values, data = self.made[row.groups]
        more = {name: value for name, value in values.items() if name not in row.model_fields_set}
        more_data = {**data, **met}
        known = {name: value for name, value in more_data.items() if name not in row.data.model_fields_set}
        if known:
            more["data"] = row.data.model_copy(update=known)
        return row.model_copy(update=more) if more else row

    def _layers(self, names: tuple[str, ...]) -> tuple[dict[str, object], dict[str, object]]:
        values: dict[str, object] = {}
        data: dict[str, object] = {}
        for layer in (self.defaults, *(self.groups[name] for name in reversed(names) if name in self.groups)):
            values |= {name: getattr(layer, name) for name in layer.model_fields_set & OWN}
            data |= {name: getattr(layer.data, name) for name in layer.data.model_fields_set}
        return values, data
