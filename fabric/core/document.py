"""YAML with positions: scalars stay as written, and every value knows its line and column."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, Path, Place, error
from fabric.core.plain_flow import Unusual
from fabric.core.plain_yaml import read_plain
from fabric.core.yaml_events import MOST_VALUES, as_written, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.source import Source
    from fabric.core.yaml_events import Mark


@dataclass(frozen=True, eq=False)
class Positions:
    """Where the values of a file stand, found out when somebody asks."""

    file: str
    text: str = field(repr=False)

    @cached_property
    def _read(self) -> tuple[object, Mapping[Path, Mark], Mapping[Path, Mark]]:
        return read_yaml(self.file, self.text)

    @property
    def value(self) -> object:
        """The file as a value."""
        return self._read[0]

    @property
    def marks(self) -> Mapping[Path, Mark]:
        """Position of every value."""
        return self._read[1]

    @property
    def keys(self) -> Mapping[Path, Mark]:
        """Position of every mapping key."""
        return self._read[2]


@dataclass(frozen=True, eq=False)
class Placed:
    """Where values stand that were put together from several files."""

    marks: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]


@dataclass(frozen=True)
class Document:
    """The merged YAML files of a folder: each top-level section stands in one file."""

    data: Mapping[str, object]
    """Mappings, lists, texts as written, and None."""
    texts: Mapping[str, list[str]]
    """Lines by file."""
    positions: tuple[Positions | Placed, ...] = field(repr=False)

    @cached_property
    def marks(self) -> Mapping[Path, Mark]:
        """Position of every value."""
        return ChainMap(*(dict(one.marks) for one in self.positions))

    @cached_property
    def keys(self) -> Mapping[Path, Mark]:
        """Position of every mapping key."""
        return ChainMap(*(dict(one.keys) for one in self.positions))

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
    files = source.files(folder)
    direct = (name for name in files if "/" not in name.removeprefix(prefix))
    names = [name for name in direct if name.endswith((".yaml", ".yml"))]
    if not names:
        below = [
            name.removeprefix(prefix).rpartition("/")[0] for name in files if name.endswith("/site.yaml")
        ]
        such = f"`{below[0]}` below it" if below else "`intents/quickstart`"
        hint = f"name the folder of an intent, such as {such}"
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
    """Read one YAML file whose top level is a mapping; where its values stand is looked for when asked."""
    text = source.read(name)
    value, positions = _plain(name, text) or _whole(name, text)
    lines = text.splitlines()
    if value is None:  # comments only: a file that waits for its first section
        value = {}
    if not isinstance(value, dict):
        place = Place.within(name, lines, 0, 0)
        raise FabricError(
            error("YML-005", "a file holds sections, `name: value`, at its top level").at(place)
        )
    return Document(value, {name: lines}, (positions,))


def _plain(name: str, text: str) -> tuple[object, Positions] | None:
    """Read a file that is all plain, and not of more values than any may have."""
    if sum(map(text.count, ("\n", ":", ",", "["))) >= MOST_VALUES:
        return None
    try:
        return read_plain(text, as_written), Positions(name, text)
    except Unusual:
        return None


def _whole(name: str, text: str) -> tuple[object, Positions]:
    positions = Positions(name, text)
    try:
        return positions.value, positions
    except FabricError:
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if line.startswith(MERGE):
                hint = "keep the lines of both sides that are wanted, and delete the three marks"
                found = error("YML-010", "a merge is not finished here", hint=hint)
                raise FabricError(found.at(Place.within(name, lines, number, 0))) from None
        raise


MERGE = "<<<<<<< "
"""How git begins lines that it could not merge."""


def merge(documents: Iterable[Document]) -> Document:
    """Merge documents section by section. Raises FabricError when a section stands in two files."""
    data: dict[str, object] = {}
    texts: dict[str, list[str]] = {}
    holders: dict[str, Document] = {}
    problems: list[Diagnostic] = []
    for document in documents:
        for section in document.data:
            if section in data:
                first = holders[section].keys[section,]
                summary = f"section `{section}` already stands in `{first.file}` line {first.line + 1}"
                found = error("YML-004", summary, hint="keep each section in one file")
                problems.append(found.at(document.place((section,), of_key=True)))
            holders.setdefault(section, document)
        data.update(document.data)
        texts.update(document.texts)
    if problems:
        raise FabricError(*problems)
    places = {one: None for document in holders.values() for one in document.positions}
    return Document(data, texts, tuple(places))
