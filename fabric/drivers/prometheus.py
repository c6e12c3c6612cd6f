"""Numbers from the HTTP API of a Prometheus, or of what speaks like one.

Our own kept HTTPS, and not `prometheus-api-client`: that needs pandas and matplotlib, has no total deadline,
and drops the warnings that tell a partial answer from a whole one.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from fabric.drivers.contract import DriverError
from fabric.drivers.deadline import Deadline
from fabric.drivers.entry import HostEntry
from fabric.drivers.https import Https, Request
from fabric.health.metric import Reading, reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fabric.drivers.secrets import Secrets
    from fabric.plan.own import Server

KEPT_S = 2.0
"""Seconds that an answer is good for: many devices are compared with the same others."""
_PORT = 443
_FORM = "application/x-www-form-urlencoded"


class Prometheus:
    """Asks one server, one question after the other; threads share it."""

    def __init__(self, server: Server, secrets: Secrets, root: Path) -> None:
        parts = urlsplit(server.url)
        entry = HostEntry(
            name="Prometheus",
            platform="",
            address=parts.hostname or "",
            port=parts.port or 0,
            username=server.username,
            ca_file=str(root / server.ca) if server.ca else "",
        )
        self._path = f"{parts.path.rstrip('/')}/api/v1/query"
        self._mask: Callable[[str], str] = secrets.mask
        secret = secrets.value(server.secret) if server.secret else ""
        self._https = Https(entry, lambda _: secret, _PORT)
        if not server.username:
            self._https.introduce(f"Bearer {secret}" if secret else "")
        self._lock = threading.Lock()
        self._known: dict[str, tuple[float, Reading]] = {}

    def read(self, query: str, deadline_s: float) -> Reading:
        """Return the number that a query gives now, or none and why; never raises for what a server does."""
        deadline = Deadline(deadline_s)
        if not self._lock.acquire(timeout=deadline_s):
            return Reading(None, why=f"no answer within {deadline_s:g} s: others were asking")
        try:
            known = self._known.get(query)
            if known is None or time.monotonic() - known[0] > KEPT_S:
                known = (time.monotonic(), self._asked(query, deadline))
                self._known[query] = known
            return known[1]
        finally:
            self._lock.release()

    def close(self) -> None:
        """Let go of the connection."""
        self._https.close()

    def _asked(self, query: str, deadline: Deadline) -> Reading:
        form = urlencode({"query": query, "timeout": f"{deadline.seconds:g}"})
        try:
            reply = self._https.ask(Request(self._path, form.encode(), _FORM), deadline)
            answer = json.loads(reply.data)
            if not isinstance(answer, dict):
                raise ValueError("the answer is no object")  # noqa: TRY004, TRY301 - one way out for all
        except DriverError as fault:
            return Reading(None, why=self._mask(str(fault)))
        except (ValueError, RecursionError):
            return Reading(None, why=f"HTTP {reply.status}: the answer is not that of a Prometheus")
        return reading(answer, time.time())
