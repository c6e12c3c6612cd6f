"""Findings for people and machines."""

from __future__ import annotations

import json

import pytest

from fabric.core.diagnostic import Diagnostic, Place, Severity, error, warning
from fabric.views.findings import (
    MOST_PRINTED,
    WIDEST_EXCERPT,
    finding_text,
    findings_json,
    findings_text,
    tally,
)

PLACE = Place("a.yaml", 14, 7, "  ab: {c: d}")
FOUND = error("TOP-004", "too small", ("a",), "take a larger one").at(PLACE)


def test_a_finding_shows_its_line_and_caret():
    assert finding_text(FOUND).splitlines() == [
        "a.yaml:14:7: error[TOP-004] too small",
        "   14 |   ab: {c: d}",
        "      |       ^",
        "  hint: take a larger one",
    ]


def test_a_finding_without_place_and_hint_is_one_line():
    assert finding_text(warning("TOP-017", "slow")) == "warning[TOP-017] slow"


@pytest.mark.parametrize("column", [1, 60, 150, 299])
def test_the_caret_stands_under_the_column_of_a_long_line(column):
    line = "".join(chr(ord("a") + n % 26) for n in range(300))
    _, excerpt, caret = finding_text(error("TOP-004", "x").at(Place("a", 1, column, line))).splitlines()
    assert len(excerpt) <= WIDEST_EXCERPT + 8
    assert excerpt[caret.index("^")] == line[column - 1]


def test_control_characters_of_a_line_are_not_printed():
    text = finding_text(error("YML-001", "x").at(Place("a", 1, 1, "a\x1b[2Jb\x00")))
    assert "\x1b" not in text
    assert "\x00" not in text


def test_without_colour_there_is_none_and_with_colour_the_words_are_the_same():
    plain, coloured = finding_text(FOUND), finding_text(FOUND, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31m" in coloured
    stripped = coloured
    for code in ("\x1b[1;31m", "\x1b[0m", "\x1b[2m"):
        stripped = stripped.replace(code, "")
    assert stripped == plain


@pytest.mark.parametrize(
    ("errors", "warnings", "notes", "words"),
    [
        (0, 0, 0, "0 errors, 0 warnings"),
        (1, 1, 0, "1 error, 1 warning"),
        (2, 0, 1, "2 errors, 0 warnings, 1 note"),
    ],
)
def test_findings_are_counted(errors, warnings, notes, words):
    found = [error("A", "")] * errors + [warning("A", "")] * warnings
    assert tally([*found, *[Diagnostic(Severity.INFO, "A", "")] * notes]) == words


def test_machines_read_everything():
    (row,) = json.loads(findings_json([FOUND]))["findings"]
    assert row == {
        "severity": "error", "code": "TOP-004", "summary": "too small", "hint": "take a larger one",
        "path": ["a"], "file": "a.yaml", "line": 14, "column": 7,
    }  # fmt: skip


def test_machines_read_no_place_as_null_and_no_finding_as_none():
    (row,) = json.loads(findings_json([warning("TOP-017", "slow")]))["findings"]
    assert (row["file"], row["line"], row["column"]) == (None, None, None)
    assert json.loads(findings_json([]))["findings"] == []


def test_a_person_is_shown_errors_first_and_no_more_than_anybody_reads():
    found = [*[warning("TOP-017", "slow")] * MOST_PRINTED, error("TOP-004", "too small")]
    first, *_, more, total = findings_text(found)
    assert (first, more) == ("error[TOP-004] too small", "... and 1 more")
    assert total == f"1 error, {MOST_PRINTED} warnings"
    assert len(list(findings_text(found))) == MOST_PRINTED + 2
    assert len(json.loads(findings_json(found))["findings"]) == MOST_PRINTED + 1


def test_a_few_findings_are_all_shown():
    assert list(findings_text([FOUND])) == [finding_text(FOUND), "1 error, 0 warnings"]
