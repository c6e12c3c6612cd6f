"""What a device should look like to its gates, and what a gate may answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Verdict(StrEnum):
    """The answer of a gate. Could not look is not the same as looked and is bad."""

    PASS = "pass"  # noqa: S105  a verdict, no secret
    FAIL = "fail"
    UNKNOWN = "unknown"


NOBODY = ""
"""Peer of a port that only has to be as good as it was before the change."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """State that a device must show. Ports and sessions bear the names that its driver reports."""

    bgp: frozenset[str] = frozenset()
    """Sessions that must be established, by port name or address."""
    lldp: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Neighbour (system name, port) that each port must see; an empty port name accepts any port."""
    oper_up: frozenset[str] = frozenset()
    """Ports that must be up."""
    peers: Mapping[str, str] = field(default_factory=dict)
    """Device at the far end, by session or port name: what is down there is not this device's failure."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict of one gate on one device, with its reasons."""

    gate: str
    verdict: Verdict
    reasons: tuple[str, ...] = ()


class Observed(Protocol):
    """What a driver saw. Ports and sessions bear the vendor's names."""

    @property
    def bgp(self) -> Mapping[str, bool]:
        """Established, by session."""

    @property
    def lldp(self) -> Mapping[str, tuple[str, str]]:
        """Neighbour (system name, port) by port."""

    @property
    def oper_up(self) -> frozenset[str]:
        """Ports that are up."""

    @property
    def counters(self) -> Mapping[str, int]:
        """Cumulative counters, summed over ports."""

    @property
    def judged(self) -> tuple[Judgement, ...]:
        """What a device judged of itself."""

    @property
    def ports(self) -> Mapping[str, Mapping[str, int]]:
        """Cumulative counters by port: `frames`, `discards`, `errors`, `pfc`, `ecn`, where they are read."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a device showed before it was changed: what was good must stay good."""

    bgp: frozenset[str] = frozenset()
    lldp: frozenset[str] = frozenset()
    oper_up: frozenset[str] = frozenset()
    counters: Mapping[str, int] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)
    """By gate of the site's own that compares with it."""
    failing: frozenset[str] = frozenset()
    """What a device judged of itself and found bad: after the change nobody owes it."""
