"""Facts a site adds or corrects: `inventory/catalog/*.yaml`, in the shape of the shipped tables."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from fabric.catalog.tables import TABLES, Table
from fabric.core.diagnostic import Diagnostic, FabricError, Place, error, nearest
from fabric.core.document import Document, Positions
from fabric.core.names import shortened
from fabric.core.yaml_events import LOADER, NOTHING, no_more_than_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog.models.entry import Entry

Added = dict[str, tuple["Entry", ...]]
_BY_NAME: dict[str, Table[Any]] = {table.name: table for table in TABLES}
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]{1,18}|[0-9]{1,18}(\.[0-9]{0,18})?)([eE][-+]?[0-9]{1,3})?")
"""Numbers of YAML's core schema; one of more digits stays a text, which no field for a number takes."""
_SWITCHES = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


def read_additions(files: Mapping[str, str]) -> Added:
    """Return the added entries by table; `files` maps the path of a file to its text.

    Raises FabricError with every mistake of every file.
    """
    added: dict[str, list[Entry]] = {}
    mistakes: list[Diagnostic] = []
    for file, text in sorted(files.items()):
        mistakes += no_more_than_read(file, _read_file(file, text, added))
    if mistakes:
        raise FabricError(*mistakes)
    return {name: tuple(entries) for name, entries in added.items()}


def _read_file(file: str, text: str, added: dict[str, list[Entry]]) -> Iterator[Diagnostic]:
    """Add the entries of a file, and yield its mistakes."""
    positions = Positions(file, text)
    try:
        empty = (
            positions.value is None
        )  # nothing nested without end, no tags, no key twice: what follows recurses
    except FabricError as failure:
        yield from (replace(found, code="CAT-001") for found in failure.diagnostics)
        return
    data = _value(yaml.compose(text, Loader=LOADER))
    if not isinstance(data, dict):
        if not empty:
            yield error("CAT-002", "a catalog file is a mapping of tables", (file,)).at(Place(file, 1, 1))
        return
    document = Document(data, {file: text.splitlines()}, (positions,))
    for name, rows in data.items():
        yield from document.locate(_read_table(name, rows, added.setdefault(name, [])))


def _read_table(name: str, rows: object, added: list[Entry]) -> Iterator[Diagnostic]:
    table = _BY_NAME.get(name)
    if table is None:
        hint = nearest(name, _BY_NAME) or f"tables: {', '.join(_BY_NAME)}"
        yield error("CAT-003", f"no table `{shortened(name)}`", (name,), hint)
        return
    if not isinstance(rows, tuple):
        yield error("CAT-004", f"`{name}` is a list of entries", (name,))
        return
    for index, row in enumerate(rows):
        try:
            added.append(table.model.model_validate(row))
        except ValidationError as problem:
            for mistake in problem.errors():
                yield error("CAT-005", _sentence(mistake["msg"]), (name, index, *mistake["loc"]))


def _sentence(message: str) -> str:
    return message[:1].lower() + message[1:].rstrip(".")


def _value(node: yaml.Node | None) -> object:
    """Return what a node says in YAML's core schema, with tuples for lists as strict models want them."""
    if isinstance(node, yaml.SequenceNode):
        return tuple(_value(below) for below in node.value)
    if isinstance(node, yaml.MappingNode):
        return {key.value: _value(below) for key, below in node.value}
    if isinstance(node, yaml.ScalarNode):
        return node.value if node.style else _plain(node.value)
    return None


def _plain(text: str) -> object:
    """Return the value of a text without quotes."""
    if text in NOTHING:
        return None
    if text in _SWITCHES:
        return _SWITCHES[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text
