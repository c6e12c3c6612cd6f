"""Names as people order them: `leaf2` before `leaf10`."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_DIGITS = re.compile(r"(\d+)")
_RUN = re.compile(r"\[(\d+)-(\d+)\]")


LONGEST_WORD = 80
"""Characters of a word that a finding repeats."""
LONGEST_NUMBER = 18
"""Digits of the longest run that counts as a number; Python refuses to convert thousands of them."""


@lru_cache(maxsize=65536)
def natural(name: str) -> tuple[str | int, ...]:
    """Return a sort key that counts the numbers in a name; texts and numbers alternate, so keys compare."""
    texts = _DIGITS.split(name)
    parts: list[str | int] = [*texts]
    parts[1::2] = map(_number, texts[1::2])
    return tuple(parts)


def _number(digits: str) -> int:
    """Return the number, or one above all others for a run of digits that is too long to be one."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else 10**LONGEST_NUMBER + len(digits)


def listing(names: list[str] | tuple[str, ...], most: int = 6) -> str:
    """Return names for a sentence: "`a`, `b`"; many of them folded, "`a[1-8]`, `b[1-2]` and 3 more"."""
    many = len(names) > most and not any("[" in name for name in names)
    shown = folded(names) if many else tuple(names)
    left = len(set(names) if many else names) - sum(map(_matched if many else _one, shown[:most]))
    return ", ".join(f"`{name}`" for name in shown[:most]) + (f" and {left} more" if left else "")


def _one(_name: str) -> int:
    return 1


def _matched(pattern: str) -> int:
    """Return how many names a pattern of `folded` stands for."""
    spans = _RUN.findall(pattern)
    return prod(int(last) - int(first) + 1 for first, last in spans)


def shortened(word: str) -> str:
    """Return a word a person wrote as a sentence can hold it."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}..."


Place = tuple[int, ...]
Span = tuple[int, int]


def folded(names: Iterable[str]) -> tuple[str, ...]:
    """Return patterns that match exactly these names: `pod[1-15]-leaf[1-8]`, `pod16-leaf[1-7]`."""
    found: defaultdict[tuple[str, ...], set[Place]] = defaultdict(set)
    for name in names:
        texts, place = _split(name)
        found[texts].add(place)
    patterns = (_joined(texts, spans) for texts, places in found.items() for spans in _spans(places))
    return tuple(sorted(patterns, key=natural))


def _split(name: str) -> tuple[tuple[str, ...], Place]:
    """Return what stands between the numbers of a name, and the numbers; zeros before one make it text."""
    texts, place = [""], []
    for part in _DIGITS.split(name):
        if part.isascii() and part.isdecimal() and len(part) <= LONGEST_NUMBER and str(int(part)) == part:
            place.append(int(part))
            texts.append("")
        else:
            texts[-1] += part
    return tuple(texts), tuple(place)


def _spans(places: Iterable[Place]) -> list[tuple[Span, ...]]:
    """Return ranges of places: the last numbers in runs, then places before them that have the same runs."""
    rows = list(places)
    if rows == [()]:
        return [()]
    lasts: defaultdict[Place, list[int]] = defaultdict(list)
    for place in sorted(rows):
        lasts[place[:-1]].append(place[-1])
    alike: defaultdict[tuple[Span, ...], list[Place]] = defaultdict(list)
    for place, numbers in lasts.items():
        alike[runs(numbers)].append(place)
    return [(*before, run) for ends, befores in alike.items() for before in _spans(befores) for run in ends]


def runs(numbers: Iterable[int]) -> tuple[Span, ...]:
    """Return rising numbers as first and last of each run."""
    found: list[Span] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def _joined(texts: tuple[str, ...], spans: tuple[Span, ...]) -> str:
    words = [str(first) if first == last else f"[{first}-{last}]" for first, last in spans]
    return texts[0] + "".join(word + text for word, text in zip(words, texts[1:], strict=True))
