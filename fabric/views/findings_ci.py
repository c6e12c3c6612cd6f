"""Findings in the words of what runs pipelines: GitHub's annotations, GitLab's code quality, JUnit."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from fabric.core.diagnostic import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.core.diagnostic import Diagnostic

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
GRAVITY = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def findings_github(diagnostics: Sequence[Diagnostic]) -> str:
    """Return workflow commands: printed in a job, they mark the lines of a pull request."""
    return "\n".join(map(_command, diagnostics))


def _command(found: Diagnostic) -> str:
    place = found.place
    where = [f"file={_property(place.file)}", f"line={place.line}", f"col={place.column}"] if place else []
    properties = ",".join([*where, f"title={_property(found.code)}"])
    text = f"{found.summary}\n{found.hint}" if found.hint else found.summary
    return f"::{COMMANDS[found.severity]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def findings_gitlab(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a code quality report: GitLab marks the lines of a merge request with it.

    GitLab shows only findings with a line, so one without a place stands at the first line of nothing.
    """
    return json.dumps([_issue(found) for found in dict.fromkeys(diagnostics)], indent=2)


def _issue(found: Diagnostic) -> dict[str, object]:
    file, line = (found.place.file, found.place.line) if found.place else (".", 1)
    known = f"{found.code}\0{file}\0{'.'.join(map(str, found.path))}\0{found.summary}"
    return {
        "description": f"{found.summary}. {found.hint}" if found.hint else found.summary,
        "check_name": found.code,
        "fingerprint": hashlib.sha256(known.encode()).hexdigest(),
        "severity": GRAVITY[found.severity],
        "location": {"path": file, "lines": {"begin": line}},
    }


def findings_junit(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a test report: an error is a failed test, everything else a passed one that says what it saw."""
    cases = [_case(found) for found in diagnostics]
    if not cases:
        cases = ['  <testcase classname="fabric.validate" name="every design rule holds"/>']
    failed = sum(found.severity is Severity.ERROR for found in diagnostics)
    head = (
        f'<testsuite name="fabric validate" tests="{len(cases)}" failures="{failed}" errors="0" skipped="0">'
    )
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<testsuites>",
            head,
            *cases,
            "</testsuite>",
            "</testsuites>",
        )
    )


def _case(found: Diagnostic) -> str:
    where = f" ({found.place})" if found.place else ""
    name = quoteattr(_legal(f"{found.summary}{where}"))
    said = escape(_legal("\n".join(filter(None, (str(found.place or ""), found.hint)))))
    if found.severity is Severity.ERROR:
        inside = f"<failure message={quoteattr(_legal(found.summary))}>{said}</failure>"
    else:
        inside = f"<system-out>{found.severity}: {said}</system-out>"
    return f'  <testcase classname="fabric.{found.code}" name={name}>{inside}</testcase>'


def _legal(text: str) -> str:
    """Return a text with nothing that XML cannot hold."""
    return "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)
