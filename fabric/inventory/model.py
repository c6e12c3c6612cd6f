"""The Nornir inventory as we read it: hosts, groups, defaults; strict, and with references for secrets."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Interface, IPv6Address
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from fabric.core.wording import REFERENCE
from fabric.intent.base import Listed

LONGEST_NAME = 253
"""Characters of the longest name in DNS (RFC 1035 section 2.3.4)."""
_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")


def _reachable(text: str) -> str:
    """Return an address or a name that a driver can connect to. Raises ValueError for anything else."""
    if text and not _is_address(text) and not _is_name(text):
        raise ValueError("neither an IP address nor a DNS name, such as `10.0.0.1` or `leaf1.example.net`")
    return text


_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_DOTTED = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}")


def _is_address(text: str) -> bool:
    if _DOTTED.fullmatch(text):
        return True
    kind = IPv6Address if ":" in text else IPv4Address
    try:
        kind(text)
    except ValueError:
        return False
    return "%" not in text


def _is_name(text: str) -> bool:
    """Whether a text is a name of labels; one whose last label is a number would be a broken address."""
    labels = text.removesuffix(".").split(".")
    fits = len(text) <= LONGEST_NAME and all(_LABEL.fullmatch(label) for label in labels)
    return fits and not labels[-1].isdigit()


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
    next_username: str = ""
    """Login name that is coming; together with `next_password` it must work before a change is confirmed."""
    next_password: Annotated[str, Field(pattern=REFERENCE)] | None = None
    """Reference to the password that is coming, of `next_username` or of the present login name."""
    factory_username: str = ""
    """Login name that the maker, or a first boot, left on it; tried where the own login is refused."""
    factory_password: Annotated[str, Field(pattern=REFERENCE)] | None = None
    """Reference to the password of `factory_username`: until the first full configuration takes that away."""
    ssh_username: str = ""
    """Login name for SSH to the files of a server that is managed over REST (UFM); none leaves them alone."""
    ssh_password: Annotated[str, Field(pattern=REFERENCE)] | None = None
    """Reference to the password of `ssh_username`, where `key_file` is not used."""
    ssh_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """TCP port of SSH beside REST; 0 is 22."""
    fabric_validation: Annotated[tuple[str, ...], Listed] = ()
    """Tests that UFM runs of its fabric before and after a change, such as `CheckRouting`."""
    deadline_s: Annotated[float, Field(gt=0, le=3600)] = 30.0
    """Total seconds for a call that reads."""
    change_deadline_s: Annotated[float, Field(gt=0, le=3600)] = 180.0
    """Total seconds for a call that changes."""


class Row(_Strict):
    """A host, a group, or the defaults: Nornir's fields."""

    hostname: Annotated[str, AfterValidator(_reachable)] = ""
    """Address or name to connect to."""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """TCP port; 0 is the platform's own."""
    username: str = ""
    """Login name."""
    password: Annotated[str, Field(pattern=REFERENCE)] | None = None
    """Reference to the password: `secret:env/NAME`, `secret:file/PATH` or `secret:command/NAME`."""
    platform: str = ""
    """Platform, where it differs from the intent's."""
    groups: Annotated[tuple[str, ...], Listed] = ()
    """Groups whose values it takes, the first named first."""
    data: Data = Field(default_factory=Data)
    """What we know beyond Nornir's fields."""


class Defaults(Row):
    """Values of every host that neither it nor its groups give."""
