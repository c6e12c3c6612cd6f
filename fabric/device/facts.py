"""What a running configuration says of its switch and of the network around it, free of vendors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv4Network


@dataclass(frozen=True, slots=True)
class PortFacts:
    """One port; what the configuration does not say is empty."""

    gbps: int = 0
    alias: str = ""
    """What else the platform calls it."""
    description: str = ""
    address: IPv4Interface | None = None
    neighbor: tuple[str, str] | None = None
    """Name and port at the far end, where the configuration has a place of its own for them."""
    session: bool = False
    """A BGP session runs over it."""
    bundle: str = ""
    """The port channel that it is a member of."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How a switch is managed and where it finds services."""

    management: IPv4Interface | None = None
    gateway: IPv4Address | None = None
    domain: str = ""
    ntp: tuple[IPv4Address, ...] = ()
    dns: tuple[IPv4Address, ...] = ()
    syslog: tuple[IPv4Address, ...] = ()
    users: tuple[str, ...] = ()
    """Local accounts that may do everything."""
    lesser: tuple[str, ...] = ()
    """Local accounts that may do less."""
    tacacs: tuple[IPv4Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Watch:
    """Who may manage a switch and who watches it, where the configuration says it in our words."""

    allow: tuple[IPv4Network, ...] = ()
    community: bool = False
    """It has a community of SNMP."""
    users: tuple[str, ...] = ()
    """Users of SNMP."""
    contact: str = ""
    location: str = ""
    gnmi_port: int = 0
    """Zero where no server runs."""
    certificate: str = ""
    client_ca: str = ""
    collectors: tuple[str, ...] = ()
    """Where it pushes to, `ADDRESS:PORT`."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen of login and telemetry; a switch that cannot say whether has None."""

    timezone: str = ""
    login_banner: tuple[str, ...] = ()
    motd_banner: tuple[str, ...] = ()
    api_certificate: str = ""
    authorize_commands: bool | None = None
    """None too where no TACACS+ server is asked."""
    drop_reasons: bool | None = None
    queue_depths: bool | None = None
    cloudvision: tuple[str, ...] = ()
    """Servers, `ADDRESS:PORT`."""
    cloudvision_token: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """One switch, as its configuration has it."""

    hostname: str = ""
    model: str = ""
    """As the vendor calls it."""
    hwsku: str = ""
    release: str = ""
    routing_mode: str = ""
    """Of SONiC, where it is not the one in which its routing daemon reads a file of the user's."""
    asn: int | None = None
    loopback: IPv4Address | None = None
    ports: Mapping[str, PortFacts] = field(default_factory=dict)
    """Ports that the configuration says something of, by the names that the platform gives them."""
    bfd: tuple[int, int] | None = None
    """Interval in ms and multiplier."""
    reach: Reach = field(default_factory=Reach)
    watch: Watch = field(default_factory=Watch)
    choices: Choices = field(default_factory=Choices)
    queue_names: Mapping[int, str] = field(default_factory=dict)
    """What the configuration calls its queues, where it names them."""
