"""Waivers of an intent over what the rules found: accepted, expired, or of no use."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, Severity, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from fabric.intent import Waiver


def waived(
    found: Iterable[Diagnostic], waivers: Sequence[Waiver], today: date | None
) -> Iterator[Diagnostic]:
    """Yield findings, those that are waived as notes, and what is wrong with the waivers themselves.

    Errors are never waived: each proves that something is wrong or cannot be built. `today` ends waivers;
    where the caller gives no day, none has ended.
    """
    used: set[int] = set()
    for finding in found:
        number = next((n for n, waiver in enumerate(waivers) if _covers(waiver, finding)), None)
        if number is None:
            yield finding
            continue
        used.add(number)
        yield from _under(waivers[number], finding, today)
    for number, waiver in enumerate(waivers):
        if number not in used:
            hint = "remove it, or correct `code` and `scope`: `fabric validate --format json` prints places"
            yield warning("WVR-002", f"the waiver of `{waiver.code}` covers no finding", waiver.loc(), hint)


def _under(waiver: Waiver, finding: Diagnostic, today: date | None) -> Iterator[Diagnostic]:
    """Yield a finding that a waiver speaks of, and what the waiver cannot do."""
    if finding.severity is Severity.ERROR:
        yield finding
        summary = f"`{waiver.code}` is an error here, and errors cannot be waived"
        yield error("WVR-003", summary, waiver.loc("code"), "correct what the error says")
    elif today is not None and today > waiver.until:
        yield finding
        summary = f"the waiver of `{waiver.code}` ended on {waiver.until}"
        hint = "look again, then give it another day, or correct what it covers"
        yield warning("WVR-001", summary, waiver.loc("until"), hint)
    else:
        yield replace(finding, severity=Severity.INFO, hint=f"waived until {waiver.until}: {waiver.reason}")


def _covers(waiver: Waiver, finding: Diagnostic) -> bool:
    place = ".".join(str(part) for part in finding.path)
    return waiver.code == finding.code and fnmatchcase(place, waiver.scope)
