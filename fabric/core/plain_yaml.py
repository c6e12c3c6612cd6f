"""The plain part of YAML, line by line: what people and templates mostly write, read many times faster.

Whatever is not plain (texts or flow collections over several lines, anchors, tags, escapes, odd characters,
mistakes) is left to a reader of all YAML; tests hold this one and each of those together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from fabric.core.plain_flow import DEEPEST, LIST, MAPPING, QUOTED, SCALAR, Unusual, read_flow

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.core.plain_flow import Resolve

_KEY = rf"[A-Za-z0-9_./][A-Za-z0-9_./,@+*?-]{{0,200}}|{QUOTED}"
_VALUE = rf"{SCALAR}|{QUOTED}|\{{\}}|\[\]"
_COMMENT = "#[ -~\xa0-\u1fff]*"
_LINE = re.compile(
    rf"( *)(- )?(?:({_KEY}):(?: +({_VALUE}|[\[{{].*[\]}}]))?|({_VALUE}|[\[{{].*[\]}}]))(?: *| +{_COMMENT})"
)
_EMPTY = re.compile(rf" *(?:{_COMMENT})?")
_NOTHING = object()
"""Value of a key whose value begins in a later line."""
LONGEST_LINE = 10_000
"""Characters; a longer line is left to the reader of all YAML."""
MOST_REMEMBERED = 65536
"""Lines whose meaning is remembered: configurations of devices differ in few."""


class _Line(NamedTuple):
    """What a line says."""

    indent: int
    item: bool
    key: str | None
    value: Any


_remembered: dict[Resolve, dict[str, _Line | None]] = {}


def _read(line: str, resolve: Resolve) -> _Line | None:
    """Return what a line says; None for one that says nothing. Raises Unusual."""
    if len(line) > LONGEST_LINE:
        raise Unusual
    found = _LINE.fullmatch(line)
    if found is None:
        if _EMPTY.fullmatch(line):
            return None
        raise Unusual
    spaces, item, key, after, alone = found.groups()
    text = after if alone is None else alone
    name = key[1:-1] if key is not None and key[0] in "'\"" else key
    return _Line(len(spaces), item is not None, name, _value(text, resolve))


def _value(text: str | None, resolve: Resolve) -> Any:
    if text is None:
        return _NOTHING
    if text[0] in "'\"":
        return text[1:-1]
    if text[0] in "{[":
        return read_flow(text, resolve)
    return resolve(text)


OWN = (dict, list)
"""Values made for one line alone, which no other line may share."""
_FRESH: dict[object, Callable[[], Any]] = {MAPPING: dict, LIST: list}


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
            mapping[key] = _FRESH[value]() if value is MAPPING or value is LIST else value

    def item(self, line: _Line) -> None:
        found: list[Any] = self.find(line.indent, list)
        value = line.value
        if line.key is None:
            found.append(_FRESH[value]() if value is MAPPING or value is LIST else value)
            return
        made: dict[str, Any] = {}
        found.append(made)
        self.push(line.indent + 2, made)
        self.pair(made, line, line.indent + 2)


def read_plain(text: str, resolve: Resolve) -> Any:
    """Return the value of a document that is all plain; `resolve` says what an unquoted scalar means.

    Raises Unusual for any other, whether it is YAML or not.
    """
    reader, known = _Reader(), _remembered.setdefault(resolve, {})
    if len(known) > MOST_REMEMBERED:
        known.clear()
    for words in text.split("\n"):
        if words in known:
            line = known[words]
        else:
            line = _read(words, resolve)
            if line is None or type(line.value) not in OWN:
                known[words] = line
        if line is None:
            continue
        if line.item:
            reader.item(line)
        else:
            reader.pair(reader.find(line.indent, dict), line, line.indent)
    return reader.root
