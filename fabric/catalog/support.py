"""Answers the question whether a platform, release and ASIC can do something."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from fabric.catalog.models.support import Feature, SupportRow
from fabric.catalog.release import within

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["UNKNOWN", "Feature", "Support", "SupportRow", "Verdict", "find_support"]


class Verdict(StrEnum):
    """Whether something can be done. `unknown` is no yes: nobody looked, or nobody wrote it down."""

    YES = "yes"
    NO = "no"
    LIMIT = "limit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Support:
    """The answer, and how far it may be trusted."""

    verdict: Verdict
    limit: int | None
    """The most that can be done, in the unit of the feature; only with the verdict `limit`."""
    source: tuple[str, ...]
    confidence: str
    note: str = ""

    @property
    def possible(self) -> bool:
        """True when it can be done, be it up to a limit."""
        return self.verdict in {Verdict.YES, Verdict.LIMIT}


UNKNOWN = Support(Verdict.UNKNOWN, None, (), "low")


def find_support(rows: Iterable[SupportRow], release: str, asics: frozenset[str]) -> Support:
    """Return the answer of the first row that holds for the release and one of the ASIC's names.

    An empty release (a host, an unmanaged switch) matches only rows that hold for all releases.
    """
    for row in rows:
        if row.asics and asics.isdisjoint(row.asics):
            continue
        if (row.since or row.before) and not (release and within(release, row.since, row.before)):
            continue
        return Support(Verdict(row.verdict), row.limit, row.source, row.confidence, row.note)
    return UNKNOWN
