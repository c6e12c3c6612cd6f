"""The one thread that writes the journal: whatever waits is made durable by one commit."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from fabric.rollout import store
from fabric.rollout.database import naming

if TYPE_CHECKING:
    from collections.abc import Sequence

    import sqlalchemy as sa

    from fabric.rollout.journal import Record
    from fabric.rollout.store import Lease

MOST = 256
"""Requests taken into one commit."""
LINGER_S = 0.008
"""How long the next commit is put off for every request beyond the first that the last ones took: many
devices in flight share their waits for the disk, and one alone soon waits for nobody."""
LONGEST_LINGER_S = 0.12


@dataclass(frozen=True, slots=True)
class _Request:
    records: tuple[Record, ...]
    guard: Lease | None
    done: Future[list[int]]


class Writer:
    """Group commit. A caller of `append` goes on only when its records are on the disk."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="journal", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, records: Sequence[Record], guard: Lease | None) -> list[int]:
        """Make records durable and return their numbers; raises LeaseLostError or DoubleCommitError."""
        if not self._thread.is_alive():
            raise RuntimeError("the journal's writer has stopped")
        request = _Request(tuple(records), guard, Future())
        self._queue.put(request)
        return request.done.result()

    def close(self) -> None:
        """Write what waits and stop."""
        self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        crowd = 0
        with self._engine.connect() as connection:
            while batch := self._next(crowd):
                self._write(connection, batch)
                crowd = max(len(batch), crowd // 2)  # a lull between two waves of requests is no end

    def _next(self, crowd: int) -> list[_Request]:
        """Wait for a request and take all that come in time; empty when it is time to stop."""
        first = self._queue.get()
        batch = [first] if first else []
        until = time.monotonic() + min(LONGEST_LINGER_S, LINGER_S * (crowd - 1))
        while batch and len(batch) < MOST:
            try:
                item = self._queue.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                break
            if item is None:
                self._queue.put(None)
                break
            batch.append(item)
        return batch

    @staticmethod
    def _write(connection: sa.Connection, batch: list[_Request]) -> None:
        results: list[tuple[_Request, list[int] | Exception]] = []
        try:
            with naming(connection.engine), connection.begin():
                group = store.begin_batch(connection)
                for request in batch:
                    try:
                        results.append((request, group.append(request.records, request.guard)))
                    except (store.LeaseLostError, store.DoubleCommitError) as error:
                        results.append((request, error))
                group.flush()
        except Exception as error:  # noqa: BLE001  whoever waits must learn of a full disk or a locked file
            results = [(request, error) for request in batch]
        for request, result in results:
            if isinstance(result, Exception):
                request.done.set_exception(result)
            else:
                request.done.set_result(result)
