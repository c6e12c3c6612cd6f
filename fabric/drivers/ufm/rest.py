"""UFM's REST over the kept HTTPS connection, and what its answers mean."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import RefusedError
from fabric.drivers.deadline import Deadline
from fabric.drivers.https import Https, Request
from fabric.drivers.shape import decoded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.drivers.shape import Shape

_ROOT = "/ufmRest/"
"""The prefix that takes user and password (ufm_sdk_3.0, utils/ufm_rest_client.py)."""
_PORT = 443
_JOB = re.compile(r"/jobs/(\d+)")


class Rest:
    """Reads and changes one UFM."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._entry = entry
        self._secrets = secrets
        self._https = Https(entry, secrets.value, _PORT, secrets.mask)

    def read(self, path: str, shape: Shape) -> Any:
        """Return what has a shape; an HTML page with status 200, as of a login, is no answer."""
        request = Request(_ROOT + path, method="GET")
        reply = self._https.ask(request, Deadline(self._entry.deadline_s))
        if not reply.done:
            raise RefusedError(self._words(reply.status, reply.data))
        return decoded(reply.data, shape, f"{self._entry.name}: `{path}`")

    def change(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> None:
        """Send what changes something; never repeated. What UFM answers with success has many shapes."""
        sent = b"" if body is None else json.dumps(body).encode()
        request = Request(_ROOT + path, sent, method=method)
        reply = self._https.tell(request, Deadline(self._entry.change_deadline_s))
        if not reply.done:
            raise RefusedError(self._words(reply.status, reply.data))

    def start(self, path: str) -> str:
        """Begin a job and return its number; empty where UFM does another one of its kind first."""
        reply = self._https.tell(Request(_ROOT + path), Deadline(self._entry.change_deadline_s))
        if reply.status == HTTPStatus.CONFLICT:
            return ""
        # Most calls name the job in a header, some in the text.
        found = _JOB.search(reply.location) or _JOB.search(reply.data.decode(errors="replace"))
        if not reply.done or found is None:
            raise RefusedError(self._words(reply.status, reply.data))
        return found[1]

    def close(self) -> None:
        """Let go of the connection; UFM keeps nothing for it."""
        self._https.close()

    def _words(self, status: int, data: bytes) -> str:
        return f"{self._entry.name}: HTTP {status}: {self._https.said(data)}"
