"""What of a rollout is still to come, for whoever stops it."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from fabric.core.names import listing
from fabric.rollout.states import KEPT, WAITING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.plan.model import Plan
    from fabric.rollout.desk import Desk
    from fabric.rollout.history import Progress


def pending(plan: Plan, progress: Progress) -> str:
    """Say which devices are in flight, and which have not begun, or are still to go back."""
    left, words = (KEPT, "still to go back") if progress.turned else (WAITING, "not begun")
    rest = tuple(name for name in plan.devices if progress.of(name).state in left)
    parts = [f"in flight: {listing(_flying(progress))}"] if progress.active else []
    parts += [f"{words}: {listing(rest)}"] if rest else []
    return "; ".join(parts) or "every device is at rest"


def _flying(progress: Progress) -> tuple[str, ...]:
    return tuple(f"{name} {progress.of(name).state}" for name in progress.active)


@contextlib.contextmanager
def telling(desk: Desk) -> Iterator[None]:
    """Say what is pending as soon as somebody asks the process to stop.

    A thread does it: a signal's handler may have interrupted whoever holds the lock that a look needs.
    """
    asked = desk.world.stop.asked
    thread = threading.Thread(target=_tell, args=(desk,), name="farewell", daemon=True)
    thread.start()
    try:
        yield
    finally:
        asked.put(0)
        thread.join()


def _tell(desk: Desk) -> None:
    while level := desk.world.stop.asked.get():
        now = desk.snapshot()
        left = pending(desk.plan, now)
        if level > 1:
            flying = f"what is in flight is left to its commit timer ({left})"
            desk.world.warned(f"leaving at once: {flying if now.active else left}")
        elif now.active:
            again = "stop again to leave that to its commit timer"
            desk.world.warned(f"stopping once what is in flight is at rest ({left}); {again}")
        else:
            desk.world.warned(f"stopping: nothing is in flight ({left})")
