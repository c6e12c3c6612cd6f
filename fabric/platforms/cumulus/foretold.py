"""What a Cumulus switch says a revision would make of it, beside what was planned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.tree import apply, diff
from fabric.platforms.nvue.document import SECRETS, parse
from fabric.platforms.nvue.normal import said_anyway
from fabric.platforms.nvue.secret_keys import MARK, masked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.core.tree import Edit, Path

COMES, GOES = "+ ", "- "
_MARKS = frozenset((COMES, GOES))


def unlike(running: Mapping[str, str], edits: Sequence[Edit], shown: str) -> tuple[Edit, ...]:
    """Return where NVUE's own diff and the plan differ, as edits from planned to shown.

    Raises ValueError for a text that is no diff.
    """
    before = parse(running)
    told = dict(before)
    lines = shown.splitlines()
    for mark in (GOES, COMES):
        for line in lines:
            if line[:2] not in _MARKS:
                raise ValueError("what it shows of the candidate is no diff")
            path, value = leaf(line[2:])
            path = [*masked({path: value})][-1]
            if line[:2] != mark:
                continue
            told.pop(path, None)
            if mark == COMES and not said_anyway(path, value):
                told[path] = value
    return diff(apply(before, edits), told, _compared)


def leaf(line: str) -> tuple[Path, str]:
    """Return path and value of a line: `interface swp1 link mtu: 9216`, `interface swp1 link state up`."""
    words, _, value = line.partition(": ")
    return tuple(words.split(" ")), value


def written(path: Path, value: str) -> str:
    """Return the line of a path and its value."""
    return f"{' '.join(path)}: {value}" if value else " ".join(path)


def _compared(path: Path) -> bool:
    return path[-1] not in SECRETS and path[-1] != MARK
