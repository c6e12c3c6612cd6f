"""YAML with positions: scalars stay as written, and every value knows its line and column."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, Path, Place, error
from fabric.core.yaml_events import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.source import Source
    from fabric.core.yaml_events import Mark


@dataclass(frozen=True)
class Document:
    """The merged YAML files of a folder: each top-level section stands in one file."""

    data: Mapping[str, object]
    """Mappings, lists, texts as written, and None."""
    texts: Mapping[str, list[str]]
    """Lines by file."""
    marks: Mapping[Path, Mark] = field(repr=False)
    """Position of every value."""
    keys: Mapping[Path, Mark] = field(repr=False)
    """Position of every mapping key."""

    def place(self, path: Path, *, of_key: bool = False) -> Place | None:
        """Return where a value (or its key) stands; where its nearest parent stands if it was not written."""
        mark = self.keys.get(path) if of_key else self._head(path)
        while mark is None and path:
            path = path[:-1]
            mark = self._head(path)
        if mark is None:
            return None
        return Place.within(mark.file, self.texts[mark.file], mark.line, mark.column)

    def _head(self, path: Path) -> Mark | None:
        """Return where a value begins for its reader: at its key, when it fills the lines below the key."""
        value, key = self.marks.get(path), self.keys.get(path)
        return key if key is not None and (value is None or key.line != value.line) else value

    def locate(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Give each finding that only knows its path a place."""
        for found in diagnostics:
            yield found if found.place else found.at(self.place(found.path))


def read_document(source: Source, folder: str) -> Document:
    """Read and merge every `*.yaml` directly in a folder. Raises FabricError with all their mistakes."""
    prefix = f"{folder.rstrip('/')}/" if folder not in {"", "."} else ""
    files = (name for name in source.files(folder) if "/" not in name.removeprefix(prefix))
    names = [name for name in files if name.endswith((".yaml", ".yml"))]
    if not names:
        hint = "name the folder of an intent, such as `intents/quickstart`"
        raise FabricError(error("YML-006", f"`{folder}` holds no YAML file", hint=hint))
    documents: list[Document] = []
    problems: list[Diagnostic] = []
    for name in names:
        try:
            documents.append(read_file(source, name))
        except FabricError as failure:
            problems += failure.diagnostics
    if problems:
        raise FabricError(*problems)
    return merge(documents)


def read_file(source: Source, name: str) -> Document:
    """Read one YAML file whose top level is a mapping."""
    text = source.read(name)
    value, marks, keys = read_yaml(name, text)
    lines = text.splitlines()
    if value is None:  # comments only: a file that waits for its first section
        value = {}
    if not isinstance(value, dict):
        place = Place.within(name, lines, 0, 0)
        raise FabricError(
            error("YML-005", "a file holds sections, `name: value`, at its top level").at(place)
        )
    return Document(value, {name: lines}, marks, keys)


def merge(documents: Iterable[Document]) -> Document:
    """Merge documents section by section. Raises FabricError when a section stands in two files."""
    data: dict[str, object] = {}
    texts: dict[str, list[str]] = {}
    marks: dict[Path, Mark] = {}
    keys: dict[Path, Mark] = {}
    problems: list[Diagnostic] = []
    for document in documents:
        for section in document.data:
            if section in data:
                first = keys[section,]
                summary = f"section `{section}` already stands in `{first.file}` line {first.line + 1}"
                found = error("YML-004", summary, hint="keep each section in one file")
                problems.append(found.at(document.place((section,), of_key=True)))
        data.update(document.data)
        texts.update(document.texts)
        marks.update(document.marks)
        keys.update(document.keys)
    if problems:
        raise FabricError(*problems)
    return Document(data, texts, marks, keys)
