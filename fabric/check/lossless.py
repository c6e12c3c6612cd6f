"""Whether the lossless classes will be what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, warning
from fabric.core.names import listing
from fabric.device import UNMANAGED, qos_of
from fabric.physics.ecn import pause_threshold_bytes
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design, Qos


LARGEST_ROCE_PACKET = 4096 + 116
"""Payload of the largest RDMA MTU and its headers: Ethernet, IPv4, UDP, BTH with extensions, ICRC."""


def roce_has_classes(design: Design) -> Iterable[Diagnostic]:
    """QOS-010: a RoCE fabric without classes is neither lossless nor marked; RDMA over it collapses."""
    if design.intent.transport == "roce" and design.intent.qos is None:
        hint = "add `qos`: `intents/quickstart` has classes to begin with"
        yield warning(
            "QOS-010", "the fabric carries RoCE without any class", design.intent.loc("topology"), hint
        )


def the_largest_rdma_packet_fits(design: Design) -> Iterable[Diagnostic]:
    """QOS-011: with a small MTU, RDMA cannot use its 4,096 byte packets and sends four times as many."""
    physical = design.intent.physical
    if design.intent.transport == "roce" and physical.mtu < LARGEST_ROCE_PACKET:
        summary = f"an MTU of {physical.mtu} bytes does not hold an RDMA packet of 4,096"
        yield warning("QOS-011", summary, physical.loc("mtu"), "leave `mtu` out: 9214 fits all platforms")


def notices_have_a_class(design: Design) -> Iterable[Diagnostic]:
    """QOS-012: congestion notices that wait behind the congestion they report come too late."""
    qos = design.intent.qos
    if (
        qos is not None
        and qos.dcqcn is not None
        and qos.dcqcn.enabled
        and not any(c.strict for c in qos.classes)
    ):
        hint = "add `{name: cnp, dscp: [48], traffic_class: 6, strict: true}`"
        yield warning("QOS-012", "no strict class carries congestion notices", qos.loc("classes"), hint)


def lossless_classes_are_watched(design: Design) -> Iterable[Diagnostic]:
    """PFC-004: without a watchdog one NIC that pauses for ever stops the fabric behind it."""
    qos = design.intent.qos
    if qos is not None and qos.pfc.watchdog is None and any(found.lossless for found in qos.classes):
        hint = "add `pfc: {watchdog: {detect: 400 ms, restore: 400 ms}}`"
        yield warning("PFC-004", "lossless classes have no storm watchdog", qos.loc("classes"), hint)


def lossless_classes_are_marked(design: Design) -> Iterable[Diagnostic]:
    """ECN-001: a lossless class without marking knows congestion only by its pauses."""
    for found in design.intent.qos.classes if design.intent.qos else ():
        if found.lossless and found.ecn == "off":
            summary = f"lossless class `{found.name}` is not marked"
            yield warning("ECN-001", summary, found.loc("ecn"), "write `ecn: auto`")


def flows_are_told_before_they_are_paused(design: Design) -> Iterable[Diagnostic]:
    """ECN-002: a queue that pauses its peer before it marks every packet makes PFC do the work of ECN."""
    for names, qos in _kinds(design):
        pool = qos.buffers.ingress_pool_bytes
        if pool is None:
            continue
        shared = pool - (qos.buffers.headroom_pool_bytes or 0)
        for row in qos.headroom:
            pauses = pause_threshold_bytes(shared, row.dynamic_threshold)
            for found in qos.classes:
                marks = found.ecn.get(row.speed_gbps)
                if found.lossless and marks and marks.max_bytes > pauses:
                    summary = (
                        f"class `{found.name}` marks every packet at {marks.max_bytes} B, but pauses from "
                        f"{pauses:.0f} B at {row.speed_gbps}G ({listing(names)})"
                    )
                    yield warning("ECN-002", summary, _of_class(design, found.name), "lower `ecn.max`")


def headroom_rests_on_facts(design: Design) -> Iterable[Diagnostic]:
    """PFC-005: a headroom that only a model gives may be too small on the real device."""
    for names, qos in _kinds(design):
        modelled = [row for row in qos.headroom if row.key_m is None]
        if modelled and not qos.buffers.computed_by_device:
            rows = ", ".join(f"{row.speed_gbps}G/{row.cable_m:g} m" for row in modelled)
            summary = f"headroom for {rows} comes from a model, no vendor table is known ({listing(names)})"
            path = design.intent.qos.loc("headroom") if design.intent.qos else ()
            yield warning(
                "PFC-005", summary, path, "compare it with the vendor's figure before the first rollout"
            )


def _kinds(design: Design) -> Iterator[tuple[list[str], Qos]]:
    """Yield each quality of service once, with the switches that share it."""
    shared: dict[int, tuple[list[str], Qos]] = {}
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        qos = qos_of(design, device) if device.platform != UNMANAGED else None
        if qos is not None:
            shared.setdefault(id(qos), ([], qos))[0].append(device.name)
    yield from shared.values()


def _of_class(design: Design, name: str) -> tuple[str | int, ...]:
    classes = design.intent.qos.classes if design.intent.qos else ()
    return next((found.loc("ecn") for found in classes if found.name == name), ())


CHECKS = (
    roce_has_classes,
    the_largest_rdma_packet_fits,
    notices_have_a_class,
    lossless_classes_are_watched,
    lossless_classes_are_marked,
    flows_are_told_before_they_are_paused,
    headroom_rests_on_facts,
)
