"""Shapes of CONFIG_DB: every scalar is a string; an entry without fields is an empty row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Row = dict[str, str | list[str]]
Table = dict[str, Row]


def ranges(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as SONiC keys them, runs folded: 0, 1, 2, 4 are `0-2` and `4`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return tuple(str(first) if first == last else f"{first}-{last}" for first, last in runs)
