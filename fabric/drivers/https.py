"""One kept-alive HTTPS connection to one device, verified before any credential is sent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import socket
import ssl
import threading
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING

from fabric.core.masking import MASK
from fabric.drivers.contract import DriverError, LostReplyError, UnreachableError
from fabric.drivers.deadline import Deadline, DeadlineSocket
from fabric.drivers.entry import logins
from fabric.drivers.http1 import HttpError, read, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.drivers.entry import HostEntry

WORDS = 200
"""Letters of an answer that are told."""
_FAULTS = (OSError, HttpError)
_MAKING = threading.Lock()
"""A context takes 3 ms, with the system's authorities more, and a cache alone lets every thread make it."""
_DONE = range(HTTPStatus.OK, HTTPStatus.MULTIPLE_CHOICES)
_DENIED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
_FAILED = HTTPStatus.INTERNAL_SERVER_ERROR


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent."""

    path: str
    body: bytes = b""
    content_type: str = "application/json"
    method: str = "POST"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: done, or understood and refused."""

    status: int
    data: bytes
    location: str = ""
    """Where the answer says that something else stands: a job that was begun."""

    @property
    def done(self) -> bool:
        """Whether the device did what was asked."""
        return self.status in _DONE


class _DeniedError(Exception):
    """The device does not take the login."""


def _basic(name: str, password: str) -> dict[str, str]:
    login = base64.b64encode(f"{name}:{password}".encode()).decode()
    return {"Authorization": f"Basic {login}"}


@lru_cache(maxsize=64)
def _trusting(ca_file: str) -> ssl.SSLContext:
    """Return the context for an authority; reading it once for all devices saves a third of a push."""
    return ssl.create_default_context(cafile=ca_file or None)


@lru_cache(maxsize=1)
def _pinning() -> ssl.SSLContext:
    """Return the context for pinned certificates: the chain says nothing, the digest everything."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _context(entry: HostEntry) -> ssl.SSLContext:
    """Return the context for a device; of a hundred threads that begin together one makes it."""
    with _MAKING:
        return _pinning() if entry.fingerprint else _trusting(entry.ca_file)


class Https:
    """Sends requests to one device. `ask` may be repeated by us, `tell` never is."""

    def __init__(
        self, entry: HostEntry, value: Callable[[str], str], port: int, mask: Callable[[str], str] = str
    ) -> None:
        """Make a client of a device; `value` gives what a reference stands for, `mask` takes it out again."""
        self._entry = entry
        self._mask = mask
        self._port = entry.port or port
        host = f"[{entry.address}]" if ":" in entry.address else entry.address
        self._always = {"Host": f"{host}:{self._port}", "Accept-Encoding": "identity"}
        self._logins = [_basic(one.username, value(one.password)) for one in logins(entry)]
        self._connection: DeadlineSocket | None = None

    def introduce(self, authorization: str) -> None:
        """Log in by other words than name and password; by none, if they are empty."""
        self._logins = [{"Authorization": authorization} if authorization else {}]

    def ask(self, request: Request, deadline: Deadline) -> Reply:
        """Send a request that changes nothing; a kept connection that died meanwhile is replaced once."""
        kept = self._still_open()
        try:
            return self._exchange(request, deadline)
        except _FAULTS as fault:
            self.close()
            if not kept:
                raise UnreachableError(f"{self._entry.name}: {_words(fault)}") from fault
        try:
            return self._exchange(request, deadline)
        except _FAULTS as fault:
            self.close()
            raise UnreachableError(f"{self._entry.name}: {_words(fault)}") from fault

    def tell(self, request: Request, deadline: Deadline) -> Reply:
        """Send a request that changes the device; no full answer raises LostReplyError."""
        self._still_open()
        self._ready(deadline)
        try:
            return self._exchange(request, deadline)
        except _FAULTS as fault:
            self.close()
            raise LostReplyError(f"{self._entry.name}: sent, then {_words(fault)}") from fault

    def said(self, data: bytes) -> str:
        """Return the beginning of what a device said, without a secret: masked before it is cut."""
        text = data.decode(errors="replace")
        for word in (word for login in self._logins for word in login.values()):
            text = text.replace(word.rpartition(" ")[2], MASK)  # a page of errors may show the whole request
        return self._mask(text).strip()[:WORDS]

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _still_open(self) -> bool:
        """Drop a kept connection that the device closed, so that no change is sent into the void."""
        if self._connection is None:
            return False
        if self._connection.readable():
            self.close()
            return False
        return True

    def _ready(self, deadline: Deadline) -> DeadlineSocket:
        if self._connection is None:
            self._connection = self._open(deadline)
        self._connection.deadline = deadline
        return self._connection

    def _open(self, deadline: Deadline) -> DeadlineSocket:
        entry = self._entry
        context = _context(entry)
        where = f"{entry.name} ({entry.address}:{self._port})"
        try:
            plain = socket.create_connection((entry.address, self._port), timeout=deadline.left())
        except OSError as fault:
            raise UnreachableError(f"{where}: no connection: {_words(fault)}") from fault
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            secure = context.wrap_socket(plain, server_hostname=entry.tls_name or entry.address)
        except OSError as fault:
            plain.close()
            raise UnreachableError(f"{where}: certificate or TLS: {_words(fault)}") from fault
        if entry.fingerprint and not _pinned(secure, entry.fingerprint):
            secure.close()
            raise UnreachableError(f"{where}: the certificate is not the pinned one")
        return DeadlineSocket(secure, deadline)

    def _exchange(self, request: Request, deadline: Deadline) -> Reply:
        denied: list[_DeniedError] = []
        for _ in self._logins:
            try:
                return self._sent(request, deadline)
            except _DeniedError as fault:  # nothing was done; from now on the other login, if any, goes first
                denied.append(fault)
                self._logins.append(self._logins.pop(0))
        raise UnreachableError(str(denied[0])) from denied[0]

    def _sent(self, request: Request, deadline: Deadline) -> Reply:
        connection = self._ready(deadline)
        fields = {**self._always, **self._logins[0], "Content-Type": request.content_type}
        connection.send(written(request.method, request.path, fields, request.body))
        answer = read(connection.receive)
        if not answer.kept:
            self.close()
        if answer.status in _DENIED:
            self.close()
            raise _DeniedError(f"{self._entry.name}: credentials refused: {self.said(answer.data)}")
        if answer.status >= _FAILED:
            self.close()
            # The server or something before it failed half-way: whether the request took effect is unknown.
            raise HttpError(f"HTTP {answer.status}: {self.said(answer.data)}")
        return Reply(answer.status, answer.data, answer.location)


def certificate_of(entry: HostEntry, port: int, deadline: Deadline) -> bytes:
    """Return the certificate that a device shows, unverified; nothing is sent. Raises OSError."""
    plain = socket.create_connection((entry.address, port), timeout=deadline.left())
    with plain, _pinning().wrap_socket(plain, server_hostname=entry.tls_name or entry.address) as secure:
        return secure.getpeercert(binary_form=True) or b""


def verifies(entry: HostEntry, port: int, deadline: Deadline) -> bool:
    """Whether the authority that the inventory names, or the system's, vouches for what a device shows."""
    try:
        plain = socket.create_connection((entry.address, port), timeout=deadline.left())
        name = entry.tls_name or entry.address
        with plain, _trusting(entry.ca_file).wrap_socket(plain, server_hostname=name):
            return True
    except ssl.SSLError:
        return False


def _pinned(secure: ssl.SSLSocket, fingerprint: str) -> bool:
    certificate = secure.getpeercert(binary_form=True) or b""
    wanted = fingerprint.replace(":", "").lower().removeprefix("sha256")
    return hmac.compare_digest(hashlib.sha256(certificate).hexdigest(), wanted)


def _words(fault: BaseException) -> str:
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"certificate not trusted: {fault.verify_message}"
    if isinstance(fault, DriverError):
        return str(fault)
    return f"{fault}" or type(fault).__name__
