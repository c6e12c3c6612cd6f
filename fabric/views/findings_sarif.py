"""Findings as SARIF 2.1.0: marks on the lines of a pull request, wherever code scanning is understood."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from fabric import __version__
from fabric.core.diagnostic import Severity
from fabric.views.codes import meanings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.core.diagnostic import Diagnostic

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000
"""GitHub takes no more in a run (its page on limits of SARIF), and shows the first 5,000."""
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def findings_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """Return findings as one SARIF document, errors first."""
    ordered = sorted(diagnostics, key=lambda found: list(Severity).index(found.severity))[:MOST_RESULTS]
    codes = sorted({found.code for found in ordered})
    number = {code: place for place, code in enumerate(codes)}
    driver = {
        "name": "fabric",
        "version": __version__,
        "rules": [_rule(code) for code in codes],
    }
    results = [_result(found, number[found.code]) for found in ordered]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    known = meanings().get(code)
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": known.sentence},
        "fullDescription": {"text": known.why},
        "help": {"text": known.remedy},
    }


def _result(found: Diagnostic, rule: int) -> dict[str, object]:
    text = f"{found.summary}. {found.hint}" if found.hint else found.summary
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": LEVELS[found.severity],
        "message": {"text": text},
    }
    if found.place:
        region = {"startLine": found.place.line, "startColumn": found.place.column}
        where = {"artifactLocation": {"uri": quote(found.place.file)}, "region": region}
        result["locations"] = [{"physicalLocation": where}]
    return result
