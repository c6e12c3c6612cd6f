"""Buffers, headroom and marking: what lossless queues are computed from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fabric.catalog.models.entry import Entry, Named

AsicFamily = Literal[
    "spectrum", "tomahawk", "trident", "jericho", "teralynx", "silicon-one", "tofino", "quantum"
]


class Asic(Named):
    """A switching ASIC: the buffer that the operating system can use, and latencies."""

    vendor: str
    """Maker."""
    family: AsicFamily
    """Family: it decides the queueing words and the headroom model."""
    cell_bytes: int | None = None
    """Buffer cell, bytes; None when not known."""
    mmu_bytes: int | None = None
    """Buffer the operating system can use, bytes; None when not known."""
    tbps: float | None = None
    """Switching capacity, Tb/s."""
    voq: bool = False
    """Virtual output queues."""
    pipeline_latency_kib: float | None = None
    """NVIDIA: data in the pipeline when a pause is decided, KiB."""
    mac_phy_delay_kib: float | None = None
    """NVIDIA: data in the MAC and PHY, KiB."""
    peer_response_kib: float | None = None
    """NVIDIA: data a peer still sends, KiB, in tables older than the pause quanta."""
    tile_ns: float | None = None
    """NVIDIA: delay of the tile links, ns."""
    port_reserved_shp_cells: int | None = None
    """NVIDIA: shared headroom reserved per port, cells."""
    port_max_shp_cells: int | None = None
    """NVIDIA: most shared headroom per port, cells."""
    descriptor_bytes: int = 0
    """NVIDIA: kept for modification descriptors, bytes; an ASIC with them keeps nothing for mirroring."""


class HeadroomRow(Entry):
    """One tabulated headroom of a lossless priority group."""

    table: str
    """Table it stands in."""
    speed_gbps: int
    """Port speed, Gb/s."""
    cable_m: int
    """Cable length, m."""
    size_bytes: int
    """Reserved size, bytes."""
    xon_bytes: int
    """Level below which the pause ends, bytes."""
    xoff_bytes: int
    """Room for what still arrives after the pause is sent, bytes."""
    dynamic_threshold: int
    """SAI alpha exponent: alpha = 2 ** n."""
    xon_offset_bytes: int = 0
    """Distance below the threshold at which the pause ends, bytes; 0 in tables that have none."""


class Pool(Entry):
    """Shared pools that a SONiC hardware profile ships, by place in the topology."""

    hwsku: str
    """SONiC hardware profile."""
    topology: str
    """t0 is a leaf, t1 a spine."""
    default_cable_m: int
    """Cable length the profile assumes, m."""
    ingress_pool_bytes: int | None = None
    """Ingress lossless pool, bytes."""
    headroom_pool_bytes: int | None = None
    """Headroom pool shared by all ports, bytes; 0 runs lossy, None when the device computes it."""
    egress_pool_bytes: int | None = None
    """Egress lossless pool, bytes."""
    egress_lossy_dynamic_threshold: int | None = None
    """SAI alpha exponent of lossy queues."""
    egress_lossy_reserved_bytes: int | None = None
    """What each lossy queue has for itself, bytes; None when nobody wrote it down."""


class Wred(Entry):
    """Marking thresholds that a SONiC hardware profile ships."""

    hwsku: str
    """SONiC hardware profile."""
    profile: str
    """Its name there."""
    min_bytes: int
    """Marking begins, bytes."""
    max_bytes: int
    """Everything is marked, bytes."""
    probability_pct: int | None = None
    """Probability just below `max_bytes`, percent."""
    ecn_mode: str
    """SONiC's word for what is marked."""


class PauseQuanta(Entry):
    """Longest time a port may take to stop after a pause (IEEE 802.3 31B.3.7)."""

    speed_mbps: int
    """Port speed, Mb/s."""
    quanta: int
    """Quanta of 512 bit times."""


class TimeDomainFit(Named):
    """Headroom as fixed bytes plus line rate times delay, fitted to one shipped table."""

    asic: str
    """ASIC, or family for a default."""
    table: str = ""
    """Shipped table it was fitted to; empty for the default of a family."""
    cell_bytes: int | None = None
    """Cell to round up to, bytes."""
    fixed_bytes: int
    """Bytes that do not depend on the rate."""
    delay_ns: float
    """All fixed delays of the pause loop, ns."""
    occupancy: float | None = None
    """Buffer bytes one wire byte takes; None means cell / 84, the worst: every packet of 64 bytes."""
    max_relative_error: float | None = None
    """Largest error against its own table; None where it is no fit."""


class NvidiaFit(Entry):
    """Parameters with which NVIDIA's formula reproduces a shipped table."""

    table: str
    """Shipped table, or `default`."""
    asic: str
    """ASIC, or family for the default."""
    small_packet_pct: int
    """Share of small packets, percent."""
    port_mtu_bytes: int
    """MTU, bytes."""
    lossless_mtu_bytes: int
    """Largest lossless packet, bytes."""
    occupancy: Literal["by-packet", "by-packet-whole", "by-byte"]
    """How the share of small packets becomes buffer use."""
    response: Literal["fixed", "quanta"]
    """The peer's reaction: a fixed size in old tables, pause quanta since."""
    quanta_800g: int
    """Pause quanta at 800 Gb/s: 905 in Spectrum-4 tables, 1810 in Spectrum-6 tables."""
    gearbox_ns: float = 0
    """Delay of a gearbox as SONiC's PERIPHERAL_TABLE counts it: ns, of 1024 bits a kilobit."""
    exact: str
    """Rows reproduced byte for byte, and where the rest differs."""


class PoolRule(Entry):
    """How NVIDIA's buffer manager divides the buffer of an ASIC into pools."""

    private_bytes: int
    """Headroom of a port with lossless groups that is not shared, bytes."""
    mirror_bytes: int
    """Kept for mirroring at each port that is up, bytes."""
    management_bytes: int
    """Pool of the management traffic, bytes."""


class Anomaly(Entry):
    """Shipped tables that are not what they seem."""

    tables: tuple[str, ...] = Field(min_length=1)
    """Tables."""
    rows: str
    """Rows."""
    finding: str
    """What is odd about them."""


class EcnProfile(Named):
    """Published marking thresholds of a lossless queue."""

    speeds_gbps: tuple[int, ...] = ()
    """Port speeds it was published for, Gb/s; empty means any."""
    min_bytes: int | None = None
    """Marking begins, bytes; None when not published."""
    max_bytes: int | None = None
    """Everything is marked, bytes."""
    min_pct_of_queue: int | None = None
    """The same as a share of the queue, percent."""
    max_pct_of_queue: int | None = None
    """The same as a share of the queue, percent."""
    probability_pct: int | None = None
    """Probability just below the maximum, percent."""


class EcnRule(Entry):
    """How thresholds follow from the speed where an intent says `ecn: auto`."""

    round_trip_us: float = Field(gt=0)
    """Round trip of an unloaded fabric, us: with the speed it gives the bandwidth-delay product."""
    min_share_of_bdp: float = Field(gt=0)
    """Marking begins at this share of the bandwidth-delay product."""
    floor_bytes: int = Field(gt=0)
    """Marking never begins below, bytes."""
    max_over_min: int = Field(gt=1)
    """Everything is marked at so many times the minimum."""
    probability_pct: int = Field(ge=1, le=100)
    """Probability just below the maximum, percent."""
