"""Stopping with care: the first signal drains, the second leaves devices to their timers, the third ends."""

from __future__ import annotations

import contextlib
import math
import queue
import signal
import threading
from typing import TYPE_CHECKING

from fabric.rollout.uptime import uptime

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The last is the terminal that goes, with the connection of who began the rollout."""


class Stop:
    """How urgently somebody wants the process to end. Only ever grows."""

    def __init__(self) -> None:
        self._level = 0
        self._leaving = threading.Event()
        self.lost_lease = False
        self._holds_until = math.inf
        self.asked: queue.SimpleQueue[int] = queue.SimpleQueue()
        """How often somebody asked by then; it may be written to by a signal's handler."""

    @property
    def draining(self) -> bool:
        """Admit nothing any more; what is in flight reaches a safe state."""
        return self._level >= 1

    @property
    def leaving(self) -> bool:
        """Begin no further call: the journal knows where each device stands, and its timer does the rest."""
        return self._level >= 2  # noqa: PLR2004  the second signal

    def request(self) -> None:
        """Ask once more; the third time raises KeyboardInterrupt in the caller."""
        self._level += 1
        self.asked.put(self._level)
        if self.leaving:
            self._leaving.set()
        if self._level > 2:  # noqa: PLR2004  the third signal
            raise KeyboardInterrupt

    def lose_lease(self) -> None:
        """Somebody else acts now: begin nothing, confirm nothing."""
        self.lost_lease = True
        self._level = max(self._level, 2)
        self._leaving.set()

    def hold_lease(self, until: float) -> None:
        """Act until then, by the uptime of this machine."""
        self._holds_until = until

    @property
    def held_until(self) -> float:
        """Until when the lease holds, by the uptime of this machine; infinite without one."""
        return self._holds_until

    @property
    def overslept(self) -> bool:
        """Whether the lease ran out unseen: this process stood still, or cannot reach the database."""
        return uptime() >= self._holds_until

    def wait(self, seconds: float) -> None:
        """Sleep, but no longer than until devices are left to themselves."""
        self._leaving.wait(seconds)


@contextlib.contextmanager
def on_signals(stop: Stop) -> Iterator[None]:
    """Let signals ask, but for one that `nohup` ignores; only in the main thread, and put back afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def asked(_number: int, _frame: FrameType | None) -> None:
        stop.request()

    heard = (number for number in _SIGNALS if number != signal.SIGHUP or _hangs_up())
    before = {number: signal.signal(number, asked) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _hangs_up() -> bool:
    return signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
