"""How often services may restart before systemd refuses, and the lock of `config reload`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 3
WINDOW_S = 1200.0
"""StartLimitBurst=3 in StartLimitIntervalSec=1200 of swss and its dependants (sonic-buildimage #3244)."""


class Restarts:
    """The start budget of `sonic.target`. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: list[float] = []
        self.is_locked = False
        """`/etc/sonic/reload.lock` is held by a reload that runs."""

    def take(self) -> bool:
        """Count one start; False when it was one too many."""
        now = self._clock()
        self._times = [t for t in self._times if t > now - WINDOW_S]
        if len(self._times) >= LIMIT:
            return False
        self._times.append(now)
        return True

    def forget(self) -> None:
        """Start anew, as a boot or `systemctl reset-failed` does."""
        self._times.clear()
        self.is_locked = False
