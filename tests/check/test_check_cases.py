"""Every design rule on a good and a bad design: tests/cases/<CODE>/good.yaml and bad.yaml."""

from __future__ import annotations

import re

import pytest
from cases.repositories import CASES, ROOT, SHIPPED, SITE, findings, shipped, with_texts

from fabric.check import CHECKS
from fabric.core.diagnostic import Severity
from fabric.views.findings import finding_text

ELSEWHERE = dict.fromkeys(("DLK-002", "PTH-001"), "tests/check/test_paths.py")
"""Rules over graphs that no shape makes today, and where they are tested."""
CODES = sorted(folder.name for folder in CASES.iterdir() if re.fullmatch(r"[A-Z]{3}-\d{3}", folder.name))


def codes_found(code, design):
    text = (CASES / code / f"{design}.yaml").read_text()
    return {found.code for found in findings(with_texts({SITE: text}))}


@pytest.mark.parametrize("code", CODES)
def test_a_rule_finds_the_bad_design(code):
    assert code in codes_found(code, "bad")


@pytest.mark.parametrize("code", CODES)
def test_a_rule_passes_the_good_design(code):
    assert code not in codes_found(code, "good")


def test_every_rule_has_its_two_designs():
    modules = [file for folder in ("check", "physics") for file in (ROOT / "fabric" / folder).glob("*.py")]
    known = {code for file in modules for code in re.findall(r'"([A-Z]{3}-\d{3})"', file.read_text())}
    assert known == set(CODES) | ELSEWHERE.keys()
    assert [code for code, file in ELSEWHERE.items() if code not in (ROOT / file).read_text()] == []


def test_every_rule_opens_with_its_code():
    assert [c.__name__ for c in CHECKS if not re.match(r"[A-Z]{3}-\d{3}\b", c.__doc__ or "")] == []


@pytest.mark.parametrize("intent", SHIPPED)
def test_a_shipped_intent_has_these_warnings_and_no_error(intent, golden):
    found = shipped(intent).diagnostics
    assert [one for one in found if one.severity is Severity.ERROR] == []
    golden(f"{intent}/findings.txt", "".join(f"{finding_text(one)}\n" for one in found))
