"""`fabric`, killed by SIGKILL at its n-th moment: `dying.py N[wire] WORDS...`.

A moment is a record that became durable in the journal, or a call to a device that came back. With `wire`
every request to a device is one too, so that a call of several requests is also cut in the middle.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading

from fabric.cli import main, rolling
from fabric.drivers.https import Https
from fabric.drivers.sonic.ssh import Ssh

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


def follow(fate: Fate, owner: type, verb: str) -> None:
    """Make a moment of every request."""
    plain = getattr(owner, verb)

    def sent(*arguments: object, **named: object) -> object:
        answer = plain(*arguments, **named)
        fate()
        return answer

    setattr(owner, verb, sent)


def run(moments: str, words: list[str]) -> None:
    """Run the command in a world whose every moment counts."""
    fate = Fate(int(moments.removesuffix("wire")))
    if moments.endswith("wire"):
        for owner, verb in REQUESTS:
            follow(fate, owner, verb)
    plain = rolling.world_of
    rolling.world_of = lambda *given: dataclasses.replace(plain(*given), after=fate)
    main(words)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
