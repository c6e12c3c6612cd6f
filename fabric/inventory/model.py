"""The Nornir inventory as we read it: hosts, groups, defaults; strict, and with references for secrets."""

from __future__ import annotations

from ipaddress import IPv4Interface
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from fabric.intent.base import Listed

REFERENCE = r"^secret:(env/[A-Za-z_][A-Za-z0-9_]*|file/[^}\s]+)$"


Guid = Annotated[str, Field(pattern=r"^(0x)?[0-9a-f]{16}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Data(_Strict):
    """What we know of a device beyond Nornir's own fields."""

    management: IPv4Interface | None = None
    """Address to configure on the management port; `hostname` is where to reach it from here."""
    serial: str = ""
    """Serial number; with the MAC address it proves that the right device answers."""
    mac: Annotated[str, Field(pattern=r"^(([0-9a-f]{2}:){5}[0-9a-f]{2})?$")] = ""
    """System MAC address, such as `28:99:3a:00:01:00`."""
    guid: Annotated[str, Field(pattern=r"^((0x)?[0-9a-f]{16})?$")] = ""
    """InfiniBand node GUID of a switch: 16 digits."""
    guids: Annotated[tuple[Guid, ...], Listed] = ()
    """InfiniBand port GUIDs of a host, in the order of its adapters over all InfiniBand fabrics."""
    ca_file: str = ""
    """PEM file of the authority behind the device's certificate, relative to the inventory folder."""
    fingerprint: str = ""
    """SHA-256 of the device's certificate, pinned."""
    tls_name: str = ""
    """Name in the certificate, where it is not the address."""
    host_key: str = ""
    """SSH host key, as in known_hosts."""
    key_file: str = ""
    """Private key for SSH."""
    deadline_s: Annotated[float, Field(gt=0, le=3600)] = 30.0
    """Total seconds for a call that reads."""
    change_deadline_s: Annotated[float, Field(gt=0, le=3600)] = 180.0
    """Total seconds for a call that changes."""


class Row(_Strict):
    """A host, a group, or the defaults: Nornir's fields."""

    hostname: str = ""
    """Address or name to connect to."""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """TCP port; 0 is the platform's own."""
    username: str = ""
    """Login name."""
    password: Annotated[str, Field(pattern=REFERENCE)] | None = None
    """Reference to the password: `secret:env/NAME` or `secret:file/PATH`."""
    platform: str = ""
    """Platform, where it differs from the intent's."""
    groups: Annotated[tuple[str, ...], Listed] = ()
    """Groups whose values it takes, the first named first."""
    data: Data = Field(default_factory=Data)
    """What we know beyond Nornir's fields."""


class Defaults(Row):
    """Values of every host that neither it nor its groups give."""
