"""Telemetry of a site: what switches serve, and who gathers it."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from fabric.intent.base import CertificateName, Listed, Model, Switch, Whole, once
from fabric.intent.written import Written

_LAST_PORT = 65535


def _collector(value: str) -> str:
    address, _, port = value.partition(":")
    try:
        IPv4Address(address)
    except ValueError:
        raise ValueError(f"`{value}` does not begin with an IPv4 address") from None
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= _LAST_PORT):
        raise ValueError(f"`{value}` does not end with a port, such as `172.22.0.7:4317`")
    return value


Collector = Annotated[
    str,
    AfterValidator(_collector),
    Written(
        "`ADDRESS:PORT`",
        {"type": "string", "pattern": r"^[0-9]{1,3}(\.[0-9]{1,3}){3}:[0-9]{1,5}$"},
        "172.22.0.7:4317",
    ),
]


class Gnmi(Model):
    """The gNMI server of every switch, to which collectors connect."""

    port: Annotated[Whole, Field(ge=1024, le=_LAST_PORT)] = 9339
    """TCP port; default: the one IANA gave to gNMI."""
    certificate: CertificateName | None = None
    """Name under which a switch holds its certificate and key; installing them is left to the PKI."""
    client_ca: CertificateName | None = None
    """Name under which a switch holds the CA of its clients; with it, clients show a certificate too."""


class CloudVision(Model):
    """Arista's CloudVision, to which switches stream their whole state."""

    servers: Annotated[tuple[Collector, ...], Listed, AfterValidator(once), Field(min_length=1)]
    """Servers of one cluster, `ADDRESS:PORT`."""
    token: Annotated[str, Field(pattern=r"^/[A-Za-z0-9_./-]+$")] = "/tmp/cv-onboarding-token"  # noqa: S105, S108
    """File on the switch that holds the token of enrolment."""


class Observability(Model):
    """Telemetry."""

    gnmi: Gnmi | None = None
    """gNMI server; default: none."""
    collectors: Annotated[tuple[Collector, ...], Listed, AfterValidator(once)] = ()
    """Collectors, `ADDRESS:PORT`: where a switch can push (OTLP), it sends to the port; else they dial in."""
    drop_reasons: Switch = False
    """Whether switches keep packets that they drop, with the reason, where they can (What Just Happened)."""
    queue_depths: Switch = False
    """Whether switches tell how full their queues were: histograms, or a stream of them (LANZ)."""
    cloudvision: CloudVision | None = None
    """CloudVision; default: none."""
    monitoring: Annotated[
        tuple[Literal["gnmic", "prometheus", "grafana"], ...], Listed, AfterValidator(once)
    ] = ()
    """Files that `fabric build` writes for those who watch: subscriptions, alert rules, a dashboard."""
    alarms: Literal["default", "none"] = "default"
    """Set of alarms."""
