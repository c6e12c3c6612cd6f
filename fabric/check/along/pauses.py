"""Whether a pause stops the queue it is for, and no other; and whether somebody watches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.check.along.walk import codes
from fabric.core.diagnostic import Diagnostic, error
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


RULES = (a_pause_stops_its_own_queue, storms_are_watched_in_time)
