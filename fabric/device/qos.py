"""RoCE quality of service: classes, marking, watchdog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.buffers import Buffers, Headroom
    from fabric.device.origin import Origin


@dataclass(frozen=True, slots=True)
class Ecn:
    """Marking thresholds of one queue, in bytes of queue depth; probability in percent at `max_bytes`."""

    min_bytes: int
    max_bytes: int
    probability_pct: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrafficClass:
    """A class of traffic on every hop: its code points, queue, scheduling and marking.

    Queue, priority group and PFC priority bear the number of the traffic class.
    """

    name: str
    number: int
    dscp: tuple[int, ...]
    lossless: bool
    strict: bool
    bandwidth_pct: int | None
    ecn: Mapping[int, Ecn]
    """Thresholds by port speed in Gb/s; empty without ECN."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Watchdog:
    """PFC storm watchdog, in milliseconds."""

    detect_ms: int
    restore_ms: int
    poll_ms: int
    action: Literal["drop", "forward", "alert"]
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Qos:
    """RoCE quality of service, the same on every hop."""

    dscp_to_class: tuple[int, ...]
    """64 entries: the traffic class of each DSCP. Total by construction."""
    classes: tuple[TrafficClass, ...]
    """By number."""
    watchdog: Watchdog | None
    headroom: tuple[Headroom, ...]
    """One entry per (speed, cable length) in use on this switch."""
    buffers: Buffers
    origins: Mapping[str, Origin] = field(default_factory=dict)

    @property
    def lossless(self) -> tuple[int, ...]:
        """PFC priorities that never drop."""
        return tuple(c.number for c in self.classes if c.lossless)
