"""A connection to PostgreSQL that is given up when the server falls silent.

The server's own limits do not help when it is stopped, its machine hangs, or packets are lost: psycopg waits
for an answer without end (psycopg 3.3, `waiting.wait`), and a rollout would neither go on nor say why.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Generator

LONGEST_S = 75.0
"""Seconds for one answer: more than the server takes by its own limits."""


class PatientConnection(psycopg.Connection[Any]):
    """Waits for every answer, but not for ever."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **more: Any) -> Any:
        """Wait for an answer; raises OperationalError, and closes, when none came in time."""
        return super().wait(self._bounded(gen), *args, **more)

    def _bounded(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        end = time.monotonic() + LONGEST_S
        try:
            ready = yield next(gen)
            while time.monotonic() < end:
                ready = yield gen.send(ready)
        except StopIteration as done:
            return done.value
        self.pgconn.finish()
        raise psycopg.OperationalError(f"the server has not answered for {LONGEST_S:.0f} s")


def connect(_dialect: Any, _record: Any, words: Any, settings: Any) -> PatientConnection:
    """Connect, as SQLAlchemy's event `do_connect` asks for it."""
    return PatientConnection.connect(*words, **settings)
