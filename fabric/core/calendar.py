"""Times that come again, as a cron line and a time zone name them."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import ZoneInfo

FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
SUNDAY = 7
DAYS = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Most days that a month has, by its number."""


@lru_cache
def cron(text: str) -> tuple[frozenset[int], ...]:
    """Read minute, hour, day, month and weekday; raises ValueError that says what is wrong."""
    parts = text.split()
    if len(parts) != len(FIELDS):
        raise ValueError(f"`{text}` has {len(parts)} fields; five are minute, hour, day, month and weekday")
    found = [_field(part, *known) for part, known in zip(parts, FIELDS, strict=True)]
    if min(found[2]) > max(DAYS[month] for month in found[3]):
        raise ValueError(f"`{text}` never comes: its months have no such day")
    weekdays = found[4] | {SUNDAY} if 0 in found[4] else found[4]
    return (*found[:4], weekdays)


def _field(text: str, what: str, low: int, high: int) -> frozenset[int]:
    values: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, _, last = (f"{low}-{high}" if span == "*" else span).partition("-")
        numbers = (first, last or (str(high) if step else first), step or "1")
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise ValueError(f"`{part}` is no {what}: write a number, `*`, `1-5`, `1,3` or `*/10`")
        begin, end, by = map(int, numbers)
        if not (low <= begin <= end <= high and by):
            raise ValueError(f"`{part}` is no {what}: they run from {low} to {high}")
        values.update(range(begin, end + 1, by))
    return frozenset(values)


def zone(name: str) -> str:
    """Return the name of a time zone; raises ValueError for one that the tz database does not know."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise ValueError(f"there is no time zone `{name}`") from None
    return name
