"""`qos`: classes of traffic, lossless priorities, marking and buffers, the same on every hop and NIC."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from fabric.intent.base import (
    Bytes,
    Gigabits,
    Listed,
    Metres,
    Milliseconds,
    Model,
    Name,
    Share,
    Switch,
    Whole,
    once,
    whole_numbers,
)
from fabric.intent.written import Written, numbers_or_rest

CODE_POINTS = 64


def _code_points(value: object) -> object:
    """Read `[24-31, 48]` or `rest` (None)."""
    if value == "rest":
        return None
    return whole_numbers(value, CODE_POINTS - 1, "code point", "[24-31, 48]`, or `rest")


class Thresholds(Model):
    """ECN thresholds of a queue, set by hand."""

    min: Bytes
    """Queue depth from which packets are marked."""
    max: Bytes
    """Queue depth from which every packet is marked with `probability`."""
    probability: Share = 100
    """Chance of a mark at `max`."""
    at: Annotated[Gigabits, Field(gt=0)] | None = None
    """Port speed that they are for; others take their share. Default: equal at every speed."""


Marking = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][a-z0-9-]*$"),
    Written("`auto`, `off` or the name of a profile", example="auto"),
]


class TrafficClass(Model):
    """One class of traffic."""

    name: Name
    """Name in findings and tables."""
    dscp: Annotated[
        tuple[int, ...] | None,
        BeforeValidator(_code_points),
        numbers_or_rest("code point", CODE_POINTS - 1, "[24-31, 48]"),
    ]
    """Code points, such as `[24-31]`; `rest` for all that no other class names. The map is total."""
    traffic_class: Annotated[Whole, Field(ge=0, le=7)]
    """Number of the class; its queue, priority group and PFC priority bear the same number."""
    lossless: Switch = False
    """Never dropped: PFC, headroom and watchdog."""
    strict: Switch = False
    """Served before all weighted classes."""
    bandwidth: Share | None = None
    """Share of the link among the weighted classes; together 100 %."""
    ecn: Marking | Thresholds = "off"
    """Marking: `auto` by port speed, `off`, a profile of `fabric catalog list ecn`, or thresholds."""


class Watchdog(Model):
    """PFC storm watchdog."""

    detect: Annotated[Milliseconds, Field(ge=100, le=5000)]
    """How long a queue must be paused to count as a storm; 100 ms to 5 s (sonic-pfcwd.yang is narrowest)."""
    restore: Annotated[Milliseconds, Field(ge=100, le=60000)] | None = None
    """How long the storm must be over, 100 ms to 60 s (as above); default: as long as `detect`."""
    action: Literal["drop", "forward", "alert"] = "drop"
    """What happens to the queue meanwhile."""


class Pfc(Model):
    """Priority flow control."""

    watchdog: Watchdog | None = None
    """Storm watchdog; strongly advised."""
    incast: Annotated[Whole, Field(ge=1, le=1024)] | None = None
    """Ports of a switch that may be paused at once, which shared headroom must hold."""


class HeadroomOf(Model):
    """Headroom from a given cable length."""

    length: Metres
    """Cable length to provide for, instead of the real one."""


class Dcqcn(Model):
    """Rate control in the NICs."""

    enabled: Switch
    """DCQCN on the host NICs; off where the NIC runs another congestion control."""
    instead: Literal["spectrum-x", "receiver-driven"] | None = None
    """What controls congestion where it is off: Spectrum-X in NIC and switch, or the receiver's library."""


class Trimming(Model):
    """Packets that find their queue full are cut short and sent on, so that receivers miss them at once."""

    classes: Annotated[tuple[Name, ...], Listed, AfterValidator(once), Field(min_length=1)]
    """Lossy classes whose packets are cut instead of dropped."""
    to: Name
    """Lossy class that carries what is left of them, best a strict one; its first code point marks them."""
    size: Annotated[Bytes, Field(ge=64, le=9214)] = 128
    """What is left of a packet, such as `128 B`; Cumulus leaves 256 B to 1024 B."""


class Qos(Model):
    """Quality of service of a RoCE fabric."""

    classes: Annotated[tuple[TrafficClass, ...], Listed, Field(min_length=1, max_length=8)]
    """Classes of traffic; their code points cover 0 to 63 once."""
    pfc: Pfc = Field(default_factory=Pfc)
    """Priority flow control."""
    headroom: Literal["auto"] | HeadroomOf = "auto"
    """Buffer beyond XOFF: `auto` from the cable length of each link."""
    dcqcn: Dcqcn | None = None
    """Rate control in the NICs."""
    trimming: Trimming | None = None
    """Packet trimming; default: a full lossy queue drops."""
