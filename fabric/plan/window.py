"""The window for changes: each time that a cron line names, for a while, in a time zone."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo

FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
SUNDAY = 7
MINUTE = dt.timedelta(minutes=1)
LONGEST_S = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Window:
    """When devices may start."""

    cron: str
    duration_s: int
    tz: str

    def left_s(self, now: dt.datetime) -> int:
        """Return how long it stays open at a moment, in seconds; 0 while it is shut.

        An hour that summer time leaves out opens no window, and one that comes twice opens it twice.
        """
        zone, minutes = ZoneInfo(self.tz), cron(self.cron)
        start = now.astimezone(dt.UTC).replace(second=0, microsecond=0)
        first = now - dt.timedelta(seconds=self.duration_s)
        while start > first:
            if _named(minutes, start.astimezone(zone)):
                return int((start - first).total_seconds())
            start -= MINUTE
        return 0

    def __str__(self) -> str:
        return f"`{self.cron}` {self.tz} for {self.duration_s // 60} min"


def fault(window: Window, needed_s: int) -> str:
    """Say why a window can never be used; empty for one that can."""
    try:
        cron(window.cron)
    except ValueError as error:
        return str(error)
    try:
        ZoneInfo(window.tz)
    except (ValueError, OSError, KeyError):
        return f"there is no time zone `{window.tz}`"
    if window.duration_s > LONGEST_S:
        return "it is longer than a week"
    if window.duration_s < needed_s:
        return f"it is open for {window.duration_s} s, and one change and its way back take {needed_s} s"
    return ""


@lru_cache
def cron(text: str) -> tuple[frozenset[int], ...]:
    """Read minute, hour, day, month and weekday; raises ValueError that says what is wrong."""
    parts = text.split()
    if len(parts) != len(FIELDS):
        raise ValueError(f"`{text}` has {len(parts)} fields; five are minute, hour, day, month and weekday")
    found = [_field(part, *known) for part, known in zip(parts, FIELDS, strict=True)]
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


def _named(minutes: tuple[frozenset[int], ...], when: dt.datetime) -> bool:
    fields = (when.minute, when.hour, when.day, when.month, when.isoweekday())
    return all(value in known for value, known in zip(fields, minutes, strict=True))
