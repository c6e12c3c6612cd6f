"""What hosts say of themselves, against the artifacts that they should have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import nearest
from fabric.platforms.host.report import Difference, differences, read_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.device import Unit
    from fabric.pipeline.build import Build
    from fabric.platforms.host.report import Report

NEIGHBOUR = "neighbour"


@dataclass(frozen=True, slots=True)
class Verified:
    """What came out of a look at hosts."""

    differences: tuple[Difference, ...]
    refused: tuple[str, ...]
    """A line for each report that says nothing about this intent."""
    hosts: tuple[str, ...]
    silent: int
    """Hosts of the intent without a report."""


def verify_hosts(build: Build, texts: Iterable[tuple[str, str]]) -> Verified:
    """Compare reports, each with the name of its file, with a build. Raises FabricError for templates."""
    units = {unit.name: unit for _, unit in build.units() if unit.platform == "host"}
    reports, refused = _reports(units, texts)
    found: list[Difference] = []
    for name, report in reports.items():
        found += differences(build.texts(units[name]), report)
    return Verified(crossed(found), refused, tuple(reports), len(units) - len(reports))


def _reports(
    units: Mapping[str, Unit], texts: Iterable[tuple[str, str]]
) -> tuple[dict[str, Report], tuple[str, ...]]:
    """Return the first report of each host, and a line for each text that is of no use."""
    reports: dict[str, Report] = {}
    files: dict[str, str] = {}
    refused: list[str] = []
    for file, text in texts:
        try:
            report = read_report(text)
        except ValueError as mistake:
            refused.append(f"{file}: {mistake}")
            continue
        name = report.host
        if name not in units:
            refused.append(f"{file}: the intent has no host `{name[:80]}` {nearest(name, units)}".rstrip())
        elif name in reports:
            refused.append(f"{file}: `{name}` has a report already, {files[name]}")
        elif report.machine.partition(".")[0] != name:
            refused.append(f"{file}: the report.sh of `{name}` ran on `{report.machine[:80]}`")
        else:
            reports[name], files[name] = report, file
    return reports, tuple(refused)


def crossed(found: Iterable[Difference]) -> tuple[Difference, ...]:
    """Say `swap` where two ports have each other's neighbour."""
    found = tuple(found)
    wrong = {(one.expected, one.found) for one in found if one.field == NEIGHBOUR and one.known}
    return tuple(
        replace(one, remedy=f"swap the cables at {one.found} and {one.expected}")
        if one.field == NEIGHBOUR and (one.found, one.expected) in wrong
        else one
        for one in found
    )
