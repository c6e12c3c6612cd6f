"""The lab's own record of what changed on which device: tests trust it over the engine's journal."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILE = "commits.jsonl"
VERBS = frozenset(
    {
        *("open", "commit", "confirm", "abort", "revert", "load", "delete", "save", "reboot", "edit"),
        *("arm", "disarm", "fire", "frr", "gcu", "rollback", "reload", "restart"),
    },
)
"""The second row is SONiC's own."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One thing that happened to one device."""

    time: float
    """Seconds since the epoch."""
    device: str
    verb: str
    token: str
    """The session, file or checkpoint it was done under; empty where there is none."""
    user: str
    digest: str
    """Of the running configuration afterwards, as the device's double makes it."""


class CommitLog:
    """Append-only JSON lines. A change is on disk before the device answers; an open need not be."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._clock = clock

    def append(self, device: str, verb: str, *, token: str = "", user: str = "", digest: str = "") -> None:
        """Write one line, synced to disk. Raises ValueError for a verb that is not in `VERBS`."""
        if verb not in VERBS:
            raise ValueError(f"unknown verb `{verb}`")
        entry = Commit(self._clock(), device, verb, token, user, digest)
        os.write(self._file, (json.dumps(asdict(entry)) + "\n").encode())
        if verb != "open":
            os.fdatasync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read_commits(path: Path) -> tuple[Commit, ...]:
    """Read the whole log, oldest first; a last line that was torn by a crash is left out."""
    if not path.exists():
        return ()
    lines = path.read_text(encoding="utf-8").split("\n")
    return tuple(Commit(**json.loads(line)) for line in lines[:-1])
