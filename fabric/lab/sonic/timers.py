"""Transient systemd timers: a script that runs by itself later, whoever is still connected then."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fabric.lab.sonic.clock import Clock


@dataclass(slots=True)
class Timer:
    """One `NAME.timer` with its `NAME.service`; `due` in seconds of the device's clock."""

    name: str
    due: float
    words: tuple[str, ...]
    task: asyncio.Task[None] | None = None
    running: bool = False
    """The timer ran out and the service executes."""


class Timers:
    """The transient units of one device, by name. systemd collects them when their service has ended."""

    def __init__(self, clock: Clock, fire: Callable[[Timer], Awaitable[None]]) -> None:
        self._clock = clock
        self._fire = fire
        self.units: dict[str, Timer] = {}

    def arm(self, name: str, after_s: float, words: tuple[str, ...]) -> bool:
        """Start a timer; False if a unit of this name is there already."""
        if name in self.units:
            return False
        timer = Timer(name, self._clock.now() + after_s, words)
        timer.task = asyncio.get_running_loop().create_task(self._wait(timer, after_s))
        self.units[name] = timer
        return True

    def waiting(self) -> list[Timer]:
        """Return the timers that have not run out, the next one first."""
        return sorted((t for t in self.units.values() if not t.running), key=lambda t: t.due)

    def left_s(self, timer: Timer) -> float:
        """Return the seconds until a timer runs out."""
        return max(0.0, timer.due - self._clock.now())

    def stop(self, name: str, *, service: bool) -> bool:
        """Stop a timer that waits, or a service that runs; False if there is no such thing."""
        timer = self.units.get(name)
        if timer is None or timer.running is not service:
            return False
        self._drop(timer)
        return True

    def run_out(self, later_s: float = 0.0) -> None:
        """Let those that wait run out now or soon, the next one first."""
        for timer in self.waiting():
            self._drop(timer)
            self.arm(timer.name, later_s, timer.words)

    def lose(self) -> None:
        """Forget everything, as a reboot does."""
        for timer in tuple(self.units.values()):
            self._drop(timer)

    def _drop(self, timer: Timer) -> None:
        self.units.pop(timer.name, None)
        if timer.task is not None and timer.task is not asyncio.current_task():
            timer.task.cancel()

    async def _wait(self, timer: Timer, after_s: float) -> None:
        await self._clock.sleep(after_s)
        timer.running = True
        try:
            await self._fire(timer)
        finally:
            if self.units.get(timer.name) is timer:
                del self.units[timer.name]
