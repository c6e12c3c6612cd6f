"""Failures to words and exit codes."""

from __future__ import annotations

import traceback

from fabric.cli.exits import Exit
from fabric.cli.talk import report, say
from fabric.core.diagnostic import FabricError

FRAMES = 4
"""Innermost places of a bug that are shown: enough to report it, and no values that could be secret."""

KNOWN = {
    "PlanError": Exit.STALE,
    "StateError": Exit.FAILED,
    "DriverError": Exit.FAILED,
    "LabError": Exit.FAILED,
    "DBAPIError": Exit.FAILED,
}
"""Exit codes of failures that speak for themselves, by the name of their class: importing the classes would
load what a command may not need."""


def explain(failure: Exception) -> int:
    """Say what went wrong; return the exit code."""
    if isinstance(failure, FabricError):
        report(failure.diagnostics)
        return Exit.FAILED
    for kind in type(failure).__mro__:
        if kind.__name__ in KNOWN:
            say(f"error: {getattr(failure, 'orig', failure)}")
            return KNOWN[kind.__name__]
    if isinstance(failure, OSError):
        say(f"{failure.filename or 'the system'}: {failure.strerror or failure}")
        return Exit.FAILED
    bug(failure)
    return Exit.BUG


def bug(failure: BaseException) -> None:
    """Say which mistake of this program it is, and where; its message may hold anything."""
    say(f"this is a bug: {type(failure).__name__}")
    for frame in traceback.extract_tb(failure.__traceback__)[-FRAMES:]:
        say(f"  {frame.filename}:{frame.lineno} in {frame.name}")
