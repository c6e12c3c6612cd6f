"""NVUE's words for RoCE quality of service.

`qos.roce` in lossless mode alone would map DSCP n to switch priority n // 8, so DSCP 49-55 would share
the strict queue of the CNPs. Here the intent's map is written out over it: 64 code points, 8 switch
priorities, every class. Switch priority, traffic class and PFC priority bear the number of the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import Interface, Qos, TrafficClass, Watchdog

DEFAULT_PROFILE = "default-global"
"""The profile NVUE applies to every port that names no other."""
_LOSSY_PROFILE = "lossy"
_PRIORITIES = range(8)
_ROCE_PRIORITIES = (3,)
"""Switch priorities whose pool RoCE mode makes lossless by itself (docs of 5.16, RoCE page)."""


@dataclass(frozen=True, slots=True)
class Marking:
    """ECN of one traffic class; thresholds in bytes, 0 where nothing is marked."""

    traffic_class: int
    ecn: str
    min_bytes: int
    max_bytes: int
    probability_pct: int


@dataclass(frozen=True, slots=True)
class QosWords:
    """What the QoS template prints."""

    dscp: tuple[tuple[int, int], ...]
    """(DSCP, switch priority) for all 64."""
    queues: tuple[tuple[int, int], ...]
    """(switch priority, traffic class) for all 8."""
    scheduler: tuple[tuple[int, str, int], ...]
    """(traffic class, mode, percent); 0 percent is not printed."""
    lossless: tuple[int, ...]
    cable_m: int
    """Longest lossless cable in metres, from which NVUE computes headroom (its default is 100 m)."""
    pools: tuple[tuple[str, tuple[int, ...]], ...]
    """(traffic pool, switch priorities) where RoCE mode's own pools do not fit."""
    markings: tuple[tuple[str, tuple[Marking, ...]], ...]
    """(congestion control profile, classes)."""
    ecn_profile_of: Mapping[int, str]
    """Congestion control profile by port speed in Gb/s."""
    lossy_profile: str
    """PFC profile of ports outside the lossless fabric; empty when there is none."""
    watchdog: tuple[int, int] | None
    """(polling interval in ms, polls until a storm is declared)."""


def qos_words(qos: Qos, interfaces: tuple[Interface, ...]) -> QosWords:
    """Return the words for the QoS of a switch with these ports."""
    numbers = {traffic.number for traffic in qos.classes}
    rest = qos.dscp_to_class[0]
    profiles = _profiles({port.speed_gbps for port in interfaces})
    lossy = any(not port.lossless for port in interfaces) and bool(qos.lossless)
    return QosWords(
        dscp=tuple(enumerate(qos.dscp_to_class)),
        queues=tuple((priority, priority if priority in numbers else rest) for priority in _PRIORITIES),
        scheduler=tuple(
            (c.number, "strict" if c.strict else "dwrr", 0 if c.strict else c.bandwidth_pct or 0)
            for c in qos.classes
        ),
        lossless=qos.lossless,
        cable_m=max((ceil(port.cable_m) for port in interfaces if port.lossless), default=1) or 1,
        pools=_pools(qos.lossless),
        markings=tuple((name, _markings(qos.classes, speed)) for speed, name in profiles.items()),
        ecn_profile_of=profiles,
        lossy_profile=_LOSSY_PROFILE if lossy else "",
        watchdog=None if qos.watchdog is None or not qos.lossless else _watchdog(qos.watchdog),
    )


def _profiles(speeds: set[int]) -> dict[int, str]:
    """Name a congestion control profile per speed; the fastest ports have NVUE's default profile.

    Not the most: a leaf that gets more hosts would change the profile of all its ports.
    """
    fastest = max(speeds, default=0)
    return {speed: DEFAULT_PROFILE if speed == fastest else f"ports-{speed}g" for speed in sorted(speeds)}


def _markings(classes: tuple[TrafficClass, ...], speed: int) -> tuple[Marking, ...]:
    """RoCE mode marks traffic classes 0 and 3: a class without ECN says so."""
    found = []
    for traffic in classes:
        ecn = traffic.ecn.get(speed)
        if ecn is None:
            found.append(Marking(traffic.number, "disable", 0, 0, 0))
        else:
            found.append(Marking(traffic.number, "enable", ecn.min_bytes, ecn.max_bytes, ecn.probability_pct))
    return tuple(found)


def _pools(lossless: tuple[int, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if lossless == _ROCE_PRIORITIES or not lossless:
        return ()
    rest = tuple(priority for priority in _PRIORITIES if priority not in lossless)
    return (("default-lossy", rest), ("roce-lossless", lossless))


def _watchdog(watchdog: Watchdog) -> tuple[int, int]:
    """NVUE polls every 100 to 5000 ms and declares a storm after so many polls; it has no other timer."""
    polling = min(max(watchdog.poll_ms, 100), 5000)
    return polling, min(max(ceil(watchdog.detect_ms / polling), 1), 1000)
