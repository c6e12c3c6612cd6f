"""Mutants have exactly one mistake, each of a known kind."""

from __future__ import annotations

import pytest

from judges import tally
from judges.mutate import KINDS, hunt, tree_mutants
from judges.mutate_lines import line_mutants

TREE = {
    "PROFILE": {"lossless": {"size": "100"}},
    "QUEUE": {"1": {"profile": "lossless"}, "2": {"profile": "lossless"}},
}
TEXT = "profile LOSSLESS\n   size 100\n!\nqueue 1\n   use LOSSLESS\nqueue 2\n   use LOSSLESS\n"


def of(mutants, kind):
    return {mutant.where: mutant.artifact for mutant in mutants if mutant.kind == kind}


def test_the_original_is_left_alone():
    before = str(TREE)
    list(tree_mutants(TREE))
    assert str(TREE) == before


def test_one_entry_stands_for_all_of_its_shape():
    assert of(tree_mutants(TREE), "key").keys() == {"PROFILE/lossless/size", "QUEUE/1/profile"}


def test_a_definition_that_others_use_is_removed_with_its_empty_table():
    (without,) = of(tree_mutants(TREE), "dependency").values()
    assert "PROFILE" not in without


def test_a_name_is_broken_where_it_is_used():
    (dangling,) = of(tree_mutants(TREE), "reference").values()
    assert dangling["QUEUE"]["1"] == {"profile": "NOWHERE"}
    assert dangling["PROFILE"] == TREE["PROFILE"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("reference", TEXT[::-1].replace("LOSSLESS"[::-1], "NOWHERE"[::-1], 1)[::-1]),
        ("dependency", TEXT.partition("\n   size 100\n")[2]),
        ("type", TEXT.replace("size 100", "size many")),
    ],
)
def test_lines_are_mutated_alike(kind, text):
    assert text in of(line_mutants(TEXT, [r"profile (\S+)"]), kind).values()


def test_the_report_of_a_hunt_names_who_survived(monkeypatch):
    monkeypatch.delenv(tally.FOLDER)  # no judge hunts here
    report = hunt("none", tree_mutants(TREE), lambda tree: "NOWHERE" not in str(tree))
    assert "reference  0 of 1 refused" in report
    assert report.endswith("survivors:\nreference  QUEUE/1/profile (lossless)\n")
    assert {mutant.kind for mutant in tree_mutants(TREE)} == set(KINDS) - {"overlap"}
