"""What a metrics server answered, and what a condition makes of it: pass, fail, or could not look."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from fabric.core.condition import holds, needs
from fabric.health.model import Judgement, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CLOCKS_APART_S = 60.0
"""Seconds between an answer's time and ours beyond which it is old, or one of the clocks is wrong."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One number at one time, or why there is none."""

    value: float | None
    time: float = 0.0
    """When the server worked it out, in seconds since 1970."""
    why: str = ""


def reading(answer: Mapping[str, Any], now: float) -> Reading:
    """Read the answer of `/api/v1/query` (prometheus.io, "HTTP API"): one number, or none and why.

    A warning means that the answer may lack a part, so that it proves nothing.
    """
    try:
        if answer["status"] != "success":
            return Reading(None, why=f"refused: {answer.get('error', 'no reason given')}")
        if warnings := answer.get("warnings"):
            return Reading(None, why=f"warned: {'; '.join(map(str, warnings))}")
        time, text = _sample(answer["data"])
        value = float(text)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
        return Reading(None, why=str(fault) if isinstance(fault, ShapeError) else "the answer has no number")
    if not math.isfinite(value):
        return Reading(None, time, f"the value is {text}")
    if abs(now - time) > CLOCKS_APART_S:
        return Reading(None, time, f"the answer is {now - time:.0f} s away from our clock")
    return Reading(value, time)


class ShapeError(ValueError):
    """The answer is not one number."""


def _sample(data: Mapping[str, Any]) -> tuple[float, str]:
    kind, result = data["resultType"], data["result"]
    if kind == "scalar":
        return float(result[0]), str(result[1])
    if kind != "vector":
        raise ShapeError(f"the query gives a {kind}, not one number")
    if not result:
        raise ShapeError("no data")
    if len(result) > 1:
        raise ShapeError(f"the query gives {len(result)} series, not one: aggregate them")
    time, text = result[0]["value"]
    return float(time), str(text)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a condition is judged by."""

    value: Reading
    baseline: float | None = None
    control: tuple[Reading, ...] = ()
    """Of devices that the change has not touched."""


def judged(name: str, condition: str, found: Measured) -> Judgement:
    """Judge a condition; what could not be read makes it unknown."""
    if found.value.value is None:
        return _unknown(name, found.value.why)
    asked = needs(condition)
    known = {"value": found.value.value}
    if "baseline" in asked:
        if found.baseline is None:
            return _unknown(name, "there is no value from before the change")
        known["baseline"] = found.baseline
    if "control" in asked:
        others = usual(found.control)
        if others is None:
            why = next((one.why for one in found.control), "no device is left to compare with")
            return _unknown(name, f"control: {why}")
        known["control"] = others
    return _verdict(name, condition, known)


def usual(control: Iterable[Reading]) -> float | None:
    """Return the median of what the others show: one of them that is ill does not move it."""
    values = [one.value for one in control if one.value is not None]
    return median(values) if values else None


def _verdict(name: str, condition: str, known: Mapping[str, float]) -> Judgement:
    held = holds(condition, known)
    said = ", ".join(f"{what} {number:g}" for what, number in known.items())
    if held is None:
        return _unknown(name, f"`{condition}` cannot be worked out with {said}")
    if held:
        return Judgement(name, Verdict.PASS, (said,))
    return Judgement(name, Verdict.FAIL, (f"`{condition}` does not hold: {said}",))


def _unknown(name: str, why: str) -> Judgement:
    return Judgement(name, Verdict.UNKNOWN, (why,))
