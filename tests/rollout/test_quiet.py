"""A drained device is quiet when its ports say so for long enough, and loud, or unknown, otherwise."""

import pytest
from fake_device import FakeClock

from fabric.rollout.outcome import Outcome
from fabric.rollout.quiet import Quietness, until_quiet
from fabric.rollout.stop import Stop

ASKED = Quietness(("leaf1",), below=100, lasting_s=60, within_s=600)


def watched(rate, clock=None, stop=None):
    """Watch two ports whose frames grow at a rate by time; a rate of None does not count."""
    clock = clock or FakeClock()
    total, last = [0.0], [0.0]

    def look():
        now = clock.now()
        step = rate(now)
        total[0] += (step or 0) * (now - last[0])
        last[0] = now
        lldp = int(now / 30)
        return {"leaf1": {"e1": None if step is None else int(total[0]) + lldp, "e2": 5 + lldp}}

    return until_quiet(ASKED, look, clock, stop or Stop()), clock


def test_a_port_that_is_quiet_long_enough_is_done():
    (outcome, reason), clock = watched(lambda _now: 20)
    assert (outcome, reason) == (Outcome.DONE, "")
    assert 60 <= clock.time < 80


def test_traffic_that_ends_is_waited_for_and_its_quiet_counts_from_then():
    (outcome, _), clock = watched(lambda now: 5000 if now < 100 else 0)
    assert outcome is Outcome.DONE
    assert 155 <= clock.time < 180


def test_traffic_that_does_not_end_fails_and_says_where():
    (outcome, reason), clock = watched(lambda _now: 5000)
    assert outcome is Outcome.INCOMPLETE
    assert reason == "`leaf1:e1` still carries 5000 frames a second"
    assert clock.time < 620


def test_traffic_that_comes_back_and_back_is_not_quiet():
    (outcome, _), _ = watched(lambda now: 5000 if now % 50 < 10 else 0)
    assert outcome is Outcome.INCOMPLETE


def test_a_port_that_does_not_count_is_left_to_a_person():
    (outcome, reason), _ = watched(lambda _now: None)
    assert outcome is Outcome.PAUSED
    assert "unverifiable, `leaf1` does not count frames" in reason


def test_counters_that_stand_still_are_not_taken_for_quiet():
    clock = FakeClock()
    outcome, reason = until_quiet(ASKED, lambda: {"leaf1": {"e1": 7}}, clock, Stop())
    assert outcome is Outcome.PAUSED
    assert reason == "unverifiable, `leaf1:e1` counted nothing in 60 s, not even LLDP: look, and sign"


@pytest.mark.parametrize("looks", [{}, {"leaf1": {"e1": 7}}])
def test_a_device_that_is_not_seen_is_not_quiet(looks):
    clock, answers = FakeClock(), [{"leaf1": {"e1": 7}}, looks, {}]

    def look():
        return answers.pop(0) if len(answers) > 1 else answers[0]

    outcome, reason = until_quiet(ASKED, look, clock, Stop())
    assert outcome is not Outcome.DONE
    assert reason


def test_somebody_who_stops_it_is_heard():
    stop = Stop()
    stop.request()
    (outcome, _), _ = watched(lambda _now: 0, stop=stop)
    assert outcome is Outcome.INTERRUPTED
