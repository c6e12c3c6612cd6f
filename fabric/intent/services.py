"""Management services of a site: who may log in, who may ask, and where switches send what they know."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network
from typing import Annotated

from pydantic import AfterValidator, Field

from fabric.core.wording import REFERENCE
from fabric.intent.base import CertificateName, Listed, Model, Name, Switch, once
from fabric.intent.written import Written

SecretReference = Annotated[
    str,
    Field(pattern=REFERENCE),
    Written("reference to a secret", example="secret:env/NAME"),
]

Addresses = Annotated[tuple[IPv4Address, ...], Listed, AfterValidator(once)]
Line = Annotated[str, Field(pattern=r"^[A-Za-z0-9]([ A-Za-z0-9@.,:/+_-]{0,98}[A-Za-z0-9])?$")]
"""Words that every platform takes in one line without quotes."""


def _no_end(lines: tuple[str, ...]) -> tuple[str, ...]:
    if "EOF" in lines:
        raise ValueError("a line `EOF` would end the banner on a switch")
    return lines


BannerLines = Annotated[tuple[Line, ...], Listed, AfterValidator(_no_end), Field(max_length=20)]


class Banner(Model):
    """What a switch says to those who log in."""

    login: BannerLines = ()
    """Lines before the password is asked for."""
    motd: BannerLines = ()
    """Lines after it."""


class Api(Model):
    """The API over which a switch is configured."""

    certificate: CertificateName
    """Name under which a switch holds certificate and key of its API; installing them is left to the PKI."""


class User(Model):
    """A local account."""

    name: Name
    """Login name."""
    password: SecretReference
    """Reference to a sha512 crypt hash: `secret:env/NAME` or `secret:file/PATH`."""


class Tacacs(Model):
    """TACACS+ servers."""

    servers: Annotated[Addresses, Field(min_length=1)]
    """Addresses, in the order asked."""
    key: SecretReference
    """Reference to the shared key."""
    authorize_commands: Switch = False
    """Whether the servers are asked about every command; local accounts decide when none answers."""


class Aaa(Model):
    """Who may log in."""

    users: Annotated[tuple[User, ...], Listed] = ()
    """Local accounts."""
    tacacs: Tacacs | None = None
    """Servers asked first."""


class ManagementNetwork(Model):
    """The out-of-band network."""

    network: IPv4Network
    """Network of the management ports; addresses come from the inventory."""
    gateway: IPv4Address
    """Default gateway in the management VRF; of switches in the block of an out-of-band leaf, that leaf."""
    allow: Annotated[tuple[IPv4Network, ...], Listed, AfterValidator(once), Field(max_length=64)] = ()
    """Networks that may reach SSH, API, SNMP and gNMI of a switch; default: everybody."""


class SnmpUser(Model):
    """A user of SNMPv3, who reads with authentication (SHA) and privacy (AES)."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{3,31}$")]
    """Name, of 4 to 32 letters, digits, `_` and `-`."""
    auth: SecretReference
    """Reference to the passphrase of authentication, of 8 characters or more."""
    privacy: SecretReference
    """Reference to the passphrase of privacy, of 8 characters or more."""


class Snmp(Model):
    """SNMP, read-only."""

    community: SecretReference | None = None
    """Reference to the community of version 2c."""
    users: Annotated[tuple[SnmpUser, ...], Listed] = ()
    """Users of version 3."""
    contact: Line | None = None
    """Whom to ask."""
    location: Line | None = None
    """Where the switches stand."""


class Services(Model):
    """Management services."""

    management: ManagementNetwork | None = None
    """Out-of-band network."""
    domain: Annotated[str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$")] = "fabric.local"
    """DNS domain."""
    timezone: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z_]*(/[A-Za-z][A-Za-z0-9_+-]*){0,2}$")] | None = None
    """Name in the tz database, such as `UTC` or `Europe/Berlin`; default: as the switch comes, mostly UTC."""
    banner: Banner = Field(default_factory=Banner)
    """Words at login."""
    api: Api | None = None
    """API of the switches; default: with the certificate they signed themselves."""
    ntp: Addresses = ()
    """Time servers."""
    dns: Addresses = ()
    """Name servers."""
    syslog: Addresses = ()
    """Log collectors."""
    aaa: Aaa = Field(default_factory=Aaa)
    """Accounts."""
    snmp: Snmp | None = None
    """SNMP; without it a switch answers none that we configured."""
