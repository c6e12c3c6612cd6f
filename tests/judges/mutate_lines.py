"""Mutants of configuration that is text in lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judges.mutate import HUGE, NOWHERE, Mutant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KEYWORD = re.compile(r"(?<![\w/.-])[a-z][a-z_-]{3,}(?![\w/.:])")
NUMBER = re.compile(r"(?<![\w/.:-])\d+(?![\w/.:-])")


def line_mutants(text: str, definitions: Sequence[str], comment: str = "!") -> Iterator[Mutant]:
    """Make mutants of a text, one per kind and shape of line: lines that differ in numbers are alike.

    `definitions` are patterns of lines that define a name, the name in a group.
    """
    lines = text.splitlines()
    seen: set[str] = set()
    for at, line in enumerate(lines):
        shape = re.sub(r"\d+", "0", line.strip())
        if not shape or shape.startswith(comment) or shape in seen:
            continue
        seen.add(shape)
        for kind, pattern, word in (
            ("key", KEYWORD, None),
            ("type", NUMBER, "many"),
            ("range", NUMBER, HUGE),
        ):
            if found := pattern.search(line):
                put = f"{found[0]}x" if word is None else str(word)
                yield _changed(lines, at, kind, line[: found.start()] + put + line[found.end() :])
    for definition in definitions:
        yield from _broken_names(lines, re.compile(definition))


def _broken_names(lines: list[str], definition: re.Pattern[str]) -> Iterator[Mutant]:
    defined = {
        match[1]: at for at, line in reversed(list(enumerate(lines))) if (match := definition.match(line))
    }
    for name, at in sorted(defined.items()):
        whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        users = [n for n, line in enumerate(lines) if whole.search(line) and not definition.match(line)]
        if users:
            yield _changed(lines, users[-1], "reference", whole.sub(NOWHERE, lines[users[-1]]))
            end = _end_of_block(lines, at)
            yield Mutant("dependency", lines[at].strip(), "\n".join(lines[:at] + lines[end:]) + "\n")


def _end_of_block(lines: list[str], at: int) -> int:
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > depth:
        end += 1
    return end


def _changed(lines: list[str], at: int, kind: str, line: str) -> Mutant:
    where = f"{lines[at].strip()} -> {line.strip()}"
    return Mutant(kind, where, "\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n")
