"""RoCE quality of service: classes, marking, watchdog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.device.buffers import buffers, headroom
from fabric.device.marking import Ecn, marking
from fabric.device.origin import Origin
from fabric.intent.qos import CODE_POINTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.buffers import Buffers, Headroom
    from fabric.device.design import Design
    from fabric.intent.qos import Qos as QosIntent
    from fabric.intent.qos import Trimming as TrimmingIntent
    from fabric.intent.qos import Watchdog as WatchdogIntent
    from fabric.topology import Device


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
class Trimming:
    """Packets that find their queue full are cut short and sent on instead of dropped."""

    numbers: tuple[int, ...]
    """Classes that are cut."""
    size_bytes: int
    """What is left of a packet."""
    dscp: int
    """Code point that marks what is left."""
    queue: int
    """Queue that carries it."""
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
    trimming: Trimming | None = None
    """None where a full lossy queue drops."""
    origins: Mapping[str, Origin] = field(default_factory=dict)

    @property
    def lossless(self) -> tuple[int, ...]:
        """PFC priorities that never drop."""
        return tuple(c.number for c in self.classes if c.lossless)


POLLS_PER_STORM = 2
"""The watchdog looks at least twice within the shorter of its times (EOS manual: polling <= half)."""
SHORTEST_POLL_MS, LONGEST_POLL_MS = 100, 1000
"""SONiC's range of PFC_WD POLL_INTERVAL (sonic-pfcwd.yang), the narrowest of all platforms."""


def qos_of(design: Design, device: Device) -> Qos | None:
    """Build the quality of service of a switch; switches of one kind share it.

    Raises FabricError when a table of the device ends before a cable.
    """
    if design.intent.qos is None:
        return None
    links = design.fabric.links_of.get(device.name, ())
    cables = tuple(sorted({(link.speed_gbps, link.length_m) for link in links}))
    key = ("qos", device.platform, device.model, device.hwsku, device.role, cables)
    return design.once(key, lambda: _qos(design, device, cables))


def _qos(design: Design, device: Device, cables: tuple[tuple[int, float], ...]) -> Qos:
    intent = design.intent.qos
    if intent is None:
        raise ValueError("a fabric without qos has no classes")
    speeds = tuple(sorted({speed for speed, _ in cables}))
    classes = traffic_classes(design, speeds)
    return Qos(
        dscp_to_class=dscp_map(classes),
        classes=classes,
        watchdog=_watchdog(intent.pfc.watchdog) if intent.pfc.watchdog else None,
        headroom=headroom(design, device, cables) if any(c.lossless for c in classes) else (),
        buffers=buffers(design, device, cables),
        trimming=_trimming(intent, intent.trimming) if intent.trimming else None,
        origins={"dscp_to_class": Origin("qos.total-map", intent.loc("classes"))},
    )


def traffic_classes(design: Design, speeds: tuple[int, ...]) -> tuple[TrafficClass, ...]:
    """Build the classes by number, with marking thresholds for each port speed in Gb/s."""
    intent = design.intent.qos
    classes = intent.classes if intent else ()
    named = {point for found in classes for point in found.dscp or ()}
    rest = tuple(point for point in range(CODE_POINTS) if point not in named)
    made = (
        TrafficClass(
            name=found.name,
            number=found.traffic_class,
            dscp=rest if found.dscp is None else found.dscp,
            lossless=found.lossless,
            strict=found.strict,
            bandwidth_pct=found.bandwidth,
            ecn={speed: ecn for speed in speeds if (ecn := marking(found, speed, design.catalog))},
            origins={name: Origin("intent", found.loc(written)) for name, written in CLASS_FIELDS.items()},
        )
        for found in classes
    )
    return tuple(sorted(made, key=lambda found: found.number))


CLASS_FIELDS = {
    "number": "traffic_class",
    "dscp": "dscp",
    "lossless": "lossless",
    "strict": "strict",
    "bandwidth_pct": "bandwidth",
}
"""Fields of a class, and what the intent calls them."""


def dscp_map(classes: tuple[TrafficClass, ...]) -> tuple[int, ...]:
    """Return the class of each of the 64 code points; the intent was checked to name each once."""
    of = {point: found.number for found in classes for point in found.dscp}
    return tuple(of[point] for point in range(CODE_POINTS))


def _trimming(qos: QosIntent, intent: TrimmingIntent) -> Trimming:
    of = {found.name: found for found in qos.classes}
    to = of[intent.to]
    names = {"numbers": "classes", "size_bytes": "size", "dscp": "to", "queue": "to"}
    return Trimming(
        numbers=tuple(sorted(of[name].traffic_class for name in intent.classes)),
        size_bytes=round(intent.size),
        dscp=min(to.dscp or (0,)),
        queue=to.traffic_class,
        origins={name: Origin("intent", intent.loc(word)) for name, word in names.items()},
    )


def _watchdog(intent: WatchdogIntent) -> Watchdog:
    detect = round(intent.detect)
    restore = detect if intent.restore is None else round(intent.restore)
    poll = min(max(min(detect, restore) // POLLS_PER_STORM, SHORTEST_POLL_MS), LONGEST_POLL_MS)
    origins = {
        "detect_ms": Origin("intent", intent.loc("detect")),
        "restore_ms": Origin("intent", intent.loc("restore")),
        "action": Origin("intent", intent.loc("action")),
        "poll_ms": Origin(
            "watchdog.poll", intent.loc(), (), f"min({detect}, {restore}) ms / {POLLS_PER_STORM} = {poll} ms"
        ),
    }
    return Watchdog(detect, restore, poll, intent.action, origins)
