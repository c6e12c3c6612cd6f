"""The page of judges is made of what they refused."""

from __future__ import annotations

from pathlib import Path

from judges.rates import JUDGES, page, rates, survivors

LISTS = Path(__file__).parents[1] / "golden" / "survivors"
OURS = {"faults", "intents"}
"""Lists of what our own checks find."""


def test_the_page_of_judges_is_current(golden):
    golden("../../docs/judges.md", page(LISTS))


def test_every_list_of_a_judge_is_on_the_page():
    assert {file.stem for file in LISTS.glob("*.txt")} == set(JUDGES) | OURS


def test_rates_and_survivors_of_a_list_agree():
    for name in JUDGES:
        text = (LISTS / f"{name}.txt").read_text()
        alive = sum(among - refused for refused, among in rates(text).values())
        assert len(survivors(text)) == alive > 0, name
