"""Conditions compare numbers, and do nothing else."""

import pytest

from fabric.core.condition import holds, needs, wrong

NAMES = ("value", "baseline", "control")


@pytest.mark.parametrize(
    ("text", "known", "held"),
    [
        ("value <= 1.2 * control", {"value": 6, "control": 5}, True),
        ("value <= 1.2 * control", {"value": 6.1, "control": 5}, False),
        ("1 < value < 3", {"value": 2}, True),
        ("1 < value < 3", {"value": 3}, False),
        ("value > -1 and value != 5", {"value": 5}, False),
        ("value > 9 or value == 5", {"value": 5}, True),
        ("value - baseline < 1", {"value": 3, "baseline": 2.5}, True),
        ("value / baseline < 1", {"value": 3, "baseline": 0}, None),
        ("value > 0 or value / baseline < 1", {"value": 3, "baseline": 0}, None),
        ("value * 1e308 * 1e308 > 0", {"value": 3}, None),
    ],
)
def test_a_condition_holds_or_not_or_cannot_be_worked_out(text, known, held):
    assert wrong(text, NAMES) == ""
    assert holds(text, known) is held


def test_a_condition_says_what_it_needs():
    assert needs("value <= 1.2 * control + baseline") == set(NAMES)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("value", "compares"),
        ("value = 3", "no comparison"),
        ("value <", "no comparison"),
        ("vlaue < 3", "`vlaue` is none of `value`, `baseline`, `control`"),
        ("control < 3", "does not speak of `value`"),
        ("value ** 2 < 3", "numbers"),
        ("value < 'a'", "numbers"),
        ("value < True", "numbers"),
        ("not value < 3", "compares"),
        ("__import__('os').system('id') < value", "numbers"),
        ("(value for value in [1]) < 3", "numbers"),
        ("(" * 150 + "value", "no comparison"),
        ("value < 3; 1", "no comparison"),
        ("value \x00 3", "no comparison"),
    ],
)
def test_what_is_no_condition_is_told(text, why):
    assert why in wrong(text, NAMES)
