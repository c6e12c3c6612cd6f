"""What a switch lets itself be asked, and where it sends what it knows: SNMP, gNMI, collectors."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, collapse_addresses
from typing import TYPE_CHECKING

from fabric.device.origin import Origin
from fabric.device.secret import Secret, secret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.design import Design
    from fabric.intent.observability import Observability


@dataclass(frozen=True, slots=True)
class SnmpUser:
    """A user of version 3 who authenticates with SHA and reads under AES."""

    name: str
    auth: Secret
    privacy: Secret


@dataclass(frozen=True, slots=True)
class Snmp:
    """SNMP, read-only."""

    community: Secret | None
    users: tuple[SnmpUser, ...]
    contact: str
    location: str
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gnmi:
    """The gNMI server."""

    port: int
    certificate: str
    """Name of certificate and key on the device; empty where it has none of ours."""
    client_ca: str
    """Name of the CA of its clients; empty where they need no certificate."""
    allow: tuple[IPv4Network, ...]
    """Networks that may connect, collectors among them; empty where everybody may."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Collector:
    """Who gathers telemetry, and the port at which it takes what is pushed."""

    address: IPv4Address
    port: int


@dataclass(frozen=True, slots=True)
class CloudVision:
    """Servers of CloudVision and the file with the token for them."""

    servers: tuple[str, ...]
    token: str


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What a switch notes beyond its counters, and who gets the whole of it."""

    drop_reasons: bool = False
    queue_depths: bool = False
    cloudvision: CloudVision | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict)


def telemetry(design: Design) -> Telemetry:
    """Build what a switch notes beyond its counters."""
    intent = design.site.observability
    vision = intent.cloudvision
    names = ("drop_reasons", "queue_depths", "cloudvision")
    return Telemetry(
        drop_reasons=intent.drop_reasons,
        queue_depths=intent.queue_depths,
        cloudvision=CloudVision(vision.servers, vision.token) if vision else None,
        origins={name: Origin("intent", intent.loc(name)) for name in names},
    )


def snmp(design: Design) -> Snmp | None:
    """Build SNMP of a switch; None where the site has none."""
    intent = design.site.services.snmp
    if intent is None:
        return None
    return Snmp(
        community=secret(intent.community) if intent.community else None,
        users=tuple(SnmpUser(user.name, secret(user.auth), secret(user.privacy)) for user in intent.users),
        contact=intent.contact or "",
        location=intent.location or "",
        origins={name: Origin("intent", intent.loc(name)) for name in type(intent).model_fields},
    )


def gnmi(design: Design) -> Gnmi | None:
    """Build the gNMI server of a switch; None where the site has none."""
    observability, management = design.site.observability, design.site.services.management
    intent = observability.gnmi
    if intent is None:
        return None
    allow = management.allow if management else ()
    origins = {name: Origin("intent", intent.loc(name)) for name in type(intent).model_fields}
    if management is not None and allow:
        origins["allow"] = Origin("gnmi.allow", management.loc("allow"))
    return Gnmi(
        port=intent.port,
        certificate=intent.certificate or "",
        client_ca=intent.client_ca or "",
        allow=_with_collectors(allow, observability) if allow else (),
        origins=origins,
    )


def collectors(design: Design) -> tuple[Collector, ...]:
    """Return the collectors of the site."""
    return tuple(
        Collector(IPv4Address(address), int(port))
        for address, _, port in (value.partition(":") for value in design.site.observability.collectors)
    )


def _with_collectors(allow: tuple[IPv4Network, ...], observability: Observability) -> tuple[IPv4Network, ...]:
    """Return the networks with the collectors that they leave out: those who dial in may do so."""
    addresses = {IPv4Network(value.partition(":")[0]) for value in observability.collectors}
    outside = {one for one in addresses if not any(one.subnet_of(network) for network in allow)}
    return (*allow, *collapse_addresses(outside))
