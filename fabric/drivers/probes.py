"""Whoever answers the gates of a site's own during a rollout; before one, nothing of them is run."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.drivers.prometheus import Prometheus
from fabric.drivers.secrets import SecretError
from fabric.health.metric import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.drivers.secrets import Secrets
    from fabric.plan.own import Own

LARGEST = 8 * 2**20
"""Bytes of a file that a gate consists of."""


class Probes:
    """Answers for one plan: as it was signed, or not at all."""

    def __init__(self, own: Own, secrets: Secrets, root: Path) -> None:
        self._own = own
        self._secrets = secrets
        self._root = root
        self._lock = threading.Lock()
        self._prometheus: Prometheus | None = None

    def altered(self) -> str:
        """Say which file of a gate is not the one that was planned; empty when all are."""
        return next(filter(None, (self._altered(path) for path in self._own.files)), "")

    def ready(self) -> str:
        """Say why gates cannot be asked as they were planned; raises SecretError for a missing secret."""
        if self._own.server is not None and self._own.server.secret:
            self._secrets.value(self._own.server.secret)
        return self.altered()

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock:
            if self._prometheus is not None:
                self._prometheus.close()

    def read(self, query: str, deadline_s: float) -> Reading:
        """Return the number that a query gives now, or none and why."""
        if self._own.server is None:
            return Reading(None, why="the plan names no server")
        if why := self.altered():
            return Reading(None, why=why)
        with self._lock:
            try:
                self._prometheus = self._prometheus or Prometheus(self._own.server, self._secrets, self._root)
            except SecretError as fault:
                return Reading(None, why=str(fault))
        return self._prometheus.read(query, deadline_s)

    def _altered(self, path: str) -> str:
        try:
            raw = read_regular(self._root / path, LARGEST)
        except (OSError, NotRegularError, TooLargeError):
            return f"`{path}` of the plan's gates is not in `{self._root.resolve()}`"
        same = hashlib.sha256(raw).hexdigest() == self._own.files[path]
        return "" if same else f"`{path}` is not what the plan was made with"
