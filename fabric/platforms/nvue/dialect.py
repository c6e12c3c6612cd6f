"""The words of NVUE that changed between releases.

NVUE broke at 5.15: `enable: on` became `state: enabled`, `interface.X.ip.address` became `ipv4.address`,
`service.ntp` moved to `system.ntp`. Smaller moves happened between 5.9 and 5.14. Source: the published
schemas of Cumulus Linux 5.0 to 5.18 (nvueschema 0.1.0).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from fabric.core.diagnostic import FabricError, error


@dataclass(frozen=True, slots=True)
class Dialect:
    """Words and template files of a span of releases."""

    since: tuple[int, int]
    """First release that speaks it."""
    state: str
    """The key that turns a feature on."""
    on: str
    off: str
    ipv4: str
    """The key below an interface that holds its IPv4 addresses."""
    ipv6: str
    """The same of IPv6."""
    most_paths: int
    """Highest value of `multipaths.ebgp`."""
    management: str
    aaa: str
    services: str
    syslog: str
    auto_save: str
    clock: str
    bfd: str
    snmp: str
    """The section that holds `snmp-server`."""
    snmp_on: tuple[str, str]
    """Key and value that turn it on."""
    push: bool
    """Whether it can export telemetry over OTLP."""
    push_beside_gnmi: bool
    """Whether it can do so while its gNMI server runs."""


LEGACY = Dialect(
    since=(5, 9),
    state="enable",
    on="'on'",
    off="'off'",
    ipv4="ip",
    ipv6="ip",
    most_paths=128,
    management="cumulus/legacy/management.j2",
    aaa="cumulus/legacy/aaa_numbered.j2",
    services="cumulus/legacy/services.j2",
    syslog="cumulus/legacy/syslog.j2",
    auto_save="cumulus/legacy/auto_save.j2",
    clock="cumulus/legacy/clock.j2",
    bfd="cumulus/legacy/bfd.j2",
    snmp="service",
    snmp_on=("enable", "'on'"),
    push=False,
    push_beside_gnmi=False,
)
CURRENT = Dialect(
    since=(5, 15),
    state="state",
    on="enabled",
    off="disabled",
    ipv4="ipv4",
    ipv6="ipv6",
    most_paths=256,
    management="cumulus/current/management.j2",
    aaa="cumulus/current/aaa.j2",
    services="cumulus/current/services.j2",
    syslog="cumulus/current/syslog.j2",
    auto_save="cumulus/current/auto_save.j2",
    clock="cumulus/current/clock.j2",
    bfd="cumulus/current/bfd.j2",
    snmp="system",
    snmp_on=("state", "enabled"),
    push=True,
    push_beside_gnmi=True,
)
_5_10 = replace(LEGACY, since=(5, 10), auto_save=CURRENT.auto_save, push=True)
_5_11 = replace(_5_10, since=(5, 11), snmp="system", snmp_on=("state", "enabled"))
_5_12 = replace(_5_11, since=(5, 12), aaa="cumulus/legacy/aaa.j2")
_5_13 = replace(_5_12, since=(5, 13), syslog=CURRENT.syslog)

DIALECTS = (CURRENT, _5_13, _5_12, _5_11, _5_10, LEGACY)
"""Newest first."""


def version(release: str) -> tuple[int, int, int]:
    """Read a release such as `5.16` or `5.16.1`. Raises FabricError for anything else."""
    match = re.fullmatch(r"(\d+)\.(\d+)(?:\.(\d+))?", release)
    if match is None:
        raise _unsupported(release)
    return int(match[1]), int(match[2]), int(match[3] or 0)


def dialect_of(release: str) -> Dialect:
    """Return the dialect a release speaks. Raises FabricError for releases before 5.9."""
    major, minor, _ = version(release)
    for dialect in DIALECTS:
        if dialect.since <= (major, minor) and major == dialect.since[0]:
            return dialect
    raise _unsupported(release)


def _unsupported(release: str) -> FabricError:
    summary = f"Cumulus Linux `{release}` speaks no dialect of NVUE that is known here"
    return FabricError(error("CUM-003", summary, hint="use 5.9 or a later release of 5"))
