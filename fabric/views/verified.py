"""What a look at hosts found, for people and as data."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from fabric.core.names import folded, natural

if TYPE_CHECKING:
    from fabric.pipeline.verifying import Verified
    from fabric.platforms.host.report import Difference

SCHEMA = "fabric-verify/1"


def verified_text(verified: Verified) -> str:
    """Return a paragraph for each finding; ports of a host that have it in common share one."""
    grouped: dict[tuple[object, ...], list[Difference]] = {}
    for one in verified.differences:
        key = (one.host, one.field, one.expected, one.found, one.remedy, one.known)
        grouped.setdefault(key, []).append(one)
    return "\n".join(
        [
            *(_paragraph(same) for same in grouped.values()),
            *(f"refused: {line}" for line in verified.refused),
            _sum(verified),
        ]
    )


def _paragraph(same: list[Difference]) -> str:
    one = same[0]
    ports = ", ".join(folded(sorted((other.port for other in same), key=natural)))
    if not one.known:
        return (
            f"unknown: {one.host} {ports} {one.field}: {one.found}; expected {one.expected}\n  {one.remedy}"
        )
    return f"differs: {one.host} {ports} {one.field}: {one.found}, expected {one.expected}\n  {one.remedy}"


def _sum(verified: Verified) -> str:
    differ = sum(one.known for one in verified.differences)
    unknown = len(verified.differences) - differ
    return (
        f"hosts with a report: {len(verified.hosts)}, without: {verified.silent}; "
        f"fields that differ: {differ}, unknown: {unknown}; reports refused: {len(verified.refused)}"
    )


def verified_json(verified: Verified) -> str:
    """Return all that was found, as data."""
    content = {
        "schema": SCHEMA,
        "hosts": list(verified.hosts),
        "without_report": verified.silent,
        "refused": list(verified.refused),
        "findings": [
            {"verdict": "differs" if row.pop("known") else "unknown", **row}
            for row in map(asdict, verified.differences)
        ],
    }
    return json.dumps(content, indent=2)
