"""System and management services of a switch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.device.origin import Origin
from fabric.device.secret import Secret, secret

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv4Network

    from fabric.device.design import Design


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
    authorize_commands: bool = False
    """Whether they are asked about every command."""
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
    allow: tuple[IPv4Network, ...] = ()
    """Networks that may reach SSH, API, SNMP and gNMI; empty where everybody may."""
    timezone: str = ""
    """Name in the tz database; empty where the switch stays as it comes."""
    login_banner: tuple[str, ...] = ()
    motd_banner: tuple[str, ...] = ()
    api_certificate: str = ""
    """Name of the certificate of its API; empty where it has none of ours."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


def system(design: Design, name: str) -> System:
    """Build name, management port and services of a switch."""
    services = design.site.services
    network = services.management
    tacacs = services.aaa.tacacs
    return System(
        hostname=name,
        management=_management(design, name),
        domain=services.domain,
        dns=services.dns,
        ntp=services.ntp,
        syslog=services.syslog,
        users=tuple(User(user.name, secret(user.password)) for user in services.aaa.users),
        tacacs=Tacacs(
            tacacs.servers,
            secret(tacacs.key),
            tacacs.authorize_commands,
            {name: Origin("intent", tacacs.loc(name)) for name in ("servers", "key", "authorize_commands")},
        )
        if tacacs
        else None,
        allow=network.allow if network else (),
        timezone=services.timezone or "",
        login_banner=services.banner.login,
        motd_banner=services.banner.motd,
        api_certificate=services.api.certificate if services.api else "",
        origins=_origins(design),
    )


def _management(design: Design, name: str) -> Management | None:
    """Build the management port; the leaf that it is cabled to is its gateway if they are of one network."""
    network, address = design.site.services.management, design.inventory.data(name).management
    if network is None or address is None:
        return None
    leaf = design.management_gateways.get(name)
    return Management(address, leaf.ip if leaf and neighbours(address, leaf) else network.gateway)


def neighbours(one: IPv4Interface, other: IPv4Interface) -> bool:
    """Whether two interfaces are each in the network of the other."""
    return one.ip in other.network and other.ip in one.network


_SERVICES = ("domain", "dns", "ntp", "syslog", "timezone")


def _origins(design: Design) -> dict[str, Origin]:
    services = design.site.services
    taken = {field: Origin("intent", services.loc(field)) for field in _SERVICES}
    if services.management is not None and services.management.allow:
        taken["allow"] = Origin("intent", services.management.loc("allow"))
    return taken | {
        "login_banner": Origin("intent", services.banner.loc("login")),
        "motd_banner": Origin("intent", services.banner.loc("motd")),
        "api_certificate": Origin("intent", services.loc("api")),
        "users": Origin("intent", services.aaa.loc("users")),
        "management": Origin("inventory.management", services.loc("management"), (design.inventory.folder,)),
    }
