"""A rollout followed until it is over: redrawn on a terminal, line by line elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fabric.cli.talk import coloured, give, quiet, say
from fabric.rollout import control
from fabric.rollout.outcome import EXIT_CODES, Outcome
from fabric.views.records import Teller
from fabric.views.rollout_screen import screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fabric.rollout.control import Status

HOME_AND_CLEAR = "\x1b[H\x1b[J"


def follow(state: Path, which: str, every: float) -> int:
    """Watch until the rollout is over; return its exit code."""
    found = control.status(state, which)
    show = _redraw if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" else _lines()
    alone = False
    while True:
        show(found)
        if nobody(found) and not alone:
            say("nobody runs it: `fabric rollout resume` goes on")
        alone = nobody(found)
        if found.progress.outcome:
            return EXIT_CODES[Outcome(found.progress.outcome)]
        time.sleep(every)
        found = control.status(state, found.rollout)


def nobody(found: Status) -> bool:
    """Whether a rollout is not over and no living process works on it."""
    return found.lease is None and not found.progress.outcome


def _redraw(found: Status) -> None:
    size = shutil.get_terminal_size()
    text = screen(found, datetime.now(UTC), size.columns, size.lines - 1, colour=coloured(sys.stdout))
    sys.stdout.write(HOME_AND_CLEAR + quiet(text) + "\n")
    sys.stdout.flush()


def _lines() -> Callable[[Status], None]:
    """Return a printer that says each record once."""
    teller, told = Teller(), 0

    def show(found: Status) -> None:
        nonlocal told
        for item in found.records[told:]:
            give(f"{item.time[:19]} {teller.line(item.record)}")
        told = len(found.records)

    return show
