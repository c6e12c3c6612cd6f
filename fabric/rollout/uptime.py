"""The clock that nobody can set: seconds since the machine began, its sleep included."""

from __future__ import annotations

import time


def uptime() -> float:
    """Read it. Unlike Linux's monotonic clock it goes on while a laptop or a virtual machine is suspended."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
