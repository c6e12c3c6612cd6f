"""Names as people order them: `leaf2` before `leaf10`."""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = re.compile(r"(\d+)")


@lru_cache(maxsize=65536)
def natural(name: str) -> tuple[str | int, ...]:
    """Return a sort key that counts the numbers in a name; texts and numbers alternate, so keys compare."""
    return tuple(int(part) if part.isdecimal() else part for part in _DIGITS.split(name))


def listing(names: list[str] | tuple[str, ...], most: int = 6) -> str:
    """Return names for a sentence: "`a`, `b` and 3 more"."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
