"""What happened to others: the incident or paper behind a rule, and whether it was read or is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml


@dataclass(frozen=True, slots=True)
class Incident:
    """An event or a result that a rule is drawn from."""

    says: str
    source: str
    basis: str
    """`read`, `abstract` or `secondary` (a summary was read), or `recalled`."""


@cache
def _all() -> tuple[tuple[frozenset[str], Incident], ...]:
    text = resources.files("fabric.views").joinpath("incidents.yaml").read_text(encoding="utf-8")
    rows = yaml.load(text, yaml.CSafeLoader)
    return tuple(
        (frozenset(row["codes"]), Incident(row["says"], row["source"], row["basis"])) for row in rows
    )


def incidents_of(code: str) -> tuple[Incident, ...]:
    """Return the incidents behind a code, in the order of the file; none for a rule of plain arithmetic."""
    return tuple(incident for codes, incident in _all() if code in codes)


def codes_with_incidents() -> frozenset[str]:
    """Return every code that an incident stands behind."""
    return frozenset[str]().union(*(codes for codes, _ in _all()))
