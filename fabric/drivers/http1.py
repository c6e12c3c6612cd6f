"""HTTP/1.1 as bytes: a request is written, an answer is read by llhttp, which is strict and written in C.

A request and its answer cost 128 us of CPU with the standard library, which reads headers as those of a mail,
150 with h11, and 4 with the parser alone: a push makes nine of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from fabric.drivers.deadline import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LARGEST_HEAD = 64 * 1024
"""Bytes before the answer proper: the parser itself knows no limit."""
_INTERIM = range(100, 200)
_UNFIT_PATH = re.compile(r"[^\x21-\x7e]")
_UNFIT = re.compile(r"[^\x20-\x7e\xa0-\xff]")


class HttpError(Exception):
    """What came is no whole answer, or what was to be sent would be no request."""


def written(method: str, path: str, fields: Mapping[str, str], body: bytes) -> bytes:
    """Return a request; raises HttpError for a word that would break out of its place, without the word."""
    if _UNFIT_PATH.search(path):
        raise HttpError("a path with spaces, control characters or letters that are not ASCII")
    rows = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    if _UNFIT.search("".join(rows)):
        raise HttpError("a header with control characters or letters that are not Latin-1")
    return "\r\n".join((*rows, f"Content-Length: {len(body)}", "", "")).encode("latin-1") + body


def read(receive: Callable[[], bytes]) -> Answer:
    """Return the answer that comes; `receive` returns what is there, nothing at the end of the connection."""
    answer = Answer()
    try:
        while not answer.whole:
            if data := receive():
                answer.feed(data)
            else:
                answer.end()
    finally:
        answer.leave()
    return answer


class Answer:
    """One answer while it comes in. What the parser finds arrives in the methods named `on_`."""

    def __init__(self) -> None:
        self.status = 0
        self.whole = False
        self.kept = False
        """Whether the connection may carry another request."""
        self.location = ""
        """Where it says that something else stands."""
        self._parser = HttpResponseParser(self)
        self._pieces: list[bytes] = []
        self._received = 0
        self._told = 0
        self._measured = False
        self._proper = False

    @property
    def data(self) -> bytes:
        """The answer proper."""
        return b"".join(self._pieces)

    def feed(self, data: bytes) -> None:
        """Take what came; raises HttpError for what is no answer or none of a size that is taken."""
        self._received += len(data)
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade) as fault:
            self.kept = False
            if not self.whole:
                raise HttpError(f"what came is no HTTP/1.1: {fault or type(fault).__name__}") from fault
        if max(self._received, self._told) > LARGEST:
            raise HttpError(f"an answer of more than {LARGEST // 2**20} MiB")
        if self._received > _LARGEST_HEAD and not self._proper:
            raise HttpError(f"headers of more than {_LARGEST_HEAD // 1024} KiB")

    def end(self) -> None:
        """Take the end of the connection, which may be the answer's: one without a length ends so."""
        if not self._received:
            raise HttpError("the connection was closed without an answer")
        if not self._proper or self._measured:
            raise HttpError("the connection was closed in the middle of the answer")
        self.whole = True

    def leave(self) -> None:
        """Let go of the parser: they know each other, and would wait for the garbage collector."""
        del self._parser

    def on_message_begin(self) -> None:
        """See an answer begin: a second one was never asked for."""
        self._measured, self._told = False, 0
        if self.whole:
            self.kept = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """See a header: how long the answer is, or where something else stands."""
        key = name.lower()
        if key == b"content-length":
            self._measured = True
            self._told = int(value)
        elif key == b"transfer-encoding":
            self._measured = True
        elif key == b"location" and not self.whole:
            self.location = value.decode(errors="replace")

    def on_headers_complete(self) -> None:
        """See where the answer proper begins."""
        if not self.whole:
            self.status = self._parser.get_status_code()
            self.kept = self._parser.should_keep_alive()
            self._proper = self.status not in _INTERIM

    def on_body(self, body: bytes) -> None:
        """See a part of the answer proper."""
        if not self.whole:
            self._pieces.append(body)

    def on_message_complete(self) -> None:
        """See the end of an answer; one such as `100 Continue` is followed by the one that counts."""
        self.whole = self._proper
