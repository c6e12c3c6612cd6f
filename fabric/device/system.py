"""System and management services of a switch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface

    from fabric.device.origin import Origin
    from fabric.device.secret import Secret


@dataclass(frozen=True, slots=True)
class Management:
    """The out-of-band port."""

    address: IPv4Interface
    gateway: IPv4Address


@dataclass(frozen=True, slots=True)
class User:
    """A local account; `password` refers to a sha512 crypt hash."""

    name: str
    password: Secret


@dataclass(frozen=True, slots=True)
class Tacacs:
    """TACACS+ servers, asked before local accounts."""

    servers: tuple[IPv4Address, ...]
    key: Secret
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class System:
    """Name, management port and management services of a switch."""

    hostname: str
    management: Management | None
    domain: str
    dns: tuple[IPv4Address, ...]
    ntp: tuple[IPv4Address, ...]
    syslog: tuple[IPv4Address, ...]
    users: tuple[User, ...]
    tacacs: Tacacs | None
    origins: Mapping[str, Origin] = field(default_factory=dict)
