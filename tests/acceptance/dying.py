"""`fabric`, killed by SIGKILL at its n-th moment: `dying.py N[wire|file] WORDS...`.

A moment is a record that became durable in the journal, or a call to a device that came back. With `wire`
every request to a device is one too, so that a call of several requests is also cut in the middle. With
`file` a file that Python brought to the disk, or put in its place, is one.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

from fabric.cli import main, rolling
from fabric.drivers.https import Https
from fabric.drivers.sonic.ssh import Ssh

if TYPE_CHECKING:
    from types import ModuleType

REQUESTS = ((Https, "tell"), (Https, "ask"), (Ssh, "tell"), (Ssh, "ask"), (Ssh, "upload"))


class Fate:
    """Counts moments down; at zero the process ends as if the machine had lost power."""

    def __init__(self, moments: int) -> None:
        self._left = moments
        self._lock = threading.Lock()

    def __call__(self, _moment: object = None) -> None:
        with self._lock:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
                threading.Event().wait()


def follow(fate: Fate, owner: type | ModuleType, verb: str) -> None:
    """Make a moment of every request."""
    plain = getattr(owner, verb)

    def sent(*arguments: object, **named: object) -> object:
        answer = plain(*arguments, **named)
        fate()
        return answer

    setattr(owner, verb, sent)


def run(moments: str, words: list[str]) -> None:
    """Run the command in a world whose every moment counts."""
    fate = Fate(int(moments.removesuffix("wire").removesuffix("file")))
    if moments.endswith("wire"):
        for owner, verb in REQUESTS:
            follow(fate, owner, verb)
    if moments.endswith("file"):
        for verb in ("fsync", "replace"):
            follow(fate, os, verb)
    plain = rolling.world_of
    rolling.world_of = lambda *given: dataclasses.replace(plain(*given), after=fate)
    main(words)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
