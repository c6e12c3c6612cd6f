"""A soak proves something when frames went through it, and little went wrong with them."""

import pytest

from fabric.health import Verdict
from fabric.health.traffic import grown, judge

BEFORE = {"e1": {"frames": 100, "discards": 1}, "e2": {"frames": 50, "discards": 0}, "e3": {"frames": 7}}
AFTER = {"e1": {"frames": 1100, "discards": 3}, "e2": {"frames": 150, "discards": 0}, "e3": {"frames": 9}}


def test_what_grew_is_summed_over_the_ports_that_are_watched():
    assert grown(BEFORE, AFTER, ["e1", "e2"]) == {"frames": 1100, "discards": 2}


def test_a_counter_that_one_of_the_ports_lacks_is_left_out():
    assert grown(BEFORE, AFTER, ["e1", "e3"]) == {"frames": 1002}
    assert grown(BEFORE, AFTER, ["e1", "e9"]) == {}


def test_counters_that_began_anew_tell_nothing():
    assert grown(AFTER, BEFORE, ["e1"]) is None


@pytest.mark.parametrize(
    ("seen", "verdict", "words"),
    [
        ({"frames": 1_000_000, "discards": 10}, Verdict.PASS, "1000000 frames"),
        (
            {"frames": 1_000_000, "discards": 11},
            Verdict.FAIL,
            "11 discards in 1000000 frames, 10 in a million",
        ),
        ({"frames": 0, "discards": 1}, Verdict.FAIL, "1 discards in 0 frames"),
        ({"frames": 999, "discards": 0}, Verdict.UNKNOWN, "999 frames prove nothing, 1000 are asked for"),
        ({"frames": 1_000_000}, Verdict.UNKNOWN, "`discards` are not counted"),
        ({"discards": 0}, Verdict.UNKNOWN, "are not counted"),
        (None, Verdict.UNKNOWN, "began anew"),
    ],
)
def test_a_soak_passes_fails_or_proves_nothing(seen, verdict, words):
    found = judge("traffic", 1000, {"discards": 10}, seen)
    assert found.verdict is verdict
    assert words in found.reasons[0]
