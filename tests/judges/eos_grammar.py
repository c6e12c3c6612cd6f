"""Reads EOS configuration text into nested values by a table of lines: an own reader, not the project's.

A word says what one line means: `word("mtu {n:int}", "ethernet_interfaces[name={port}].mtu = {n}")`. A
capture `{name}` is one word of the line, `{name:int}` a number, `{name:rest}` the rest, `{name:REGEX}` what
matches. Captures of a block are known inside it. A target is a path: `list[key={x}]` is the entry of a list
with that key, `list[]` a new entry, `list[-]` the newest. A value is a capture, a text with captures, or a
YAML scalar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CAPTURE = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>[^{}]+))?\}")
STEP = re.compile(
    r"(?P<name>\w+|\{\w+\})(?:\[(?:(?P<key>\w+)=(?P<value>[^\]]+)|(?P<newest>-))?(?P<end>\]))?(?:\.|$)"
)
KINDS = {None: r"\S+", "int": r"\d+", "rest": r".+"}
Tree = dict[str, Any]
Captures = dict[str, "str | int"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of configuration, its place in the text, and the lines inside its block."""

    number: int
    text: str
    depth: int
    inside: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Word:
    """What a line means, and which lines may stand in its block."""

    pattern: re.Pattern[str]
    numbers: frozenset[str]
    targets: tuple[str, ...]
    inside: tuple[Word, ...]


def word(line: str, *targets: str, inside: tuple[Word, ...] = ()) -> Word:
    """Make a word from the line as it is written in a configuration."""
    pattern, numbers, end = "", set(), 0
    for found in CAPTURE.finditer(line):
        kind = found["kind"]
        pattern += re.escape(line[end : found.start()]) + f"(?P<{found['name']}>{KINDS.get(kind, kind)})"
        end = found.end()
        if kind == "int":
            numbers.add(found["name"])
    return Word(re.compile(pattern + re.escape(line[end:])), frozenset(numbers), targets, inside)


def read(text: str, words: Sequence[Word]) -> tuple[Tree, list[Line]]:
    """Return the values and the lines that no word explains."""
    tree: Tree = {}
    unknown: list[Line] = []
    _read_block(blocks(text), words, {}, (tree, unknown))
    return tree, unknown


def blocks(text: str) -> list[Line]:
    """Return the lines of a text by indentation, without separators."""
    top: list[Line] = []
    path: list[tuple[int, list[Line]]] = [(-1, top)]
    rows = iter(enumerate(text.splitlines(), start=1))
    for number, raw in rows:
        stripped = raw.strip()
        if stripped.startswith("banner "):
            stripped = "\n".join((stripped, *_until_eof(rows), ""))
        if not stripped or (stripped.startswith("!") and not stripped.startswith("!!")):
            continue
        indent = len(raw) - len(raw.lstrip())
        while path[-1][0] >= indent:
            path.pop()
        line = Line(number, stripped, len(path) - 1)
        path[-1][1].append(line)
        path.append((indent, line.inside))
    return top


def _until_eof(rows: Iterator[tuple[int, str]]) -> Iterator[str]:
    """Return the lines of a banner, the last included."""
    for _, raw in rows:
        yield raw.strip()
        if raw.strip() == "EOF":
            return


def flat(lines: Sequence[Line]) -> Iterator[Line]:
    """Return lines in the order of the text."""
    for line in lines:
        yield line
        yield from flat(line.inside)


def _read_block(
    lines: Sequence[Line], words: Sequence[Word], outer: Captures, into: tuple[Tree, list[Line]]
) -> None:
    tree, unknown = into
    for line in lines:
        for known in words:
            if match := known.pattern.fullmatch(line.text):
                captures = outer | _typed(match.groupdict(), known.numbers)
                for target in known.targets:
                    _put(tree, target, captures)
                _read_block(line.inside, known.inside, captures, into)
                break
        else:
            unknown.extend(flat([line]))


def _typed(found: Mapping[str, str], numbers: frozenset[str]) -> Captures:
    return {name: int(text) if name in numbers else text for name, text in found.items()}


def _put(tree: Tree, target: str, captures: Captures) -> None:
    path, _, value = target.partition(" = ")
    here: Any = tree
    steps = list(STEP.finditer(path))
    for step in steps[:-1]:
        here = _descend(here, step, captures)
    last = steps[-1]
    if not value:
        _descend(here, last, captures)
    elif last["end"]:
        here.setdefault(last["name"], []).append(_value(value, captures))
    else:
        here[last["name"]] = _value(value, captures)


def _descend(here: Tree, step: re.Match[str], captures: Captures) -> Tree:
    name = str(_value(step["name"], captures))
    if not step["end"]:
        return here.setdefault(name, {})  # type: ignore[no-any-return]
    entries: list[Tree] = here.setdefault(name, [])
    if step["newest"]:
        return entries[-1]
    if step["key"] is None:
        entries.append({})
        return entries[-1]
    wanted = _value(step["value"], captures)
    for entry in entries:
        if entry[step["key"]] == wanted:
            return entry
    entries.append({step["key"]: wanted})
    return entries[-1]


def _value(text: str, captures: Captures) -> object:
    if whole := CAPTURE.fullmatch(text):
        return captures[whole["name"]]
    if CAPTURE.search(text):
        return CAPTURE.sub(lambda found: str(captures[found["name"]]), text)
    return yaml.safe_load(text)
