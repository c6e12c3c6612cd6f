"""What an EOS device says a session would make of it, beside what was planned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.tree import apply, diff
from fabric.platforms.eos.grammar import UNOWNED
from fabric.platforms.eos.parse import ARTIFACT, text_to_tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.core.tree import Edit, Path

_HUNK = re.compile(r"@@ -(?P<line>\d+)")


def unlike(running: Mapping[str, str], edits: Sequence[Edit], shown: str) -> tuple[Edit, ...]:
    """Return where `show session-config diffs` and the plan differ, as edits from planned to shown.

    Raises ValueError for a text that is no diff of what the device runs.
    """
    lines = running[ARTIFACT].splitlines()
    told = text_to_tree("\n".join(patched(lines, shown.splitlines())))
    return diff(apply(text_to_tree("\n".join(lines)), edits), told, _compared)


def _compared(path: Path) -> bool:
    return not path[-1].startswith(UNOWNED)


def patched(lines: Sequence[str], shown: Sequence[str]) -> list[str]:
    """Return lines after a unified diff. Raises ValueError where it does not fit them.

    A hunk is looked for around the line that it names: whether headers count is not known for every release.
    """
    made: list[str] = []
    at = 0
    bare = [line.rstrip() for line in lines]
    for number, hunk in _hunks(shown):
        old = [line[1:].rstrip() for line in hunk if line[:1] != "+"]
        places = [n for n in range(at, len(bare) - len(old) + 1) if bare[n : n + len(old)] == old]
        if not places:
            raise ValueError(f"its diff around line {number} is not one of what it runs")
        place = min(places, key=lambda n: abs(n - (number - 1)))
        made += lines[at:place]
        made += [line[1:] for line in hunk if line[:1] != "-"]
        at = place + len(old)
    return made + list(lines[at:])


def _hunks(shown: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the line that each hunk begins at, and its lines. Raises ValueError for what is no diff."""
    hunk: list[str] = []
    number = 0
    for line in shown:
        if match := _HUNK.match(line):
            if hunk:
                yield number, hunk
            hunk, number = [], int(match["line"])
        elif number and line[:1] in {" ", "+", "-", ""}:
            hunk.append(line or " ")
        elif line.strip() and not line.startswith(("--- ", "+++ ")):
            raise ValueError("what it shows of the candidate is no diff")
    if hunk:
        yield number, hunk
