"""Whether marking tells senders to slow down before they are paused, and in time at every speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import Feature, Verdict
from fabric.check.headroom import share
from fabric.check.kinds import Kind, kinds
from fabric.core.diagnostic import Diagnostic, error, info, warning
from fabric.core.names import listing
from fabric.intent.qos import Thresholds
from fabric.physics.ecn import bandwidth_delay_bytes, pause_threshold_bytes
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.core.diagnostic import Path
    from fabric.device import Design, Ecn, Headroom, TrafficClass

DCTCP = 7
"""Marking that begins below 1/7 of the bandwidth-delay product costs throughput (DCTCP, SIGCOMM 2010)."""
PACKETS = 2
"""Marking that begins below two packets marks single ones."""
SPREAD = 4
"""Thresholds per Gb/s that differ by more between ports of a tier mark one speed long before the other."""


def flows_are_told_before_they_are_paused(design: Design) -> Iterable[Diagnostic]:
    """ECN-002: a queue that pauses its peer before it marks every packet makes PFC do the work of ECN."""
    for kind, row, traffic, marks in _marked(design):
        pool = _shared(design, kind)
        if pool is None:
            continue
        pauses = pause_threshold_bytes(pool, row.dynamic_threshold)
        if marks.max_bytes > pauses:
            summary = (
                f"class `{traffic.name}` marks every packet at {marks.max_bytes} B, but pauses from "
                f"{pauses:.0f} B at {row.speed_gbps}G ({listing(kind.names)})"
            )
            yield warning("ECN-002", summary, _of_class(design, traffic.name), "lower `ecn.max`")


def marking_begins_before_one_port_is_paused(design: Design) -> Iterable[Diagnostic]:
    """ECN-004: a port that feeds every other is paused though no queue has begun to mark."""
    for kind, row, traffic, marks in _marked(design):
        pool = _shared(design, kind)
        if pool is None or kind.count < PACKETS:
            continue
        pauses = pause_threshold_bytes(pool, row.dynamic_threshold)
        queues = kind.count - 1
        if queues * marks.min_bytes > pauses:
            summary = (
                f"class `{traffic.name}` begins to mark at {marks.min_bytes} B, but a port that feeds "
                f"{queues} others is paused from {pauses:.0f} B at {row.speed_gbps}G ({listing(kind.names)})"
            )
            yield warning("ECN-004", summary, _of_class(design, traffic.name), "lower `ecn.min`")


def marking_is_total_before_the_queue_is_full(design: Design) -> Iterable[Diagnostic]:
    """ECN-005: a queue that is full before it marks every packet drops packets it should have marked."""
    for kind, row, traffic, marks in _marked(design):
        buffers = kind.qos.buffers
        most = buffers.egress_pool_bytes or kind.asic.mmu_bytes
        if most is not None and marks.max_bytes > most:
            summary = (
                f"class `{traffic.name}` marks every packet at {marks.max_bytes} B, but its queue at "
                f"{row.speed_gbps}G ends at {most} B ({listing(kind.names)})"
            )
            yield error("ECN-005", summary, _of_class(design, traffic.name), "lower `ecn.max`")


def marking_leaves_a_round_trip(design: Design) -> Iterable[Diagnostic]:
    """ECN-006: marking that begins too early slows flows down that have not filled their link."""
    rule, mtu = design.catalog.ecn_rule, design.intent.physical.mtu
    for kind, row, traffic, marks in _marked(design):
        least = max(bandwidth_delay_bytes(row.speed_gbps, rule.round_trip_us) / DCTCP, PACKETS * mtu)
        if marks.min_bytes < least:
            summary = (
                f"class `{traffic.name}` begins to mark at {marks.min_bytes} B, below {least:.0f} B "
                f"at {row.speed_gbps}G ({listing(kind.names)})"
            )
            hint = "raise `ecn.min`: thresholds of a slower generation starve a faster one"
            yield warning("ECN-006", summary, _of_class(design, traffic.name), hint)


def thresholds_grow_with_the_speed(design: Design) -> Iterable[Diagnostic]:
    """ECN-007: equal thresholds at unequal speeds mark the faster ports many times earlier."""
    for found in design.intent.qos.classes if design.intent.qos else ():
        for what in ("min_bytes", "max_bytes"):
            rates = {
                row.speed_gbps: getattr(marks, what) / row.speed_gbps
                for _, row, traffic, marks in _marked(design)
                if traffic.name == found.name
            }
            if rates and max(rates.values()) > SPREAD * min(rates.values()):
                slow, fast = max(rates, key=lambda s: rates[s]), min(rates, key=lambda s: rates[s])
                times = rates[slow] / rates[fast]
                summary = (
                    f"class `{found.name}` marks {fast}G ports {times:.1f} times as early as {slow}G ports"
                )
                hint = "write `ecn: auto`, or `at:` the speed that the thresholds are for"
                yield warning("ECN-007", summary, found.loc("ecn"), hint)
                break


def packets_say_that_they_heed_marks(design: Design) -> Iterable[Diagnostic]:
    """ECN-008: a queue that marks drops packets of senders that do not heed marks, lossless or not."""
    qos = design.intent.qos
    if qos is None or (qos.dcqcn is not None and (qos.dcqcn.enabled or qos.dcqcn.instead == "spectrum-x")):
        return
    for found in qos.classes:
        if found.lossless and found.ecn != "off":
            summary = f"class `{found.name}` is marked, but the NICs send packets that heed no marks"
            hint = "add `dcqcn: {enabled: true}`, or write `ecn: off`"
            yield error("ECN-008", summary, found.loc("ecn"), hint)


def somebody_controls_congestion(design: Design) -> Iterable[Diagnostic]:
    """ECN-009: without rate control in NIC or library, PFC alone answers congestion, and spreads it."""
    qos = design.intent.qos
    if qos is None or not any(found.lossless for found in qos.classes):
        return
    if qos.dcqcn is None or (not qos.dcqcn.enabled and qos.dcqcn.instead is None):
        hint = "say what does: `dcqcn: {enabled: false, instead: receiver-driven}` or `spectrum-x`"
        yield info("ECN-009", "nothing is said to control congestion", qos.loc("dcqcn"), hint)


def the_right_control_rules(design: Design) -> Iterable[Diagnostic]:
    """ECN-010, ECN-011: where NIC and switch both speak Spectrum-X, its control rules instead of DCQCN."""
    qos = design.intent.qos
    if qos is None or qos.dcqcn is None:
        return
    pair, why_not = _spectrum_x(design)
    if pair and qos.dcqcn.enabled:
        summary = "every NIC and switch can do Spectrum-X, whose congestion control takes the place of DCQCN"
        hint = "write `dcqcn: {enabled: false, instead: spectrum-x}` once the NICs have its profile"
        yield info("ECN-010", summary, qos.dcqcn.loc("enabled"), hint)
    if not pair and qos.dcqcn.instead == "spectrum-x":
        summary = f"Spectrum-X cannot control congestion here: {why_not}"
        yield error("ECN-011", summary, qos.dcqcn.loc("instead"), "write `dcqcn: {enabled: true}`")


def _spectrum_x(design: Design) -> tuple[bool, str]:
    """Return whether all NICs and switches spray and control as Spectrum-X does, or which does not."""
    catalog, fabric = design.catalog, design.fabric
    sprays = Feature.ADAPTIVE_PER_PACKET
    nics = {design.site.hosts[host.pod].nics[fabric.name].model for host in fabric.of_role(Role.HOST)}
    for nic in sorted(nics):
        if catalog.supports("host", "", catalog.nic(nic).id, sprays).verdict is not Verdict.YES:
            return False, f"`{nic}` is no adapter for it"
    for kind in kinds(design):
        device = kind.device
        found = catalog.supports(device.platform, device.release, kind.asic.id, sprays)
        if kind.asic.family != "spectrum" or found.verdict is not Verdict.YES:
            return False, f"{device.platform} on {kind.asic.id} (`{device.name}`) does not do it"
    return bool(nics), "there is no NIC"


def _marked(design: Design) -> Iterator[tuple[Kind, Headroom, TrafficClass, Ecn]]:
    """Yield each lossless class with its marks at each speed of each kind of switch."""
    for kind in kinds(design):
        for row in {row.speed_gbps: row for row in kind.qos.headroom}.values():
            for found in kind.qos.classes:
                marks = found.ecn.get(row.speed_gbps)
                if found.lossless and marks:
                    yield kind, row, found, marks


def _shared(design: Design, kind: Kind) -> int | None:
    """Return the pool that the lossless groups share, without headroom; None where it is not known."""
    found = share(design, kind)
    return found.left if found is not None and found.left > 0 else None


def _of_class(design: Design, name: str) -> Path:
    classes = design.intent.qos.classes if design.intent.qos else ()
    for found in classes:
        if found.name == name:
            return found.ecn.loc() if isinstance(found.ecn, Thresholds) else found.loc("ecn")
    return ()


CHECKS = (
    flows_are_told_before_they_are_paused,
    marking_begins_before_one_port_is_paused,
    marking_is_total_before_the_queue_is_full,
    marking_leaves_a_round_trip,
    thresholds_grow_with_the_speed,
    packets_say_that_they_heed_marks,
    somebody_controls_congestion,
    the_right_control_rules,
)
