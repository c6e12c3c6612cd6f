"""One YAML file to plain values, event by event: no recursion, no types guessed, no surprise kept."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import yaml
from yaml.reader import Reader

from fabric.core.diagnostic import Diagnostic, FabricError, Path, Place, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
DEEPEST = 40
"""Levels of nesting; an intent needs about ten."""
MOST_VALUES = 1_000_000
"""Values in one file, those behind an alias counted as often as it is used."""
MOST_PROBLEMS = 1000
"""Mistakes of one file that are told."""

NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


def no_more_than_read(file: str, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the mistakes of a file, each made when asked for, but no more of them than anybody reads."""
    told = list(islice(found, MOST_PROBLEMS + 1))
    if len(told) > MOST_PROBLEMS:
        told[-1] = _more(file, told[-1].place)
    return told


def _more(file: str, place: Place | None) -> Diagnostic:
    return error("YML-011", f"`{file}` holds more such mistakes").at(place)


def as_written(text: str) -> str | None:
    """Return what a plain scalar means: itself, unless it is one of the words for nothing."""
    return None if text in NOTHING else text


class Mark(NamedTuple):
    """A position; line and column count from 0."""

    file: str
    line: int
    column: int


_Position = tuple[int, int]
"""Line and column, from 0."""


def _start(event: yaml.Event) -> _Position:
    mark = event.start_mark
    return (mark.line, mark.column) if mark else (0, 0)


class _Frame:
    """A mapping or list that is being read."""

    __slots__ = ("anchor", "awaits_key", "before", "key", "path", "value")

    def __init__(
        self, value: dict[str, object] | list[object], path: Path, anchor: str | None, before: int
    ) -> None:
        self.value = value
        self.path = path
        self.anchor = anchor
        self.before = before
        self.key: str | None = None
        self.awaits_key = isinstance(value, dict)


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        self.marks: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self.anchors: dict[str, tuple[object, int]] = {}
        self.problems: list[Diagnostic] = []
        self.frames: list[_Frame] = []
        self.count = 0
        self.root: object = None
        self.documents = 0

    def problem(self, code: str, summary: str, at: _Position, hint: str = "") -> Diagnostic:
        return error(code, summary, hint=hint).at(Place.within(self.file, self.lines, *at))

    def note(self, found: Diagnostic) -> None:
        """Keep a mistake that hides no other, but no more of them than anybody reads."""
        self.problems.append(found)
        if len(self.problems) == MOST_PROBLEMS:
            raise FabricError(_more(self.file, found.place))

    def close(self, _event: yaml.Event) -> None:
        frame = self.frames.pop()
        if frame.anchor:
            self.anchors[frame.anchor] = (frame.value, self.count - frame.before)

    def document(self, event: yaml.Event) -> None:
        self.documents += 1
        if self.documents > 1:
            hint = "put each section in one document"
            raise FabricError(self.problem("YML-008", "a second `---` document", _start(event), hint))

    def scalar(self, event: yaml.ScalarEvent) -> None:
        if event.tag not in {None, "!"} and not event.tag.startswith("tag:yaml.org,2002:str"):
            hint = "write the plain value"
            self.note(self.problem("YML-007", f"tag `{event.tag}` is not used here", _start(event), hint))
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.awaits_key:
            self.take_key(frame, event)
            return
        plain = not event.style  # None from the Python loader, "" from libyaml
        value = as_written(event.value) if plain else event.value
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        self.put(value, _start(event), 1)

    def take_key(self, frame: _Frame, event: yaml.ScalarEvent) -> None:
        path = (*frame.path, event.value)
        if path in self.keys:
            first = self.keys[path]
            summary = f"`{event.value}` is already set in line {first.line + 1}"
            self.note(self.problem("YML-002", summary, _start(event), "keep one of the two"))
        self.keys[path] = Mark(self.file, *_start(event))
        frame.key, frame.awaits_key = event.value, False

    def alias(self, event: yaml.AliasEvent) -> None:
        if event.anchor not in self.anchors:
            inside = any(frame.anchor == event.anchor for frame in self.frames)
            words = f"`*{event.anchor}` stands inside its own" if inside else f"`*{event.anchor}` has no"
            raise FabricError(self.problem("YML-001", f"{words} `&{event.anchor}`", _start(event)))
        value, size = self.anchors[event.anchor]
        if self.frames and self.frames[-1].awaits_key:
            raise FabricError(self.problem("YML-009", "an alias cannot be a key", _start(event)))
        self.put(value, _start(event), size)

    def open_mapping(self, event: yaml.CollectionStartEvent) -> None:
        self.open(event, {})

    def open_list(self, event: yaml.CollectionStartEvent) -> None:
        self.open(event, [])

    def open(self, event: yaml.CollectionStartEvent, value: dict[str, object] | list[object]) -> None:
        if self.frames and self.frames[-1].awaits_key:
            raise FabricError(self.problem("YML-009", "a key is a word, not a collection", _start(event)))
        if len(self.frames) >= DEEPEST:
            raise FabricError(self.problem("YML-003", f"nested deeper than {DEEPEST} levels", _start(event)))
        before = self.count
        path = self.put(value, _start(event), 1)
        self.frames.append(_Frame(value, path, event.anchor, before))

    def put(self, value: object, at: _Position, size: int) -> Path:
        """Place a value where the innermost open collection awaits one; return its path."""
        self.count += size
        if self.count > MOST_VALUES:
            hint = "aliases inside aliases multiply; write the values out"
            raise FabricError(self.problem("YML-003", f"more than {MOST_VALUES} values", at, hint))
        if not self.frames:
            self.root = value
            path: Path = ()
        else:
            path = self._append(self.frames[-1], value)
        self.marks[path] = Mark(self.file, *at)
        return path

    @staticmethod
    def _append(frame: _Frame, value: object) -> Path:
        if isinstance(frame.value, list):
            frame.value.append(value)
            return (*frame.path, len(frame.value) - 1)
        key = frame.key or ""
        frame.value.setdefault(key, value)
        frame.awaits_key = True
        return (*frame.path, key)


_HANDLERS: Mapping[type[yaml.Event], Callable[..., None]] = {
    yaml.ScalarEvent: _Reader.scalar,
    yaml.AliasEvent: _Reader.alias,
    yaml.MappingStartEvent: _Reader.open_mapping,
    yaml.SequenceStartEvent: _Reader.open_list,
    yaml.MappingEndEvent: _Reader.close,
    yaml.SequenceEndEvent: _Reader.close,
    yaml.DocumentStartEvent: _Reader.document,
}


def read_yaml(file: str, text: str) -> tuple[object, Mapping[Path, Mark], Mapping[Path, Mark]]:
    """Return the value of a text, the position of every value, and that of every key.

    Raises FabricError with every mistake found up to the first that hides the rest.
    """
    reader = _Reader(file, text)
    try:
        for event in yaml.parse(text, Loader=LOADER):
            if handler := _HANDLERS.get(type(event)):
                handler(reader, event)
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        words = f"this is not YAML: {failure.problem or failure.context}"
        found = (
            reader.problem("YML-001", words, (mark.line, mark.column), _context(failure))
            if mark
            else error("YML-001", f"`{file}`: {words}")
        )
        raise FabricError(*reader.problems, found) from None
    except yaml.YAMLError as failure:  # a character that YAML forbids; it has no mark, but a position
        raise FabricError(*reader.problems, _forbidden(file, text, failure)) from None
    except FabricError as failure:
        raise FabricError(*reader.problems, *failure.diagnostics) from None
    if reader.problems:
        raise FabricError(*reader.problems)
    return reader.root, reader.marks, reader.keys


def _context(failure: yaml.MarkedYAMLError) -> str:
    """Return what was being read when a later line gave the mistake away."""
    begun = failure.context_mark
    return f"{failure.context} that begins in line {begun.line + 1}" if failure.context and begun else ""


def _forbidden(file: str, text: str, failure: yaml.YAMLError) -> Diagnostic:
    found = Reader.NON_PRINTABLE.search(text)  # the position that libyaml gives counts bytes
    before = text[: found.start() if found else 0]
    line, column = before.count("\n"), len(before) - (before.rfind("\n") + 1)
    reason = getattr(failure, "reason", "") or "unreadable"
    place = Place.within(file, text.splitlines(), line, column)
    return error("YML-001", f"this is not YAML: {reason}").at(place)
