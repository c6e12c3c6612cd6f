"""The window for changes: each time that a cron line names, for a while, in a time zone."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from fabric.core.calendar import cron, zone

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
        where, minutes = ZoneInfo(self.tz), cron(self.cron)
        start = now.astimezone(dt.UTC).replace(second=0, microsecond=0)
        first = now - dt.timedelta(seconds=self.duration_s)
        while start > first:
            if _named(minutes, start.astimezone(where)):
                return int((start - first).total_seconds())
            start -= MINUTE
        return 0

    def __str__(self) -> str:
        return f"`{self.cron}` {self.tz} for {self.duration_s // 60} min"


def fault(window: Window, needed_s: int) -> str:
    """Say why a window can never be used; empty for one that can."""
    try:
        cron(window.cron)
        zone(window.tz)
    except ValueError as error:
        return str(error)
    if window.duration_s > LONGEST_S:
        return "it is longer than a week"
    if window.duration_s < needed_s:
        need = f"a change and the way back of its wave take {needed_s} s"
        return f"it is open for {window.duration_s} s, and {need}"
    return ""


def _named(minutes: tuple[frozenset[int], ...], when: dt.datetime) -> bool:
    fields = (when.minute, when.hour, when.day, when.month, when.isoweekday())
    return all(value in known for value, known in zip(fields, minutes, strict=True))
