"""Whether headroom is enough, of the right length, and fits the buffer of its switch."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.check.kinds import Kind, kinds
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing
from fabric.intent.qos import HeadroomOf
from fabric.physics.headroom import error_floor_bytes, pool_oversubscription, warn_floor_bytes
from fabric.physics.pools import Share, nvidia_share, plain_share, port_headroom_limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.core.diagnostic import Path
    from fabric.device import Design, Headroom

USUAL_OVERSUBSCRIPTION = 2
"""Above, an intent says how many ports may pause at once (rule PFC-003 of the collected rules)."""


def headroom_holds_what_is_in_flight(design: Design) -> Iterable[Diagnostic]:
    """PFC-007, PFC-009: less headroom than the cable holds loses packets; less than a slow peer sends may."""
    mtu = design.intent.physical.mtu
    for kind, row in _rows(design):
        what = f"headroom of {row.xoff_bytes} B at {row.speed_gbps}G and {row.cable_m:g} m"
        who = listing(kind.names)
        floor = error_floor_bytes(row.speed_gbps, row.cable_m)
        if row.xoff_bytes < floor:
            summary = f"{what} is less than the {floor:.0f} B in flight ({who})"
            yield error("PFC-007", summary, _path(design), "shorten the cable, or choose another HwSKU")
            continue
        try:
            least = warn_floor_bytes(design.catalog, row.speed_gbps, row.cable_m, mtu)
        except CatalogError:
            continue  # no pause response is known at this speed, so nothing can be compared
        if row.xoff_bytes < least:
            summary = f"{what} is enough only for a peer that stops sooner than {least:.0f} B ({who})"
            yield warning(
                "PFC-009", summary, _path(design), "IEEE 802.3 allows a peer that long; ask its maker"
            )


def given_lengths_are_long_enough(design: Design) -> Iterable[Diagnostic]:
    """PFC-008: headroom for a shorter cable than the real one is a class that drops, by intent."""
    wanted = design.intent.qos.headroom if design.intent.qos else "auto"
    if not isinstance(wanted, HeadroomOf):
        return
    longest = max((link.length_m for link in design.fabric.links), default=0)
    if longest > wanted.length:
        summary = f"headroom is for {wanted.length:g} m, the longest cable has {longest:g} m"
        yield error("PFC-008", summary, wanted.loc("length"), f"write `length: {longest:g} m`, or `auto`")


def a_port_takes_no_more_than_its_share(design: Design) -> Iterable[Diagnostic]:
    """PFC-010: a port that needs more shared headroom than it may take is refused by the switch."""
    for kind, row in _rows(design):
        limit = port_headroom_limit(kind.asic)
        needed = row.xoff_bytes * len(kind.qos.lossless)
        if limit is not None and needed > limit:
            summary = (
                f"lossless classes need {needed} B of headroom at {row.speed_gbps}G and {row.cable_m:g} m, "
                f"a port of {kind.asic.id} takes {limit} B ({listing(kind.names)})"
            )
            yield error(
                "PFC-010", summary, _path(design), "shorten the cable, or make fewer classes lossless"
            )


def shared_headroom_is_for_enough_ports(design: Design) -> Iterable[Diagnostic]:
    """PFC-011: more ports paused at once than the shared headroom is for overflow it, and lose packets."""
    qos = design.intent.qos
    for kind in kinds(design):
        pool, needed = kind.qos.buffers.headroom_pool_bytes, kind.sum("xoff_bytes")
        if qos is None or not pool or not needed:
            continue
        deepest = max(row.xoff_bytes for row in kind.qos.headroom) * len(kind.qos.lossless)
        ports, who = pool // deepest, listing(kind.names)
        if qos.pfc.incast is not None:
            if ports < min(qos.pfc.incast, kind.count):
                summary = (
                    f"shared headroom of {pool} B holds {ports} ports, {qos.pfc.incast} are asked ({who})"
                )
                yield error("PFC-011", summary, qos.pfc.loc("incast"), "shorten cables, or ask for fewer")
        elif (times := pool_oversubscription([needed], pool)) > USUAL_OVERSUBSCRIPTION:
            summary = (
                f"headroom of all ports is {times:.1f} times the shared {pool} B: {ports} may pause ({who})"
            )
            hint = "write how many ports may pause at once, such as `pfc: {incast: 32}`"
            yield warning("PFC-011", summary, qos.pfc.loc(), hint)


def everything_fits_the_buffer(design: Design) -> Iterable[Diagnostic]:
    """PFC-012: headroom and reservations beyond the buffer are refused by the switch, or cut in silence."""
    for kind in kinds(design):
        found = share(design, kind)
        if found is not None and found.left <= 0:
            asked = f"{kind.asic.id}: {found.arithmetic} ({listing(kind.names)})"
            summary = f"headroom does not fit the buffer of {asked}"
            hint = "use shorter cables, fewer ports or fewer lossless classes"
            yield error("PFC-012", summary, _path(design), hint)


def share(design: Design, kind: Kind) -> Share | None:
    """Return how the buffer of a kind of switch is divided; None where its size is not known."""
    buffers, buffer = kind.qos.buffers, kind.asic.mmu_bytes
    if buffers.ingress_pool_bytes is not None:  # the HwSKU says: its pool has the shared headroom in it
        whole = max(buffer or 0, buffers.ingress_pool_bytes)
        kept = whole - buffers.ingress_pool_bytes
        return plain_share(whole, kept, buffers.headroom_pool_bytes or 0)
    if buffer is None:
        return None
    if buffers.computed_by_device:
        sums = kind.sum("xon_bytes"), kind.sum("xoff_bytes")
        return nvidia_share(design.catalog, kind.asic, kind.count, *sums)
    return plain_share(buffer, 0, kind.sum("xoff_bytes"))


def tiers_have_one_alpha(design: Design) -> Iterable[Diagnostic]:
    """PFC-016: switches of one tier that pause at other shares of their buffer do so at other times."""
    tiers: defaultdict[str, dict[int, Kind]] = defaultdict(dict)
    for kind in kinds(design):
        for row in kind.qos.headroom:
            if row.key_m is not None:  # a model's alpha is no fact
                tiers[kind.device.role].setdefault(row.dynamic_threshold, kind)
    for role, found in tiers.items():
        if len(found) > 1:
            (one, a), (other, b), *_ = sorted(found.items())
            summary = (
                f"a {role} pauses at 2^{one} of the free pool (`{a.names[0]}`), "
                f"another at 2^{other} (`{b.names[0]}`)"
            )
            yield warning("PFC-016", summary, b.device.path, "use one HwSKU in a tier, or measure both")


def _rows(design: Design) -> Iterator[tuple[Kind, Headroom]]:
    for kind in kinds(design):
        for row in kind.qos.headroom:
            yield kind, row


def _path(design: Design) -> Path:
    return design.intent.qos.loc("headroom") if design.intent.qos else ()


CHECKS = (
    headroom_holds_what_is_in_flight,
    given_lengths_are_long_enough,
    a_port_takes_no_more_than_its_share,
    shared_headroom_is_for_enough_ports,
    everything_fits_the_buffer,
    tiers_have_one_alpha,
)
