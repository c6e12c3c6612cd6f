"""Ranges of numbers and ports, which EOS folds when it prints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPLIT = re.compile(r"[ ,]+")
_PORT = re.compile(r"(?:Ethernet|Et)?(?P<first>[\d/]+)(?:-(?P<last>[\d/]+))?$")


def numbers(text: str) -> Iterator[int]:
    """Yield the numbers of `1,3-5` or `1 3-5`."""
    for part in _SPLIT.split(text.strip()):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def folded(values: Iterable[int], separator: str = ",") -> str:
    """Return numbers with runs folded: `1,3-5`."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return separator.join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)


def interfaces(text: str) -> Iterator[str]:
    """Yield the full names of `Et1-2` or `Ethernet1/1,3/1-5/1`; what is no range of ports stays as it is.

    A range counts in the first number in which its ends differ: `Ethernet1/1-3/1` is cages 1 to 3.
    """
    for part in text.split(","):
        match = _PORT.match(part)
        if match is None:
            yield part
            continue
        first = match["first"].split("/")
        last = (match["last"] or match["first"]).split("/")
        last = first[: len(first) - len(last)] + last
        at = next(
            (i for i, pair in enumerate(zip(first, last, strict=True)) if pair[0] != pair[1]), len(first) - 1
        )
        for number in range(int(first[at]), int(last[at]) + 1):
            yield "Ethernet" + "/".join((*first[:at], str(number), *first[at + 1 :]))
