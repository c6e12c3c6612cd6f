"""Answers of a metrics server are one number or unknown, and unknown never passes."""

import pytest

from fabric.health import Verdict
from fabric.health.metric import Measured, Reading, judged, reading

NOW = 1_700_000_000.0


def answer(result, kind="vector", **more):
    return {"status": "success", "data": {"resultType": kind, "result": result}, **more}


def sample(text, time=NOW):
    return [{"metric": {"device": "leaf1"}, "value": [time, text]}]


@pytest.mark.parametrize(
    ("given", "value"), [(answer(sample("3.5")), 3.5), (answer([NOW, "7"], kind="scalar"), 7.0)]
)
def test_one_number_is_read(given, value):
    assert reading(given, NOW + 1) == Reading(value, NOW)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (answer([]), "no data"),
        (answer(sample("NaN")), "the value is NaN"),
        (answer(sample("+Inf")), "the value is +Inf"),
        (answer(sample("1") * 2), "2 series"),
        (answer(sample("1", NOW - 400)), "400 s away from our clock"),
        (answer(sample("1", NOW + 400)), "-400 s away from our clock"),
        (answer(sample("1"), warnings=["a store did not answer"]), "warned: a store did not answer"),
        (answer([NOW, "words"], kind="string"), "gives a string"),
        (answer([{"metric": {}, "histogram": [NOW, {}]}]), "the answer has no number"),
        ({"status": "error", "errorType": "bad_data", "error": "parse error"}, "refused: parse error"),
        ({"status": "success"}, "the answer has no number"),
        ({}, "the answer has no number"),
        (answer([[]]), "the answer has no number"),
        (answer("x"), "the answer has no number"),
        ({"status": "success", "data": []}, "the answer has no number"),
    ],
)
def test_everything_else_is_none_and_says_why(given, why):
    found = reading(given, NOW)
    assert found.value is None
    assert why in found.why


@pytest.mark.parametrize(
    ("condition", "found", "verdict", "words"),
    [
        ("value <= 10", Measured(Reading(3.0)), Verdict.PASS, "value 3"),
        ("value <= 10", Measured(Reading(13.0)), Verdict.FAIL, "`value <= 10` does not hold: value 13"),
        ("value <= 10", Measured(Reading(None, why="no data")), Verdict.UNKNOWN, "no data"),
        ("value <= baseline", Measured(Reading(3.0)), Verdict.UNKNOWN, "before the change"),
        ("value <= baseline", Measured(Reading(3.0), 2.0), Verdict.FAIL, "baseline 2"),
        ("value <= control", Measured(Reading(3.0)), Verdict.UNKNOWN, "no device is left to compare with"),
        (
            "value <= control",
            Measured(Reading(3.0), control=(Reading(None, why="no data"),)),
            Verdict.UNKNOWN,
            "control: no data",
        ),
        (
            "value <= control",
            Measured(Reading(3.0), control=(Reading(900.0), Reading(4.0), Reading(2.0), Reading(None))),
            Verdict.PASS,
            "control 4",
        ),
        ("value / baseline < 2", Measured(Reading(3.0), 0.0), Verdict.UNKNOWN, "cannot be worked out"),
    ],
)
def test_a_condition_passes_fails_or_is_unknown(condition, found, verdict, words):
    judgement = judged("drops", condition, found)
    assert judgement.verdict is verdict
    assert words in judgement.reasons[0]
