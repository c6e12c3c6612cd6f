"""Quantities as people write them: a number and its unit, never a bare number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z%/]*)")

MILLISECONDS = {"ms": 1.0, "s": 1e3, "min": 6e4, "h": 3.6e6, "d": 8.64e7}
METRES = {"cm": 0.01, "m": 1.0, "km": 1000.0}
BYTES = {"B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "KiB": 2**10, "MiB": 2**20}
GIGABITS = {"G": 1.0, "T": 1000.0, "Gb/s": 1.0, "Tb/s": 1000.0, "M": 0.001}
PERCENT = {"%": 1.0}
DECIBELS = {"dB": 1.0}
MOST = 1e12
"""Largest quantity in a base unit: beyond it lies a typo, and at 310 digits a float that is infinite."""
LONGEST_SHOWN = 40
"""Characters of a mistaken quantity that a finding repeats."""


def quantity(text: str, units: Mapping[str, float]) -> float:
    """Return a quantity in the unit whose factor is 1. Raises ValueError that says what to write."""
    match = _QUANTITY.fullmatch(text.strip())
    known = ", ".join(f"`{unit}`" for unit in units)
    if match is None:
        raise ValueError(f"`{_shown(text)}` is not a number with a unit ({known})")
    number, unit = match.groups()
    if not unit:
        raise ValueError(f"`{_shown(text)}` has no unit; write one of {known} after it")
    if unit not in units:
        raise ValueError(f"`{_shown(unit)}` is not a unit used here; write one of {known}")
    value = float(number) * units[unit]
    if not value <= MOST:
        raise ValueError(f"`{_shown(text)}` is larger than anything here can be")
    return value


def _shown(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
