"""NVUE's REST over the kept HTTPS connection, and what its errors mean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from fabric.drivers.contract import LostReplyError, RefusedError
from fabric.drivers.cumulus.shapes import shape_of
from fabric.drivers.deadline import Deadline
from fabric.drivers.https import Https, Request
from fabric.drivers.shape import Absent, NonsenseError, decoded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.https import Reply
    from fabric.drivers.secrets import Secrets
    from fabric.drivers.shape import Shape

_ROOT = "/nvue_v1/"
_PORT = 8765
_NOT_FOUND = 404
_REFUSAL = {"validation": Absent({"selected_errors": Absent([{}])})}

Json = Any


class Nvue:
    """Reads and changes objects of one device."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._entry = entry
        self._secrets = secrets
        self._https = Https(entry, secrets.value, _PORT, secrets.mask)

    def read(self, *path: str, **query: str) -> Json:
        """Return an object; raises RefusedError or UnreachableError."""
        return self._object(self._asked(path, query), shape_of(path))

    def find(self, *path: str, **query: str) -> Json:
        """Return an object, empty where there is none."""
        reply = self._asked(path, query)
        return {} if reply.status == _NOT_FOUND else self._object(reply, shape_of(path))

    def change(
        self, method: str, path: Sequence[str], body: Mapping[str, Any] | None = None, **query: str
    ) -> Json:
        """Send what changes something; never repeated. An answer that cannot be read is a lost one."""
        sent = b"" if body is None else json.dumps(body).encode()
        request = Request(_url(path, query), sent, method=method)
        reply = self._https.tell(request, Deadline(self._entry.change_deadline_s))
        try:
            return self._object(reply, object)
        except NonsenseError as fault:
            raise LostReplyError(str(fault)) from fault

    def deadline(self) -> Deadline:
        """Return the end of what may take a device as long as a change."""
        return Deadline(self._entry.change_deadline_s)

    def close(self) -> None:
        """Let go of the connection; NVUE keeps nothing for it."""
        self._https.close()

    def _asked(self, path: Sequence[str], query: Mapping[str, str]) -> Reply:
        return self._https.ask(Request(_url(path, query), method="GET"), Deadline(self._entry.deadline_s))

    def _object(self, reply: Reply, shape: Shape) -> Json:
        if not reply.done:
            said = _sentence(reply.data) or self._https.said(reply.data) or f"HTTP {reply.status}"
            raise RefusedError(self._secrets.mask(f"{self._entry.name}: {said}"))
        return decoded(reply.data or b"{}", shape, self._entry.name)


def _url(path: Sequence[str], query: Mapping[str, str]) -> str:
    """Return the address of an object; a prefix in its path keeps its slash, encoded."""
    where = _ROOT + "/".join(quote(part, safe="") for part in path)
    return f"{where}?{urlencode(query, safe='/*,')}" if query else where


def _sentence(data: bytes) -> str:
    """Return NVUE's own words: the errors of the schema where it found some, else the detail."""
    try:
        body = decoded(data, _REFUSAL, "")
    except NonsenseError:
        return ""
    errors = (body.get("validation") or {}).get("selected_errors") or ()
    said = [f"`{error.get('instanceLocation', '')}`: {error.get('error', '')}" for error in errors]
    return "; ".join(said) or str(body.get("detail") or body.get("title") or "")
