"""The SSH host key that a device shows, before anybody logs in."""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING

import paramiko

from fabric.drivers.deadline import Deadline

if TYPE_CHECKING:
    from fabric.drivers.entry import HostEntry

_KINDS = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa")
"""Kinds of host keys, the wanted one first."""
_RSA = ("rsa-sha2-512", "rsa-sha2-256")
"""Signatures to ask for from an RSA key; `ssh-rsa` alone would mean SHA-1."""

logging.getLogger("paramiko").addHandler(logging.NullHandler())


def host_key(entry: HostEntry, port: int) -> tuple[str, bytes]:
    """Return kind and blob of the key; one of the known kind if the device has it. Raises OSError."""
    deadline = Deadline(entry.deadline_s)
    known = entry.host_key.partition(" ")[0]
    kinds = sorted(_KINDS, key=lambda kind: kind != known)
    sock = socket.create_connection((entry.address, port), timeout=deadline.left())
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    transport = paramiko.Transport(sock)
    try:
        transport.banner_timeout = transport.handshake_timeout = deadline.left()
        transport.get_security_options().key_types = tuple(
            name for kind in kinds for name in (_RSA if kind == "ssh-rsa" else (kind,))
        )
        transport.start_client(timeout=deadline.left())
        key = transport.get_remote_server_key()
    except (paramiko.SSHException, EOFError) as fault:
        raise OSError(str(fault) or type(fault).__name__) from fault
    finally:
        transport.close()
    return key.get_name(), key.asbytes()
