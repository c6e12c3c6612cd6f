"""Findings for pipelines."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

from fabric.core.diagnostic import Place, error, warning
from fabric.views.findings_ci import findings_github, findings_gitlab, findings_junit

FOUND = error("TOP-004", "5 % <small>\x1b", ("a",), "take a\nlarger one").at(Place("a,b:c.yaml", 14, 7))
BARE = warning("CAP-001", "cannot")


def test_github_is_told_file_line_and_column_and_nothing_ends_a_command_early():
    assert findings_github([FOUND, BARE]).splitlines() == [
        "::error file=a%2Cb%3Ac.yaml,line=14,col=7,title=TOP-004::5 %25 <small>\x1b%0Atake a%0Alarger one",
        "::warning title=CAP-001::cannot",
    ]


def test_gitlab_gets_a_fingerprint_that_stays_when_lines_move():
    moved = FOUND.at(Place("a,b:c.yaml", 99, 1))
    one, other, bare = (json.loads(findings_gitlab([found]))[0] for found in (FOUND, moved, BARE))
    assert one["fingerprint"] == other["fingerprint"] != bare["fingerprint"]
    assert (one["severity"], one["check_name"]) == ("major", "TOP-004")
    assert one["location"] == {"path": "a,b:c.yaml", "lines": {"begin": 14}}
    assert len(json.loads(findings_gitlab([FOUND, FOUND]))) == 1


def test_junit_fails_errors_and_passes_warnings():
    suite = ET.fromstring(findings_junit([FOUND, BARE])).find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed, passed = suite.findall("testcase")
    assert failed.find("failure").get("message") == "5 % <small> "
    assert failed.get("classname") == "fabric.TOP-004"
    assert passed.find("failure") is None
    assert "warning" in passed.find("system-out").text


def test_junit_without_findings_is_one_test_that_passes():
    suite = ET.fromstring(findings_junit([])).find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
