"""The plain part of block YAML, line by line: what our templates print, read many times faster than any YAML.

Whatever is not plain (flow collections, comments after values, texts over several lines, anchors, tags, quotes
in quotes, letters beyond ASCII, mistakes) is left to the reader of all YAML; a test holds the two together.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_KEY = r"[A-Za-z0-9_./][A-Za-z0-9_./,@+-]{0,200}|'[ -&(-~]{0,200}'"
_PLAIN = r"[A-Za-z0-9_./](?:[A-Za-z0-9_./,()+=@%-]|:(?=[A-Za-z0-9_./-])| (?=[A-Za-z0-9_./(]))*"
_VALUE = rf"{_PLAIN}|'[ -&(-~]*'|\{{\}}|\[\]"
_LINE = re.compile(rf"( *)(- )?(?:({_KEY}):(?: ({_VALUE}))?|({_VALUE}))")
_EMPTY = re.compile(r" *(?:#[ -~]*)?")
DEEPEST = 64
"""Levels; what is deeper is left to the other reader."""
MOST_REMEMBERED = 65536
"""Lines whose meaning is remembered: devices differ in few."""

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_NOTHING, _MAPPING, _LIST = object(), object(), object()
"""Values of a key whose value begins in a later line, of `{}` and of `[]`."""
_FRESH: dict[object, Callable[[], Any]] = {_MAPPING: dict, _LIST: list}


@lru_cache(maxsize=65536)
def resolve(text: str) -> str | int | float | bool | None:
    """Return what a plain scalar means in the core schema of YAML 1.2."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in {"0o", "0x"} else int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


class Unusual(Exception):  # noqa: N818 - nothing is wrong: another reader takes over
    """The text is not all plain."""


class _Line(NamedTuple):
    """What a line says."""

    indent: int
    item: bool
    key: str | None
    value: Any


_remembered: dict[str, _Line | None] = {}


def _read(line: str) -> _Line | None:
    """Return what a line says; None for one that says nothing. Raises Unusual."""
    found = _LINE.fullmatch(line)
    if found is None:
        if _EMPTY.fullmatch(line):
            return None
        raise Unusual
    spaces, item, key, after, alone = found.groups()
    text = after if alone is None else alone
    return _Line(len(spaces), item is not None, _unquoted(key), _value(text))


def _unquoted(key: str | None) -> str | None:
    return key[1:-1] if key is not None and key[0] == "'" else key


def _value(text: str | None) -> Any:
    if text is None:
        return _NOTHING
    if text[0] == "'":
        return text[1:-1]
    if text[0] in "{[":
        return _MAPPING if text == "{}" else _LIST
    return resolve(text)


class _Reader:
    """Where the next line belongs."""

    def __init__(self) -> None:
        self.open: list[tuple[int, Any]] = []
        """Open collections with their indents; the innermost is the last."""
        self.waiting: tuple[dict[str, Any], str, int] | None = None
        """Mapping, key and indent of a key whose value begins in a later line."""
        self.root: Any = None

    def opened(self, indent: int, made: Any) -> None:
        """Open a collection in the place that waits for one."""
        if self.waiting is not None:
            mapping, key, _ = self.waiting
            mapping[key] = made
            self.waiting = None
        elif self.open or indent:
            raise Unusual
        else:
            self.root = made
        self.push(indent, made)

    def push(self, indent: int, made: Any) -> None:
        if len(self.open) >= DEEPEST:
            raise Unusual
        self.open.append((indent, made))

    def find(self, indent: int, kind: type) -> Any:
        """Return the innermost collection that a line at an indent adds to; open it if one waits for it."""
        if self.waiting is None:
            if not self.open:
                self.opened(indent, kind())
        elif indent > self.waiting[2] or (kind is list and indent == self.waiting[2]):
            self.opened(indent, kind())
        self.waiting = None
        place, made = self.open[-1]
        while place > indent or (place == indent and type(made) is not kind):
            self.open.pop()
            if not self.open:
                raise Unusual
            place, made = self.open[-1]
        if place != indent:
            raise Unusual
        return made

    def pair(self, mapping: dict[str, Any], line: _Line, indent: int) -> None:
        key, value = line.key, line.value
        if key is None or key in mapping:
            raise Unusual
        if value is _NOTHING:
            mapping[key] = None
            self.waiting = (mapping, key, indent)
        else:
            mapping[key] = _FRESH[value]() if value is _MAPPING or value is _LIST else value

    def item(self, line: _Line) -> None:
        found: list[Any] = self.find(line.indent, list)
        value = line.value
        if line.key is None:
            found.append(_FRESH[value]() if value is _MAPPING or value is _LIST else value)
            return
        made: dict[str, Any] = {}
        found.append(made)
        self.push(line.indent + 2, made)
        self.pair(made, line, line.indent + 2)


def read_lines(text: str) -> Any:
    """Return the value of a document that is all plain.

    Raises Unusual for any other, whether it is YAML or not.
    """
    reader, known = _Reader(), _remembered
    if len(known) > MOST_REMEMBERED:
        known.clear()
    for words in text.split("\n"):
        try:
            line = known[words]
        except KeyError:
            line = known[words] = _read(words)
        if line is None:
            continue
        if line.item:
            reader.item(line)
        else:
            reader.pair(reader.find(line.indent, dict), line, line.indent)
    return reader.root
