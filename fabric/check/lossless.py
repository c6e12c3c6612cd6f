"""Whether the lossless classes will be what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.check.kinds import kinds
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing
from fabric.device.host import CNP_CLASS
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import Design

MOST_LOSSLESS = 2
"""Lossless classes that published designs run (DCQCN, SIGCOMM 2015; Guo et al., SIGCOMM 2016)."""
USUAL_DETECTION_MS, PORTS_IN_TIME = 200, 32
"""SONiC's own detection time, and the ports that it is for: more ports take as many times longer (pfcwd)."""

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


def headroom_rests_on_facts(design: Design) -> Iterable[Diagnostic]:
    """PFC-005: a headroom that only a model gives may be too small on the real device."""
    for kind in kinds(design):
        modelled = [row for row in kind.qos.headroom if row.key_m is None]
        if modelled and not kind.qos.buffers.computed_by_device:
            rows = ", ".join(f"{row.speed_gbps}G/{row.cable_m:g} m" for row in modelled)
            summary = (
                f"headroom for {rows} comes from a model, no vendor table is known ({listing(kind.names)})"
            )
            path = design.intent.qos.loc("headroom") if design.intent.qos else ()
            yield warning(
                "PFC-005", summary, path, "compare it with the vendor's figure before the first rollout"
            )


def two_classes_at_most_are_lossless(design: Design) -> Iterable[Diagnostic]:
    """PFC-013: every lossless class takes headroom at every port, and leaves less to share."""
    qos = design.intent.qos
    found = [c for c in qos.classes if c.lossless] if qos else []
    if len(found) > MOST_LOSSLESS:
        names = listing([c.name for c in found])
        hint = "make one of them lossy: RoCE needs one lossless class, storage perhaps a second"
        summary = (
            f"{len(found)} classes are lossless ({names}), of which {MOST_LOSSLESS} are proven in practice"
        )
        yield error("PFC-013", summary, found[-1].loc("lossless"), hint)


def storms_are_ended(design: Design) -> Iterable[Diagnostic]:
    """PFC-014: a watchdog that lets a stormed queue go on forwarding keeps feeding the storm."""
    watchdog = design.intent.qos.pfc.watchdog if design.intent.qos else None
    if watchdog is not None and watchdog.action != "drop":
        summary = f"the watchdog answers a storm by `{watchdog.action}`, which does not end it"
        report = error if watchdog.action == "forward" else warning
        yield report("PFC-014", summary, watchdog.loc("action"), "write `action: drop`")


def the_watchdog_can_keep_up(design: Design) -> Iterable[Diagnostic]:
    """PFC-015: a watchdog that is to look at many ports in a short time sees storms that are none."""
    watchdog = design.intent.qos.pfc.watchdog if design.intent.qos else None
    if watchdog is None:
        return
    for kind in kinds(design):
        least = USUAL_DETECTION_MS * -(-kind.count // PORTS_IN_TIME)
        if watchdog.detect < least:
            summary = (
                f"storms of {watchdog.detect:g} ms are looked for on {kind.count} ports, "
                f"which takes {least} ms ({listing(kind.names)})"
            )
            yield warning("PFC-015", summary, watchdog.loc("detect"), f"write `detect: {least} ms`")


def notices_are_never_paused(design: Design) -> Iterable[Diagnostic]:
    """QOS-013: congestion notices in a lossless class are paused by the congestion that they report."""
    qos = design.intent.qos
    if qos is None or qos.dcqcn is None or not qos.dcqcn.enabled:
        return
    lossless = {point: c for c in qos.classes if c.lossless for point in c.dscp or ()}
    models = {
        design.site.hosts[h.pod].nics[design.fabric.name].model for h in design.fabric.of_role(Role.HOST)
    }
    strict = any(c.name == CNP_CLASS for c in qos.classes)
    for model in sorted(models):
        point = design.catalog.nic(model).cnp_dscp
        if point in lossless and not strict:
            found = lossless[point]
            summary = (
                f"`{model}` sends notices with code point {point}, which is in lossless class `{found.name}`"
            )
            yield error("QOS-013", summary, found.loc("dscp"), "give them a strict class of their own")
    for found in qos.classes:
        if found.name == CNP_CLASS and found.lossless:
            yield error(
                "QOS-013",
                "the class of congestion notices is lossless",
                found.loc("lossless"),
                "make it strict",
            )


CHECKS = (
    roce_has_classes,
    the_largest_rdma_packet_fits,
    notices_have_a_class,
    lossless_classes_are_watched,
    lossless_classes_are_marked,
    headroom_rests_on_facts,
    two_classes_at_most_are_lossless,
    storms_are_ended,
    the_watchdog_can_keep_up,
    notices_are_never_paused,
)
