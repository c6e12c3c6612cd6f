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
from fabric.core.yaml_events import LOADER, NOTHING, read_yaml

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
    added: Added = {}
    mistakes: list[Diagnostic] = []
    for file, text in sorted(files.items()):
        found, wrong = _read_file(file, text)
        mistakes += wrong
        for name, entries in found.items():
            added[name] = added.get(name, ()) + entries
    if mistakes:
        raise FabricError(*mistakes)
    return added


def _read_file(file: str, text: str) -> tuple[Added, list[Diagnostic]]:
    try:
        read_yaml(file, text)  # nothing nested without end, no tags, no key twice: what follows may recurse
    except FabricError as failure:
        return {}, [replace(found, code="CAT-001") for found in failure.diagnostics]
    root = yaml.compose(text, Loader=LOADER)
    document = _value(root)
    if document is None:
        return {}, []
    if not isinstance(document, dict):
        return {}, [error("CAT-002", "a catalog file is a mapping of tables", (file,)).at(Place(file, 1, 1))]
    added: Added = {}
    mistakes: list[Diagnostic] = []
    for name, rows in document.items():
        found = list(_read_table(name, rows))
        added[name] = tuple(item for item in found if not isinstance(item, Diagnostic))
        mistakes += [item for item in found if isinstance(item, Diagnostic)]
    return added, [_placed(mistake, file, root) for mistake in mistakes]


def _read_table(name: str, rows: object) -> Iterator[Entry | Diagnostic]:
    table = _BY_NAME.get(name)
    if table is None:
        known = ", ".join(_BY_NAME)
        yield error(
            "CAT-003", f"no table `{name}`", (name,), nearest(str(name), _BY_NAME) or f"tables: {known}"
        )
        return
    if not isinstance(rows, tuple):
        yield error("CAT-004", f"`{name}` is a list of entries", (name,))
        return
    for index, row in enumerate(rows):
        try:
            yield table.model.model_validate(row)
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


def _placed(mistake: Diagnostic, file: str, root: yaml.Node | None) -> Diagnostic:
    """Give a mistake its position: the deepest part of its path that the file has."""
    node = root
    for step in mistake.path:
        below = _child(node, step)
        if below is None:
            break
        node = below
    mark = node.start_mark if node else None
    return mistake.at(Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1))


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        found: yaml.Node = node.value[step]
        return found
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == step), None)
    return None
