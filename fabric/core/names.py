"""Names as people order them: `leaf2` before `leaf10`."""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = re.compile(r"(\d+)")


LONGEST_WORD = 80
"""Characters of a word that a finding repeats."""
LONGEST_NUMBER = 18
"""Digits of the longest run that counts as a number; Python refuses to convert thousands of them."""


@lru_cache(maxsize=65536)
def natural(name: str) -> tuple[str | int, ...]:
    """Return a sort key that counts the numbers in a name; texts and numbers alternate, so keys compare."""
    return tuple(_number(part) if part.isdecimal() else part for part in _DIGITS.split(name))


def _number(digits: str) -> int:
    """Return the number, or one above all others for a run of digits that is too long to be one."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else 10**LONGEST_NUMBER + len(digits)


def listing(names: list[str] | tuple[str, ...], most: int = 6) -> str:
    """Return names for a sentence: "`a`, `b` and 3 more"."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def shortened(word: str) -> str:
    """Return a word a person wrote as a sentence can hold it."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}..."
