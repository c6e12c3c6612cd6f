"""Facts a site adds or corrects: `inventory/catalog/*.yaml`, in the shape of the shipped tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from fabric.catalog.tables import TABLES, Table, parse_document
from fabric.core.diagnostic import Diagnostic, FabricError, Place, error, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog.models.entry import Entry

Added = dict[str, tuple["Entry", ...]]
_BY_NAME: dict[str, Table[Any]] = {table.name: table for table in TABLES}


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
        document = parse_document(text)
    except yaml.YAMLError as problem:
        return {}, [_broken(file, problem)]
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
    root = yaml.compose(text, Loader=yaml.CSafeLoader) if mistakes else None
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


def _broken(file: str, problem: yaml.YAMLError) -> Diagnostic:
    mark = getattr(problem, "problem_mark", None)
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
    return error("CAT-001", getattr(problem, "problem", None) or "this is not YAML", (file,)).at(place)


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
