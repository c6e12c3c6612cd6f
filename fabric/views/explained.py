"""Explanations for people and machines."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from fabric.views.reasons import reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.core.diagnostic import Path, Place
    from fabric.pipeline import Build
    from fabric.views.explaining import Explanation
    from fabric.views.facts import Fact
    from fabric.views.reasons import Reason
    from fabric.views.values import Plain, Value

BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
WIDEST = 100
"""Columns of an excerpt or a list; JSON has all of it."""


def explained_text(made: Build, found: Sequence[Explanation], *, colour: bool = False) -> str:
    """Return explanations for people: a device with a line for each value, a port with every chain."""
    return "\n\n".join("\n".join(_lines(made, one, colour=colour)) for one in found)


def _lines(made: Build, one: Explanation, *, colour: bool) -> Iterator[str]:
    name = f"{one.device}:{one.port}" if one.port else one.device
    yield f"{_painted(name, BOLD, colour=colour)}  fabric `{one.fabric}` of `{made.site.name}`"
    yield from _short(made, one.where)
    if one.port or not one.where:
        yield from _chains(made, one.values, colour=colour)
        return
    features: defaultdict[str, list[Value]] = defaultdict(list)
    for value in one.values:
        features[value.field.partition(".")[0] if "." in value.field else "device"].append(value)
    for feature, values in features.items():
        yield feature
        yield from _short(made, values)
    yield "ports"
    width = max((len(port.name) for port in one.ports), default=0)
    yield from (f"  {p.name:{width}}  {p.place:6} {p.speed_gbps:4}G  {p.peer}" for p in one.ports)


def _chains(made: Build, values: Sequence[Value], *, colour: bool) -> Iterator[str]:
    """Yield every value with its chain; values with the same chain share it."""
    for _, group in groupby(values, lambda value: value.origin):
        alike = tuple(group)
        yield ""
        yield from (
            f"{_painted(value.field, BOLD, colour=colour)} = {_shown(value.value)}" for value in alike
        )
        chain = _chain(alike[0], reasons(made, alike[:1])[0])
        yield from (f"  {_painted(head, DIM, colour=colour)} {text}" for head, text in chain)


def _short(made: Build, values: Sequence[Value]) -> Iterator[str]:
    """Yield a line for each value: name, value, and the last step of its chain."""
    width = max((len(value.field) for value in values), default=0)
    for value, reason in zip(values, reasons(made, values), strict=True):
        steps = [reason.rule] if reason.rule != "intent" else []
        if reason.place:
            steps.append(f"{reason.place}" if reason.written else "default")
        steps += [fact.name for fact in reason.facts]
        yield f"  {value.field:{width}}  {_shown(value.value)}  <- {' <- '.join(steps)}"


def _chain(value: Value, reason: Reason) -> Iterator[tuple[str, str]]:
    if reason.place and not reason.written and reason.rule == "intent":
        yield "rule   ", "default: the intent does not say"
    else:
        yield "rule   ", f"{reason.rule}: {reason.words}"
    if reason.place:
        yield "intent ", _placed(value.origin.intent, reason.place, written=reason.written)
    if reason.means:
        yield "meaning", reason.means
    if reason.formula:
        yield "formula", reason.formula
    for fact in reason.facts:
        yield "fact   ", f"{fact.name}: {_columns(fact)}" if fact.values else fact.name
        yield "source ", f"{'; '.join(fact.source) or 'none'} (confidence: {fact.confidence})"
        if fact.note:
            yield "note   ", fact.note


def _placed(path: Path, place: Place, *, written: bool) -> str:
    if written:
        return f"{place}  {place.excerpt.strip()[:WIDEST]}"
    return f"`{'.'.join(str(part) for part in path)}` is not written; its default counts ({place} is nearest)"


def _columns(fact: Fact) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in fact.values.items())


def _painted(text: str, paint: str, *, colour: bool) -> str:
    return f"{paint}{text}{RESET}" if colour else text


def _shown(value: Plain) -> str:
    """Return a value on one line; rows of whole numbers as ranges."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        text = _ranges(value) or ", ".join(_shown(part) for part in value) or "none"
        return text if len(text) <= WIDEST else f"{text[:WIDEST]} ..."
    if isinstance(value, dict):
        return " ".join(f"{name} {_shown(part)}" for name, part in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def _ranges(values: Sequence[Plain]) -> str:
    """Return `0-23, 48` for rising whole numbers; nothing for anything else."""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) != len(values) or numbers != sorted(set(numbers)):
        return ""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ends)


def explained_json(made: Build, found: Sequence[Explanation]) -> str:
    """Return explanations as JSON."""
    rows = [
        {
            "site": made.site.name,
            "fabric": one.fabric,
            "device": one.device,
            "port": one.port or None,
            "where": _rows(made, one.where),
            "values": _rows(made, one.values),
            "ports": [
                {"name": p.name, "place": p.place, "speed_gbps": p.speed_gbps, "peer": p.peer}
                for p in one.ports
            ],
        }
        for one in found
    ]
    return json.dumps({"schema": "fabric-explanation/1", "explanations": rows}, indent=2)


def _rows(made: Build, values: Sequence[Value]) -> list[dict[str, object]]:
    return [
        {
            "field": value.field,
            "value": value.value,
            "rule": reason.rule,
            "rule_says": reason.words,
            "intent": _place_row(value, reason),
            "formula": reason.formula or None,
            "facts": [
                {
                    "name": fact.name,
                    "values": dict(fact.values),
                    "source": list(fact.source),
                    "confidence": fact.confidence,
                    "note": fact.note,
                }
                for fact in reason.facts
            ],
        }
        for value, reason in zip(values, reasons(made, values), strict=True)
    ]


def _place_row(value: Value, reason: Reason) -> dict[str, object] | None:
    place = reason.place
    if place is None:
        return None
    return {
        "path": list(value.origin.intent),
        "written": reason.written,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "excerpt": place.excerpt,
        "means": reason.means,
    }
