"""What judges judged is counted over processes, and a judge that judged nothing is named."""

from __future__ import annotations

from collections import Counter

from judges import tally


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
