"""Names by place, and the patterns that overrides match them with."""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_RANGE = re.compile(r"\[(\d+)-(\d+)\]")
_STAND_IN = "0range0"


def pod_number(name: str) -> int | None:
    """Return the number at the end of a pod's name: its place."""
    match = re.search(r"(\d+)$", name)
    return int(match[1]) if match else None


def matcher(pattern: str) -> Callable[[str], bool]:
    """Return whether names fit a pattern: `*`, `?`, and number ranges such as `leaf[7-12]`."""
    bounds = [(int(first), int(last)) for first, last in _RANGE.findall(pattern)]
    expression = re.compile(translate(_RANGE.sub(_STAND_IN, pattern)).replace(_STAND_IN, r"(\d+)"))

    def fits(name: str) -> bool:
        found = expression.match(name)
        return found is not None and all(
            first <= int(number) <= last for number, (first, last) in zip(found.groups(), bounds, strict=True)
        )

    return fits
