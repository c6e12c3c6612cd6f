"""Fabrics made by chance, before the judges of their artifacts: no objection at all."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases.generated import FOLDER, generated
from cases.repositories import everything
from judges import presence
from judges.units import JUDGES, Rendered, of_each_sort
from judges.verdict import listing

from fabric.pipeline import at
from fabric.pipeline import compile as compile_intent

SAMPLE, WHOLE = 8, 200
"""Fabrics."""


def sorts(seed: int) -> list[Rendered]:
    return of_each_sort(compile_intent(at(generated(random.Random(seed)), FOLDER), everything()))


def objections(seed: int, judged: Counter[str]) -> list[str]:
    found = []
    for unit in sorts(seed):
        for artifact in unit.artifacts.keys() & JUDGES.keys():
            name, judge = JUDGES[artifact]
            if presence.why_missing(name):
                continue
            judged[name] += 1
            if verdict := judge(unit):
                found.append(f"fabric {seed}, {unit.name}, {artifact}:\n{listing(verdict)}")
    return found


def test_the_judges_have_no_objection_to_some_fabrics_made_by_chance():
    judged: Counter[str] = Counter()
    assert [line for seed in range(SAMPLE) for line in objections(seed, judged)] == []
    assert set(judged) == {name for name, _ in JUDGES.values() if not presence.why_missing(name)}


@pytest.mark.proof
def test_the_judges_have_no_objection_to_two_hundred_fabrics_made_by_chance():
    judged: Counter[str] = Counter()
    assert [line for seed in range(WHOLE) for line in objections(seed, judged)] == []
    assert set(judged) == {name for name, _ in JUDGES.values()}
