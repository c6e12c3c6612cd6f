"""Time as a device sees it, and how long its slow operations take in the lab."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Monotonic seconds; tests put one in that they advance by hand."""

    def now(self) -> float:
        """Return seconds since some fixed moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class RealClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long operations of a real switch take, in seconds, and the factor by which the lab shortens them.

    Timers that a user sets are never scaled.
    """

    factor: float = 0.01
    gcu_start: float = 4.0
    """Start of `config` and sorting of a small patch (measured, sonic-utilities master)."""
    gcu_change: float = 1.0
    """`change_applier` sleeps after every change."""
    reload: float = 120.0
    """From stopping `sonic.target` to all services ready."""
    boot: float = 180.0

    def scaled(self, seconds: float) -> float:
        """Return the seconds the lab takes."""
        return seconds * self.factor
