"""A site: shared hosts and services, and its fabrics."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from fabric.intent.base import Listed, Milliseconds, Model, Name, Percent, Text, Whole, once, whole_numbers
from fabric.intent.fabric import Fabric
from fabric.intent.racks import Racks
from fabric.intent.unmanaged import Unmanaged
from fabric.intent.waivers import Waiver
from fabric.intent.written import Written, numbers

SecretReference = Annotated[
    str,
    Field(pattern=r"^secret:(env/[A-Za-z_][A-Za-z0-9_]*|file/[^}\s]+)$"),
    Written("reference to a secret", example="secret:env/NAME"),
]

Addresses = Annotated[tuple[IPv4Address, ...], Listed, AfterValidator(once)]

LAST_ADAPTER = 255


def _adapters(value: object) -> object:
    return whole_numbers(value, LAST_ADAPTER, "adapter", "[0, 3-6]")


class Nics(Model):
    """NIC ports of a host on one fabric."""

    model: Text
    """Model in the catalog, such as `connectx-7`."""
    count: Annotated[Whole, Field(ge=1, le=64)]
    """Ports on the fabric; a NIC that is split over planes has one for each."""
    adapters: (
        Annotated[
            tuple[int, ...],
            BeforeValidator(_adapters),
            numbers("adapter", LAST_ADAPTER, "[0, 3-6]"),
        ]
        | None
    ) = None
    """Numbers of its RDMA devices, as hosts count them over all fabrics: `[0, 3-6]`; default: from 0 on."""

    @property
    def adapter_numbers(self) -> tuple[int, ...]:
        """Return the number of the RDMA device of each port."""
        return tuple(range(self.count)) if self.adapters is None else self.adapters


class HostGroup(Model):
    """Equal hosts of one pod."""

    count: Annotated[Whole, Field(ge=1, le=4096)]
    """How many there are."""
    model: Text
    """Model in the catalog, such as `hgx-h200`."""
    nics: dict[Name, Nics]
    """NIC ports by fabric."""
    number: Annotated[Whole, Field(ge=1, le=4096)] | None = None
    """Place of the pod, from which ports follow; default: the number at the end of its name."""


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
    """Default gateway in the management VRF."""


class Services(Model):
    """Management services."""

    management: ManagementNetwork | None = None
    """Out-of-band network."""
    domain: Annotated[str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$")] = "fabric.local"
    """DNS domain."""
    ntp: Addresses = ()
    """Time servers."""
    dns: Addresses = ()
    """Name servers."""
    syslog: Addresses = ()
    """Log collectors."""
    aaa: Aaa = Field(default_factory=Aaa)
    """Accounts."""


class Observability(Model):
    """Telemetry."""

    collectors: Annotated[tuple[Text, ...], Listed] = ()
    """Addresses of collectors, `host:port`."""
    alarms: Literal["default", "none"] = "default"
    """Set of alarms."""


class Rollout(Model):
    """How changes go out."""

    waves: Annotated[tuple[Literal["canary", "rest"] | Percent, ...], Listed] = ("canary", "rest")
    """Waves in order: `canary`, shares such as `10 %`, `rest`."""
    soak: Milliseconds = 600_000.0
    """How long a wave is watched before the next."""
    constraints: Literal["default", "lab"] = "default"
    """Profile of limits on what may be out at once."""
    gates: Literal["default"] = "default"
    """Set of health gates."""
    window: Literal["any"] = "any"
    """When changes may go out."""
    approvals: Annotated[Whole, Field(ge=0, le=16)] = 0
    """People other than its author who must sign a plan (`fabric approve`) before it is applied."""


class Site(Model):
    """Everything an intent folder says."""

    name: Name
    """Name of the site."""
    hosts: Annotated[dict[Name, HostGroup], Field(min_length=1)]
    """Hosts by pod."""
    fabrics: Annotated[dict[Name, Fabric], Field(min_length=1)]
    """Fabrics by name: `backend`, `storage`, `frontend`, `oob`."""
    racks: Racks | None = None
    """Racks and trays, from which lengths of cables follow."""
    services: Services = Field(default_factory=Services)
    """Management services."""
    observability: Observability = Field(default_factory=Observability)
    """Telemetry."""
    rollout: Rollout = Field(default_factory=Rollout)
    """How changes go out."""
    waivers: Annotated[tuple[Waiver, ...], Listed] = ()
    """Warnings that are accepted for a time."""
    unmanaged: Annotated[tuple[Unmanaged, ...], Listed] = ()
    """What of which switches is left as it is, while a live network is taken over."""
