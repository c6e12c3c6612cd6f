"""How one device is reached and known: what a driver needs and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.inventory.model import Row


@dataclass(frozen=True, slots=True)
class HostEntry:
    """A row of the management inventory. Secrets are references, trust is explicit."""

    name: str
    platform: str
    address: str
    port: int = 0
    """TCP port; 0 means the platform's own (443 for eAPI, 22 for SSH)."""
    username: str = ""
    password: str = ""
    """Reference such as `secret:env/NAME`."""
    enable: str = ""
    """Reference to the secret of the privileged mode; empty where none is set."""
    key_file: str = ""
    """Private key for SSH, as a path; empty where a password is used."""
    ca_file: str = ""
    """PEM file of the authority that signed the device's certificate; empty means the system's."""
    fingerprint: str = ""
    """SHA-256 of the device's certificate in hex, colons allowed; pinned instead of the authority."""
    tls_name: str = ""
    """Name the certificate must bear; empty means the address."""
    host_key: str = ""
    """SSH host key as in known_hosts: `ssh-ed25519 AAAA...`; without it no SSH connection is made."""
    next_username: str = ""
    next_password: str = ""
    """Reference to the password that is coming; empty where none is."""
    factory_username: str = ""
    factory_password: str = ""
    """Reference to the password that its maker left on it; empty where that is not to be tried."""
    ssh_username: str = ""
    """Login name for SSH to the files of a server that is managed over REST; empty leaves them alone."""
    ssh_password: str = ""
    """Reference to its password; empty where `key_file` is used."""
    ssh_port: int = 0
    """0 means 22."""
    fabric_validation: tuple[str, ...] = ()
    """Tests that UFM runs of its fabric when it is observed."""
    deadline_s: float = 30.0
    """Total time of a call that reads."""
    change_deadline_s: float = 180.0
    """Total time of a call that changes: a full configuration takes a device minutes."""


def entry_of(name: str, row: Row, platform: str, folder: Path) -> HostEntry:
    """Return the entry of an inventory row; file names in it are relative to the inventory's folder."""
    data = row.data
    return HostEntry(
        name=name,
        platform=row.platform or platform,
        address=row.hostname or name,
        port=row.port,
        username=row.username,
        password=row.password or "",
        key_file=str(folder / data.key_file) if data.key_file else "",
        ca_file=str(folder / data.ca_file) if data.ca_file else "",
        fingerprint=data.fingerprint,
        tls_name=data.tls_name,
        host_key=data.host_key,
        next_username=data.next_username,
        next_password=data.next_password or "",
        factory_username=data.factory_username,
        factory_password=data.factory_password or "",
        ssh_username=data.ssh_username,
        ssh_password=data.ssh_password or "",
        ssh_port=data.ssh_port,
        fabric_validation=data.fabric_validation,
        deadline_s=data.deadline_s,
        change_deadline_s=data.change_deadline_s,
    )


def file_access(entry: HostEntry) -> HostEntry | None:
    """Return how the files of a server are reached that is managed over REST; None where they are not."""
    if not entry.ssh_username:
        return None
    login = replace(entry, username=entry.ssh_username, password=entry.ssh_password, port=entry.ssh_port)
    return replace(login, key_file="" if entry.ssh_password else entry.key_file, factory_password="")


def coming(entry: HostEntry) -> HostEntry | None:
    """Return how a device will be logged into; None where no other login is coming."""
    if not entry.next_password:
        return None
    name = entry.next_username or entry.username
    other = replace(entry, username=name, password=entry.next_password, key_file="", next_password="")
    return replace(other, factory_password="")


def logins(entry: HostEntry) -> tuple[HostEntry, ...]:
    """Return how a device may be logged into: as it should be, then as its maker left it, where that is told.

    Its trust is the same for both: the factory's login is shown to no device that is not the enrolled one.
    """
    if not entry.factory_password:
        return (entry,)
    name = entry.factory_username or entry.username
    return (entry, replace(entry, username=name, password=entry.factory_password, key_file=""))
