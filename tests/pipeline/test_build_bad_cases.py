"""Every mistake an intent can hold, one a folder of tests/cases/bad: the exact words, place and caret."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from cases.repositories import BASE, CASES, ROOT, compiled, findings, over_base

from fabric.core.diagnostic import FabricError, Severity
from fabric.core.source import Folder
from fabric.views.findings import finding_text

BAD = sorted(folder for folder in (CASES / "bad").iterdir() if folder.is_dir())
CODE = re.compile(
    r'"((?:YML|SRC|CSV|INT|QOS|RCK|SUB|TOP|ALC|INV|CAP|PFC|ECN|OPT|PRJ|REN|DLK|HST|WVR|PTH)-\d{3})"'
)
ELSEWHERE = {
    "SRC-001": "tests/core/test_source.py",
    "SRC-003": "tests/core/test_source.py",
    "SRC-004": "tests/core/test_source.py",
    "SRC-005": "tests/core/test_source.py",
    "SRC-006": "tests/core/test_source.py",
    "YML-006": "tests/core/test_document.py",
    "YML-011": "tests/core/test_yaml_events.py",
    "INT-019": "tests/intent/test_reader.py",
    "INV-007": "tests/pipeline/test_project.py",
    "INV-009": "tests/inventory/test_adopted.py",
    "INV-011": "tests/pipeline/test_managing.py",
    "PRJ-001": "tests/pipeline/test_project.py",
    "REN-001": "tests/render/test_artifacts.py",
    "DLK-002": "tests/check/test_paths.py",
    "WVR-001": "tests/pipeline/test_waivers.py",
    "PTH-001": "tests/check/test_paths.py",
    "ALC-009": "tests/allocate/test_seeding.py",
    "ALC-010": "tests/allocate/test_seeding.py",
    "ALC-011": "tests/cli/test_allocate.py",
}
"""Codes of mistakes that are not in the files of an intent, and where they are tested."""


def code_of(folder):
    return folder.name[:7]


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_a_mistake_is_told_in_these_words(folder, golden):
    found = findings(over_base(folder))
    text = "".join(f"{finding_text(one)}\n" for one in found)
    golden(f"../cases/bad/{folder.name}/expected.txt", text)
    assert code_of(folder) in {one.code for one in found}


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_a_mistake_is_told_once_and_with_a_place(folder):
    found = findings(over_base(folder))
    assert [one.summary for one in found if one.place is None] == []
    repeated = Counter((one.code, one.summary, one.place) for one in found)
    assert [key for key, times in repeated.items() if times > 1] == []


def test_the_base_of_all_cases_has_no_finding():
    assert compiled(Folder(BASE)).diagnostics == ()


def test_every_code_of_the_stages_has_a_case():
    packages = (
        "core",
        "intent",
        "inventory",
        "topology",
        "allocate",
        "device",
        "check",
        "render",
        "pipeline",
    )
    files = [file for package in packages for file in (ROOT / "fabric" / package).glob("*.py")]
    known = {code for file in files for code in CODE.findall(file.read_text())}
    assert known - {code_of(folder) for folder in BAD} - ELSEWHERE.keys() == set()


def test_the_codes_that_are_tested_elsewhere_are_named_there():
    assert [c for c, file in ELSEWHERE.items() if c not in (ROOT / file).read_text()] == []


def test_an_error_stops_and_a_warning_does_not():
    def stops(folder):
        try:
            compiled(over_base(folder))
        except FabricError:
            return True
        return False

    told = {
        folder.name: any(one.severity is Severity.ERROR for one in findings(over_base(folder)))
        for folder in BAD
    }
    assert set(told.values()) == {True, False}
    assert {folder.name: stops(folder) for folder in BAD} == told
