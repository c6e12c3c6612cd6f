"""Links in CSV files beside the intent: rows take the place of the file's name, each with its position."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, TypeVar

from fabric.core.csv_rows import read_table
from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.document import Document, Placed
from fabric.core.yaml_events import Mark
from fabric.intent.explicit import CSV_NAME, Cable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.csv_rows import Cell, Table
    from fabric.core.diagnostic import Path
    from fabric.core.source import Source

NEEDED = ("a", "b")
Value = TypeVar("Value")


def with_tables(source: Source, folder: str, document: Document) -> Document:
    """Return the document with the rows of the files that `topology.links` names. Raises FabricError."""
    problems: list[Diagnostic] = []
    for path in tuple(_places(document.data)):
        try:
            document = _spliced(source, folder, document, path)
        except FabricError as failure:
            problems += failure.diagnostics
    if problems:
        raise FabricError(*problems)
    return document


def _places(data: Mapping[str, object]) -> Iterator[Path]:
    """Yield where hand-written fabrics name files of links."""
    fabrics = data.get("fabrics")
    beside = [("fabrics", name) for name in fabrics] if isinstance(fabrics, dict) else []
    for prefix in ((), *beside):
        topology = _at(data, (*prefix, "topology"))
        if isinstance(topology, dict) and topology.get("kind") == "explicit":
            links = topology.get("links")
            if any(_is_file(entry) for entry in (links if isinstance(links, list) else [links])):
                yield (*prefix, "topology", "links")


def _at(data: object, path: Path) -> object:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _is_file(entry: object) -> TypeGuard[str]:
    return isinstance(entry, str) and CSV_NAME.fullmatch(entry) is not None


def _spliced(source: Source, folder: str, document: Document, path: Path) -> Document:
    links = _at(document.data, path)
    data: list[object] = []
    marks: dict[Path, Mark] = {}
    texts = dict(document.texts)
    moved: dict[str | int, int] = {}
    for number, entry in enumerate(links if isinstance(links, list) else [links]):
        if not _is_file(entry):
            moved[number] = len(data)
            data.append(entry)
            continue
        table = _table(source, folder, entry, (*path, number) if isinstance(links, list) else path, document)
        texts[table.file] = table.lines
        for row in table.rows:
            marks |= _marks(table, (*path, len(data)), row)
            data.append({name: cell.text for name, cell in row.items()})
    places = Placed(_moved(document.marks, path, moved) | marks, _moved(document.keys, path, moved))
    return Document(_put(document.data, path, data), texts, (places,))


def _table(source: Source, folder: str, name: str, path: Path, document: Document) -> Table:
    """Return the table of a file beside the intent. Raises FabricError."""
    prefix = "" if folder in {"", "."} else f"{folder.rstrip('/')}/"
    if not source.has(prefix + name):
        beside = [file.removeprefix(prefix) for file in source.files(folder) if file.endswith(".csv")]
        hint = nearest(name, beside) or "it stands beside the YAML that names it"
        found = error("CSV-005", f"there is no file `{name}` beside the intent", path, hint)
        raise FabricError(found.at(document.place(path)))
    return read_table(prefix + name, source.read(prefix + name), tuple(Cable.model_fields), NEEDED)


def _marks(table: Table, path: Path, row: Mapping[str, Cell]) -> dict[Path, Mark]:
    first = min(row.values(), key=lambda cell: cell.column)
    cells = {(*path, name): Mark(table.file, cell.line, cell.column) for name, cell in row.items()}
    return {path: Mark(table.file, first.line, first.column), **cells}


def _moved(marks: Mapping[Path, Value], path: Path, moved: Mapping[str | int, int]) -> dict[Path, Value]:
    """Return positions with those of written links under their new number; the name of a file has none."""
    depth = len(path)
    found: dict[Path, Value] = {}
    for key, mark in marks.items():
        if len(key) <= depth or key[:depth] != path:
            found[key] = mark
        elif key[depth] in moved:
            found[*path, moved[key[depth]], *key[depth + 1 :]] = mark
    return found


def _put(data: Mapping[str, object], path: Path, value: object) -> dict[str, object]:
    """Return a mapping with another value at a path."""
    key, *rest = path
    below = data[str(key)]
    inner = _put(below, tuple(rest), value) if rest and isinstance(below, dict) else value
    return {**data, str(key): inner}
