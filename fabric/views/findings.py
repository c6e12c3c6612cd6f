"""Findings for people and machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.core.diagnostic import Diagnostic

COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.INFO: "\x1b[1;36m"}
RESET, DIM = "\x1b[0m", "\x1b[2m"
WIDEST_EXCERPT = 100
MOST_PRINTED = 100
"""Findings a person is shown at once; machines get all of them."""


def findings_text(diagnostics: Sequence[Diagnostic], *, colour: bool = False) -> Iterator[str]:
    """Yield the findings a person should see: errors first, no more than anybody reads, and their number."""
    ordered = sorted(diagnostics, key=lambda found: found.severity is not Severity.ERROR)
    yield from (finding_text(found, colour=colour) for found in ordered[:MOST_PRINTED])
    if len(ordered) > MOST_PRINTED:
        yield f"... and {len(ordered) - MOST_PRINTED} more"
    yield tally(diagnostics)


def finding_text(found: Diagnostic, *, colour: bool = False) -> str:
    """Return a finding with its line and caret, as compilers print them."""
    paint = (COLOURS[found.severity], RESET, DIM) if colour else ("", "", "")
    place = f"{_printable(str(found.place))}: " if found.place else ""
    lines = [f"{place}{paint[0]}{found.severity}[{found.code}]{paint[1]} {_printable(found.summary)}"]
    lines += _excerpt(found, paint)
    if found.hint:
        lines.append(f"  {paint[2]}hint:{paint[1]} {_printable(found.hint)}")
    return "\n".join(lines)


def _printable(text: str) -> str:
    """Return a text that cannot move the cursor: what a stranger wrote into YAML reaches a terminal here."""
    return "".join(c if c.isprintable() else " " for c in text)


def _excerpt(found: Diagnostic, paint: tuple[str, str, str]) -> list[str]:
    place = found.place
    if place is None or not place.excerpt.strip():
        return []
    first = max(0, place.column - WIDEST_EXCERPT // 2 - 1) if len(place.excerpt) > WIDEST_EXCERPT else 0
    shown = _printable(place.excerpt[first : first + WIDEST_EXCERPT])
    number = f"{place.line:5d}"
    caret = " " * (place.column - 1 - first) + "^"
    return [
        f"{paint[2]}{number} |{paint[1]} {shown}",
        f"{paint[2]}      |{paint[1]} {paint[0]}{caret}{paint[1]}",
    ]


def tally(diagnostics: Sequence[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`."""
    counts = {severity: sum(d.severity is severity for d in diagnostics) for severity in Severity}
    words = [_counted(counts[Severity.ERROR], "error"), _counted(counts[Severity.WARNING], "warning")]
    if counts[Severity.INFO]:
        words.append(_counted(counts[Severity.INFO], "note"))
    return ", ".join(words)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def findings_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return findings as one JSON document."""
    rows = [
        {
            "severity": str(found.severity),
            "code": found.code,
            "summary": found.summary,
            "hint": found.hint,
            "path": list(found.path),
            "file": found.place.file if found.place else None,
            "line": found.place.line if found.place else None,
            "column": found.place.column if found.place else None,
        }
        for found in diagnostics
    ]
    return json.dumps({"schema": "fabric-findings/1", "findings": rows}, indent=2)
