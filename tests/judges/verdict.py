"""What a judge says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection: where in the artifact, and why."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


Verdict = tuple[Finding, ...]
"""Objections; empty when the judge accepts."""


def listing(verdict: Verdict, limit: int = 20) -> str:
    """Return a verdict as lines for an assertion message."""
    shown = [str(finding) for finding in verdict[:limit]]
    more = len(verdict) - limit
    return "\n".join([*shown, f"... and {more} more"] if more > 0 else shown)
