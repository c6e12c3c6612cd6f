"""The classes of traffic that switches have in common, as `qos` of an intent."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from fabric.core.names import runs
from fabric.device.hop import NOWHERE
from fabric.physics.ecn import ecn_auto

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.device.hop import Marks, PortHop, Storm, Treatment

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


def qos_section(ports: Sequence[PortHop], names: Mapping[int, str], catalog: Catalog) -> str:
    """Return the section of what most ports do; empty where no port carries classes.

    `names` are those that some switch has for its queues.
    """
    treated = [(port.speed_gbps, port.treatment) for port in ports if port.treatment is not None]
    counts = Counter(_shape(treatment) for _, treatment in treated)
    if not counts:
        return ""
    shape = counts.most_common(1)[0][0]
    alike = [(speed, treatment) for speed, treatment in treated if _shape(treatment) == shape]
    one = alike[0][1]
    marks = {(queue, speed): found for speed, treatment in alike for queue, found in treatment.marks}
    rows = [f"    - {{{', '.join(row)}}}" for row in _classes(one, names, marks, catalog)]
    if not rows:
        return ""
    lines = ["", "qos:", "  classes:", *rows]
    if storm := _storm(treatment.storm for _, treatment in alike):
        lines.append(f"  pfc: {{watchdog: {{{storm}}}}}")
    lines.append("  headroom: auto")
    if marks:
        lines.append("  dcqcn: {enabled: true}")
    return "\n".join(lines) + "\n"


def _shape(treatment: Treatment) -> tuple[object, ...]:
    """Return what an intent says once for all ports."""
    return (treatment.dscp_to_class, treatment.pauses, treatment.strict, treatment.shares)


def _classes(
    one: Treatment,
    names: Mapping[int, str],
    marks: Mapping[tuple[int, int], Marks],
    catalog: Catalog,
) -> Iterator[list[str]]:
    points: dict[int, list[int]] = {}
    for code, number in enumerate(one.dscp_to_class):
        points.setdefault(number, []).append(code)
    points.pop(NOWHERE, None)
    rest = max(points, key=lambda number: len(points[number]), default=NOWHERE)
    shares = dict(one.shares)
    order = sorted(points, key=lambda number: (number == rest, number not in one.pauses, number))
    for number in order:
        codes = "rest" if number == rest else f"[{', '.join(_run(*span) for span in runs(points[number]))}]"
        row = [f"name: {_name(number, one, names, rest)}", f"dscp: {codes}", f"traffic_class: {number}"]
        row += ["lossless: true"] if number in one.pauses else []
        row += ["strict: true"] if number in one.strict else []
        row += [f"bandwidth: {shares[number]} %"] if number in shares and number not in one.strict else []
        own = {speed: found for (queue, speed), found in marks.items() if queue == number}
        yield [*row, f"ecn: {_ecn(own, catalog)}"] if own else row


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _name(number: int, one: Treatment, names: Mapping[int, str], rest: int) -> str:
    given = names.get(number, "").lower().replace("_", "-")
    if _NAME.fullmatch(given):
        return given
    if number in one.pauses:
        return "roce" if len(one.pauses) == 1 else f"roce{number}"
    if number == rest:
        return "default"
    return "cnp" if number in one.strict and len(one.strict) == 1 else f"class{number}"


def _ecn(own: Mapping[int, Marks], catalog: Catalog) -> str:
    """Return the rule that makes these thresholds at every speed, or those of the fastest, scaled."""
    rule = catalog.ecn_rule
    made = {speed: ecn_auto(rule, speed) for speed in own}
    if all(
        (found.min_bytes, found.max_bytes, found.probability_pct)
        == (made[speed].min_bytes, made[speed].max_bytes, made[speed].probability_pct)
        for speed, found in own.items()
    ):
        return "auto"
    speed = max(own)
    found = own[speed]
    at = f", at: {speed}G" if len(set(own.values())) > 1 else ""
    return (
        f"{{min: {found.min_bytes} B, max: {found.max_bytes} B, probability: {found.probability_pct} %{at}}}"
    )


def _storm(storms: Iterable[Storm | None]) -> str:
    """Return the watchdog as the switch says it that says most of it."""
    known = [storm for storm in storms if storm is not None]
    if not known:
        return ""
    best = max(known, key=lambda storm: (storm.restore_ms is not None, storm.action is not None))
    words = [f"detect: {best.detect_ms} ms"]
    words += [f"restore: {best.restore_ms} ms"] if best.restore_ms is not None else []
    words += [f"action: {best.action}"] if best.action else []
    return ", ".join(words)
