"""What a unit does with packets, free of vendors: as its artifacts say when read back, and as it is meant."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv6Interface

    from fabric.device.qos import Qos

Network: TypeAlias = IPv4Network | IPv6Network

NOWHERE = -1
"""In a map of classes, queues or groups: the artifact leaves the entry out."""
CLASSES = range(8)
IDENTITY = tuple(CLASSES)
OWN_ALONE = "own networks alone"
"""Setting `export` of a port whose session announces what its unit has, and nothing that it learned."""


@dataclass(frozen=True, slots=True)
class Marks:
    """ECN thresholds of a queue."""

    min_bytes: int
    max_bytes: int
    probability_pct: int


@dataclass(frozen=True, slots=True)
class Storm:
    """Watchdog of pauses, in ms; None for what the platform has no word for."""

    detect_ms: int
    poll_ms: int
    restore_ms: int | None
    action: str | None


@dataclass(frozen=True, slots=True)
class Trim:
    """What is left of a packet that found its queue full, and where it goes on."""

    size_bytes: int
    dscp: int
    queue: int


@dataclass(frozen=True, slots=True)
class Treatment:
    """What a port does with the 64 code points: class, queue, group, pause, schedule and marks."""

    trusts_dscp: bool
    dscp_to_class: tuple[int, ...]
    class_to_queue: tuple[int, ...]
    class_to_group: tuple[int, ...]
    pause_to_queue: tuple[int, ...]
    """The queue that a pause of each priority stops."""
    pauses: frozenset[int]
    """Priorities that are paused and never dropped."""
    strict: frozenset[int]
    """Queues served before all weighted ones."""
    shares: tuple[tuple[int, int], ...]
    """(queue, percent) of the weighted ones."""
    marks: tuple[tuple[int, Marks], ...]
    """(queue, thresholds); empty on a NIC, which answers marks and makes none."""
    storm: Storm | None
    trims: tuple[tuple[int, Trim], ...] = ()
    """(queue, what is left) of queues that cut packets short where others drop them."""

    def __post_init__(self) -> None:
        """Refuse numbers that no class has. Raises ValueError."""
        maps = (self.dscp_to_class, self.class_to_queue, self.class_to_group, self.pause_to_queue)
        for number in (*self.pauses, *self.strict, *(n for numbers in maps for n in numbers)):
            if number not in CLASSES and number != NOWHERE:
                raise ValueError(f"there is no class, queue or priority {number}")

    def queue_of(self, dscp: int) -> int:
        """Return the queue that a code point ends in."""
        number = self.dscp_to_class[dscp]
        return NOWHERE if number == NOWHERE else self.class_to_queue[number]

    def group_of(self, dscp: int) -> int:
        """Return the priority group that a code point is counted in."""
        number = self.dscp_to_class[dscp]
        return NOWHERE if number == NOWHERE else self.class_to_group[number]


@dataclass(frozen=True, slots=True)
class PortHop:
    """One port, as its unit's artifacts have it."""

    mtu: int
    speed_gbps: int
    fec: str
    """`rs`, `fc`, `none`; empty where the artifact does not say, and the module decides."""
    treatment: Treatment | None
    """None for a port that carries no classes."""
    cable_m: int | None = None
    """Length from which the device takes or computes headroom."""
    remote_asn: int | None = None
    """AS expected at the far end; None without a session."""
    remote_asn6: int | None = None
    """The same of a session between IPv6 addresses of the link."""
    address: IPv4Interface | None = None
    address6: IPv6Interface | None = None
    global_pause: bool = False
    """Pauses of the whole link (802.3x), which exclude those of single classes."""
    sends: tuple[int, ...] = ()
    """On a NIC: the ToS bytes of RDMA and, without ECN field, of its congestion notices; -1 for none."""
    settings: frozenset[tuple[str, str]] = frozenset()
    """All other settings that ports of one kind share, in the platform's words."""


@dataclass(frozen=True, slots=True)
class Advertised:
    """A line of the policy that says which own networks are announced."""

    network: Network
    shortest: int
    longest: int

    def takes(self, other: Network) -> bool:
        """Whether a network is announced by this line."""
        return self.shortest <= other.prefixlen <= self.longest and within(other, self.network)


@dataclass(frozen=True, slots=True)
class Hop:
    """One unit, as its artifacts have it."""

    ports: Mapping[str, PortHop]
    """By the names that the platform gives them."""
    asn: int | None = None
    router_id: IPv4Address | None = None
    max_paths: int | None = None
    advertised: tuple[Advertised, ...] = ()
    hash_fields: frozenset[str] | None = None
    """In the intent's words; None where the artifact leaves them to the platform."""
    hash_seed: int | None = None
    pools: tuple[int | None, ...] | None = None
    """Ingress pool, its shared headroom and egress pool in bytes; None where the device sizes them itself."""
    headroom_bytes: int | None = None
    """Headroom of every lossless group, where one value holds for all ports."""
    settings: Mapping[str, str] | None = None
    """All other settings that units of one kind share, in the platform's words; None for a host."""


def within(inner: Network, outer: Network) -> bool:
    """Whether a network is a part of another; never of one of another family."""
    if isinstance(inner, IPv4Network):
        return isinstance(outer, IPv4Network) and inner.subnet_of(outer)
    return isinstance(outer, IPv6Network) and inner.subnet_of(outer)


def far_address(near: IPv4Interface | IPv6Interface | None) -> str:
    """Return the other address of a link with two (RFC 3021, RFC 6164); empty for a port without one."""
    if near is None or near.network.prefixlen != near.max_prefixlen - 1:
        return ""
    return str(near.ip + 1 if near.ip == near.network.network_address else near.ip - 1)


def meant(qos: Qos, speed_gbps: int) -> Treatment:
    """Return what a port of a speed is meant to do."""
    lossless = frozenset(qos.lossless)
    storm, trimming = qos.watchdog, qos.trimming
    left = Trim(trimming.size_bytes, trimming.dscp, trimming.queue) if trimming else None
    return Treatment(
        trusts_dscp=True,
        dscp_to_class=qos.dscp_to_class,
        class_to_queue=IDENTITY,
        class_to_group=tuple(number if number in lossless else 0 for number in CLASSES),
        pause_to_queue=IDENTITY,
        pauses=lossless,
        strict=frozenset(found.number for found in qos.classes if found.strict),
        shares=tuple((c.number, c.bandwidth_pct) for c in qos.classes if c.bandwidth_pct is not None),
        marks=tuple(
            (c.number, Marks(made.min_bytes, made.max_bytes, made.probability_pct))
            for c in qos.classes
            if (made := c.ecn.get(speed_gbps))
        ),
        storm=Storm(storm.detect_ms, storm.poll_ms, storm.restore_ms, storm.action)
        if storm and lossless
        else None,
        trims=tuple((number, left) for number in trimming.numbers) if trimming and left else (),
    )
