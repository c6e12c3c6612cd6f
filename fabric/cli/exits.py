"""Exit codes: the same for every command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a command says to the shell."""

    DONE = 0
    """Done, or nothing to change."""
    FAILED = 1
    """Findings, refusal or failure."""
    CHANGES = 2
    """Changes are present."""
    STALE = 4
    """The plan is stale, altered or expired."""
    LOCKED = 5
    """Somebody else works on this fabric."""
    ROLLED_BACK = 6
    """A gate failed and everything was rolled back."""
    QUARANTINED = 7
    """Some devices need a human."""
    PAUSED = 8
    """Paused, waiting."""
    OUTSIDE_WINDOW = 9
    """Outside the window for changes."""
    USAGE = 64
    """The command line was wrong."""
    BUG = 70
    """A mistake of this program."""
    INTERRUPTED = 130
    """Interrupted; can be resumed."""
