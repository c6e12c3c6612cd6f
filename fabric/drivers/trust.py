"""What a device shows before anybody logs in: its SSH host key or its certificate, and how people compare it.

Nothing secret is sent here. A login follows only over the very key that somebody said yes to.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from fabric.drivers.contract import UnreachableError
from fabric.drivers.deadline import Deadline
from fabric.drivers.https import certificate_of, verifies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.entry import HostEntry

_SSH_PORT = 22
TLS_PORTS: Mapping[str, int] = {"cumulus": 8765, "eos": 443, "ufm": 443}
"""Platforms that are reached over HTTPS, and the port of each; the others are reached over SSH."""
_DIGEST_BYTES = 32


@dataclass(frozen=True, slots=True)
class Trust:
    """What a device is trusted by, as the inventory keeps it: one of the two fields, or an authority."""

    field: str
    """`host_key`, `fingerprint`, or empty when an authority that the inventory names vouches for it."""
    value: str
    digest: str
    """As people compare it: `SHA256:...`."""
    about: str
    """What it is: `certificate` or the kind of a host key."""


def shown(entry: HostEntry) -> Trust:
    """Return what a device shows now; raises UnreachableError when nothing answers."""
    where = f"{entry.name} ({entry.address}:{port_of(entry)})"
    try:
        return _certificate(entry) if entry.platform in TLS_PORTS else _host_key(entry)
    except (OSError, EOFError) as fault:
        raise UnreachableError(f"{where}: it shows no key: {fault or type(fault).__name__}") from fault


def known(entry: HostEntry) -> tuple[str, str]:
    """Return field and value that a device is trusted by so far; empty when by nothing of its own."""
    if entry.platform in TLS_PORTS:
        return ("fingerprint", entry.fingerprint) if entry.fingerprint else ("", "")
    return ("host_key", entry.host_key) if entry.host_key else ("", "")


def trusting(entry: HostEntry, trust: Trust) -> HostEntry:
    """Return how a device is reached when it is trusted by what it showed."""
    if trust.field == "host_key":
        return replace(entry, host_key=trust.value)
    return replace(entry, fingerprint=trust.value) if trust.field else entry


def port_of(entry: HostEntry) -> int:
    """Return the TCP port that a device is met on."""
    return entry.port or TLS_PORTS.get(entry.platform, _SSH_PORT)


def digest_of(field: str, value: str) -> str:
    """Return what people compare of a value that the inventory keeps; the value itself if it is none."""
    if field == "fingerprint":
        return _hexadecimal(value.replace(":", "").lower().removeprefix("sha256"))
    try:
        return _base64(base64.b64decode(value.split()[1], validate=True))
    except (IndexError, binascii.Error):
        return value


def raw_digest(text: str) -> bytes:
    """Read a SHA-256 in any form that tools print: hexadecimal, with colons or without, or base64.

    Raises ValueError for what is none.
    """
    body = text.strip()
    if body[:6].upper() == "SHA256":
        body = body[6:].lstrip(":= ")
    plain = body.replace(":", "")
    try:
        found = bytes.fromhex(plain) if len(plain) == 2 * _DIGEST_BYTES else _from_base64(body)
    except ValueError:
        found = b""
    if len(found) != _DIGEST_BYTES:
        raise ValueError(f"`{text}` is no SHA-256: `SHA256:` and 43 letters of base64, or 64 digits")
    return found


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def _hexadecimal(digits: str) -> str:
    pairs = [digits[place : place + 2].upper() for place in range(0, len(digits), 2)]
    return "SHA256:" + ":".join(pairs)


def _base64(blob: bytes) -> str:
    return "SHA256:" + base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")


def _certificate(entry: HostEntry) -> Trust:
    deadline = Deadline(entry.deadline_s)
    port = port_of(entry)
    digits = hashlib.sha256(certificate_of(entry, port, deadline)).hexdigest()
    if not entry.fingerprint and verifies(entry, port, deadline):
        return Trust("", "", _hexadecimal(digits), "certificate")
    pairs = ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))
    return Trust("fingerprint", pairs, _hexadecimal(digits), "certificate")


def _host_key(entry: HostEntry) -> Trust:
    # The SSH library is loaded with the first device that needs it.
    kind, blob = import_module("fabric.drivers.sonic.host_key").host_key(entry, port_of(entry))
    return Trust("host_key", f"{kind} {base64.b64encode(blob).decode()}", _base64(blob), kind)
