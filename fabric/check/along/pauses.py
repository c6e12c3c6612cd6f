"""Whether a pause stops the queue it is for, and no other; and whether somebody watches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.check.along.walk import codes
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing
from fabric.device.hop import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.check.along.walk import Walk
    from fabric.device.hop import Storm, Treatment


def a_pause_stops_its_own_queue(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-005: a pause that stops another queue than the one it was sent for loses packets of both."""
    for unit, treatment in _treatments(walk):
        for problem in _problems(treatment):
            yield error("HOP-005", f"`{unit}` {problem}", walk.path(unit), HINT)
    for unit, hop in walk.hops.items():
        whole = [name for name, port in hop.ports.items() if port.global_pause and port.treatment]
        if whole:
            summary = f"`{unit}` pauses whole links beside single classes ({listing(whole, most=3)})"
            yield error("HOP-005", summary, walk.path(unit), "turn global pause off wherever PFC is on")


HINT = "class, queue, priority group and PFC priority bear one number"


def _treatments(walk: Walk) -> Iterator[tuple[str, Treatment]]:
    for unit, hop in walk.hops.items():
        for treatment in dict.fromkeys(p.treatment for p in hop.ports.values() if p.treatment is not None):
            yield unit, treatment


def _problems(treatment: Treatment) -> Iterator[str]:
    of_class: dict[int, list[int]] = {}
    for code, number in enumerate(treatment.dscp_to_class):
        if number != NOWHERE:
            of_class.setdefault(number, []).append(code)
    lossy = {number: points for number, points in of_class.items() if number not in treatment.pauses}
    for priority in sorted(treatment.pauses):
        queue, stops = treatment.class_to_queue[priority], treatment.pause_to_queue[priority]
        if stops != queue:
            yield f"sends class {priority} to queue {queue}, and its pause stops queue {stops}"
        if queue in treatment.strict:
            yield f"serves queue {queue} first and pauses it"
        for other, points in lossy.items():
            yield from _shared(treatment, priority, other, points)


def _shared(treatment: Treatment, priority: int, other: int, points: list[int]) -> Iterator[str]:
    for what, of in (("queue", treatment.class_to_queue), ("priority group", treatment.class_to_group)):
        if of[other] == of[priority]:
            own = f"{what} {of[priority]} of lossless class {priority}"
            yield f"puts code points {codes(points)} of class {other} into {own}"


def storms_are_watched_in_time(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-006: a watchdog that looks less often than a storm lasts sees none."""
    for unit, hop in walk.hops.items():
        if hop.settings is None:
            continue  # a NIC watches nothing: the switch at its port does
        for storm in dict.fromkeys(p.treatment.storm for p in hop.ports.values() if p.treatment):
            for problem in _storm(storm):
                yield error("HOP-006", f"`{unit}` {problem}", walk.path(unit), "poll within both times")


def _storm(storm: Storm | None) -> Iterator[str]:
    if storm is None:
        return
    if storm.poll_ms > storm.detect_ms:
        yield f"polls every {storm.poll_ms} ms for storms of {storm.detect_ms} ms"
    if storm.restore_ms is not None and storm.poll_ms > storm.restore_ms:
        yield f"polls every {storm.poll_ms} ms and is to restore after {storm.restore_ms} ms"


def nics_send_into_their_classes(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-011: RDMA that a NIC sends into a lossy class, or that heeds no marks, is dropped under load."""
    marks = any(p.treatment and p.treatment.marks for hop in walk.hops.values() for p in hop.ports.values())
    for unit, hop in walk.hops.items():
        for sends, treatment in dict.fromkeys((p.sends, p.treatment) for p in hop.ports.values()):
            if sends and treatment is not None:
                for problem in _sent(sends, treatment, marks=marks):
                    yield error("HOP-011", f"`{unit}` {problem}", walk.path(unit), NIC_HINT)


def every_nic_is_set(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-012: a NIC that nobody sets keeps its factory's classes, and the lossless class ends before it."""
    if walk.design.intent.qos is None:
        return
    for unit, hop in walk.hops.items():
        bare = [name for name, port in hop.ports.items() if hop.settings is None and port.treatment is None]
        if bare:
            summary = f"the artifacts of `{unit}` set no classes on its NICs ({listing(bare, most=3)})"
            yield warning("HOP-012", summary, walk.path(unit), "set them by hand, as its `nic.json` says")


NIC_HINT = "RDMA bears a code point of the lossless class and heeds marks; notices go into a strict class"
ECT = 0b10


def _sent(sends: tuple[int, ...], treatment: Treatment, *, marks: bool) -> Iterator[str]:
    rdma, notices = sends
    if treatment.pauses and rdma >= 0:
        number = treatment.dscp_to_class[rdma >> 2]
        if number not in treatment.pauses:
            yield f"sends RDMA with code point {rdma >> 2}, which is in lossy class {number}"
        if marks and rdma & 0b11 != ECT:
            yield "sends RDMA that says it heeds no marks"
    if notices >= 0 and treatment.dscp_to_class[notices >> 2] in treatment.pauses:
        yield f"sends notices with code point {notices >> 2}, which is in a lossless class"


RULES = (
    a_pause_stops_its_own_queue,
    storms_are_watched_in_time,
    nics_send_into_their_classes,
    every_nic_is_set,
)
