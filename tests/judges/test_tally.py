"""What judges judged is counted over processes, and a judge that judged nothing is named."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from judges import tally

CONFTEST = """
import os
from judges import tally

def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"all: {tally.answer_for_all(terminalreporter.config)}")
"""


def test_counts_of_several_processes_are_summed(tmp_path):
    (tmp_path / "1").write_text("eos artifacts\neos mutants\n")
    (tmp_path / "2").write_text("eos artifacts\n")
    assert tally.total(tmp_path) == {("eos", "artifacts"): 2, ("eos", "mutants"): 1}


def test_the_report_has_one_line_for_each_judge_present_or_missing():
    counts = Counter({("eos", "artifacts"): 2, ("eos", "mutants"): 9})
    assert tally.report(counts, {"frr": "not installed"}) == [
        "judge eos: 2 artifacts, 9 mutants",
        "judge frr: MISSING, not installed",
    ]


def test_a_judge_that_saw_only_mutants_is_silent(monkeypatch):
    monkeypatch.setenv("FABRIC_JUDGES_ABSENT", "yang")
    counts = Counter({("eos", "mutants"): 9, ("nvue", "artifacts"): 1})
    assert tally.silent(counts, ["eos", "nvue", "yang"]) == ["eos"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("", True), ("-m 'not proof'", True), ("-m proof", False), ("-k one", False), ("part", False)],
)
def test_only_the_whole_suite_answers_for_every_judge(tmp_path, words, wanted):
    """A part of the suite, as the proof is one, may ask few judges or none."""
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "test_one.py").write_text("def test_one(): pass\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    marker = "markers = ['proof: long']"
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest.ini_options]\ntestpaths = ['part']\n{marker}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *shlex.split(words)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(tally.__file__).parents[1]), "CI": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"all: {wanted}" in done.stdout
