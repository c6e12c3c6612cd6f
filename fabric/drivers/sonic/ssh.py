"""One SSH connection to one device: known host key, no terminal, total deadlines.

Commands run in exec channels, not in a shell with a prompt: prompts break on long hostnames, on a hostname
changed by the push, and on syslog noise (netmiko #2755, #3523, #3696).
"""

from __future__ import annotations

import base64
import logging
import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import paramiko

from fabric.drivers.contract import LostReplyError, UnreachableError
from fabric.drivers.deadline import LARGEST, Deadline
from fabric.drivers.entry import logins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets

_PORT = 22
_CHUNK = 32 * 1024
_FAULTS = (OSError, EOFError, paramiko.SSHException)
_RSA = ("rsa-sha2-512", "rsa-sha2-256")
"""Signatures to ask for when the known key is an RSA key; `ssh-rsa` alone would mean SHA-1."""

logging.getLogger("paramiko").addHandler(logging.NullHandler())  # its words arrive in our errors


@dataclass(frozen=True, slots=True)
class Output:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """Return what it said, for a message."""
        return (self.err.strip() or self.out.strip() or f"exit code {self.code}")[-400:]


class _DeniedError(Exception):
    """The device does not take the login."""


class Ssh:
    """Runs commands on one device. `ask` may be repeated by us, `tell` never is."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._entry = entry
        self._secrets = secrets
        self._transport: paramiko.Transport | None = None

    def ask(self, command: str) -> Output:
        """Run a command that changes nothing."""
        deadline = Deadline(self._entry.deadline_s)
        transport = self._ready(deadline)
        try:
            return _run(transport, command, deadline)
        except _FAULTS as fault:
            self.close()
            raise UnreachableError(f"{self._entry.name}: {_words(fault, deadline)}") from fault

    def tell(self, command: str) -> Output:
        """Run a command that changes the device; no exit code raises LostReplyError."""
        deadline = Deadline(self._entry.change_deadline_s)
        transport = self._ready(deadline)
        try:
            return _run(transport, command, deadline)
        except _FAULTS as fault:
            self.close()
            raise LostReplyError(f"{self._entry.name}: sent, then {_words(fault, deadline)}") from fault

    def upload(self, files: Mapping[str, str]) -> None:
        """Write files by absolute path, readable by the login alone."""
        deadline = Deadline(self._entry.change_deadline_s)
        transport = self._ready(deadline)
        try:
            _send(transport, files, deadline)
        except _FAULTS as fault:
            self.close()
            raise UnreachableError(f"{self._entry.name}: upload: {_words(fault, deadline)}") from fault

    def close(self) -> None:
        """Let go of the connection."""
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    def _ready(self, deadline: Deadline) -> paramiko.Transport:
        if self._transport is None or not self._transport.is_active():
            self.close()
            self._transport = self._let_in(deadline)
        return self._transport

    def _let_in(self, deadline: Deadline) -> paramiko.Transport:
        """Open a connection with the first login that the device takes."""
        denied: list[_DeniedError] = []
        for entry in logins(self._entry):
            try:
                return self._open(entry, deadline)
            except _DeniedError as fault:
                denied.append(fault)
        raise UnreachableError(str(denied[0])) from denied[0]

    def _open(self, entry: HostEntry, deadline: Deadline) -> paramiko.Transport:
        port = entry.port or _PORT
        where = f"{entry.name} ({entry.address}:{port})"
        kind, key = _known(entry)
        try:
            sock = socket.create_connection((entry.address, port), timeout=deadline.left())
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Nagle: 40 ms a command
        except OSError as fault:
            raise UnreachableError(f"{where}: no connection: {_words(fault, deadline)}") from fault
        transport = paramiko.Transport(sock)
        try:
            with _within(transport, deadline):
                self._greet(transport, kind, key, deadline)
                self._log_in(transport, entry)
        except (UnreachableError, _DeniedError):
            transport.close()
            raise
        except _FAULTS as fault:
            transport.close()
            raise UnreachableError(f"{where}: SSH: {_words(fault, deadline)}") from fault
        return transport

    def _greet(self, transport: paramiko.Transport, kind: str, key: bytes, deadline: Deadline) -> None:
        """Check the host key, before we show who we are."""
        transport.banner_timeout = transport.handshake_timeout = transport.auth_timeout = deadline.left()
        transport.get_security_options().key_types = _RSA if kind == "ssh-rsa" else (kind,)
        transport.start_client(timeout=deadline.left())
        if transport.get_remote_server_key().asbytes() != key:
            raise UnreachableError(f"{self._entry.name}: the host key is not the one in the inventory")

    def _log_in(self, transport: paramiko.Transport, entry: HostEntry) -> None:
        try:
            if entry.key_file:
                transport.auth_publickey(entry.username, paramiko.PKey.from_path(entry.key_file))
            else:
                transport.auth_password(entry.username, self._secrets.value(entry.password))
        except paramiko.AuthenticationException as fault:
            raise _DeniedError(f"{entry.name}: credentials of `{entry.username}` refused") from fault


def _known(entry: HostEntry) -> tuple[str, bytes]:
    """Return type and blob of the host key; a device without one is not talked to."""
    kind, _, rest = entry.host_key.partition(" ")
    try:
        blob = base64.b64decode(rest.split(" ")[0], validate=True)
    except ValueError:
        blob = b""
    if not blob:
        raise UnreachableError(f"{entry.name}: the inventory has no SSH host key for it; enrol it first")
    return kind, blob


@contextmanager
def _within(transport: paramiko.Transport, deadline: Deadline) -> Iterator[None]:
    """Close the connection at the deadline: several waits inside paramiko have no time-out at all."""
    watchdog = threading.Timer(deadline.left(), transport.close)
    watchdog.daemon = True
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


def _run(transport: paramiko.Transport, command: str, deadline: Deadline) -> Output:
    with _within(transport, deadline), transport.open_session(timeout=deadline.left()) as channel:
        channel.settimeout(deadline.seconds)
        channel.exec_command(command)
        channel.shutdown_write()
        errors: list[bytes] = []
        reader = threading.Thread(target=_gathered, args=(channel.recv_stderr, errors), daemon=True)
        reader.start()  # a full stderr window would block the command, and us
        output = b"".join(_drained(channel.recv))
        reader.join()
        code = channel.recv_exit_status()
        if code < 0:
            raise EOFError("the connection ended before the command did")
        return Output(code, output.decode(errors="replace"), b"".join(errors).decode(errors="replace"))


def _gathered(receive: Callable[[int], bytes], kept: list[bytes]) -> None:
    with suppress(*_FAULTS):  # the deadline ends both streams, and is told by the one that is waited for
        kept.extend(_drained(receive))


def _drained(receive: Callable[[int], bytes]) -> Iterator[bytes]:
    size = 0
    while data := receive(_CHUNK):
        size += len(data)
        if size > LARGEST:
            raise EOFError(f"an answer of more than {LARGEST // 2**20} MiB")
        yield data


def _send(transport: paramiko.Transport, files: Mapping[str, str], deadline: Deadline) -> None:
    with _within(transport, deadline):
        sftp = paramiko.SFTPClient.from_transport(transport)
        if sftp is None:
            raise EOFError("no SFTP on the device")
        with sftp:
            for path, text in files.items():
                with sftp.open(path, "w") as file:
                    sftp.chmod(path, 0o600)
                    file.write(text.encode())


def _words(fault: BaseException, deadline: Deadline) -> str:
    try:
        deadline.left()
    except TimeoutError as late:
        return str(late)
    return str(fault) or type(fault).__name__
