"""How long a rollout takes at most."""

from __future__ import annotations

import pytest

from fabric.intent.rollout import Rollout
from fabric.plan.constraints import PROFILES, Limit
from fabric.plan.eta import Pace, span, timing_of, total_s
from fabric.plan.model import Timing, Wave
from fabric.plan.packing import IN_FLIGHT, Rules

LEAVES = tuple(f"leaf{n}" for n in range(1, 129))


def pace(*limits):
    rules = Rules(PROFILES["default"], limits, dict.fromkeys(LEAVES, "leaf"), {})
    return Pace(rules, Timing(60, 60, 30))


PACE = pace(Limit("pod1", 16, dict.fromkeys(LEAVES, 1)))


def test_a_wave_of_one_takes_one_change_and_its_soak():
    assert span(Wave("canary", LEAVES[:1], 600), PACE).most_s == 150 + 600


def test_the_share_of_a_group_limits_how_many_go_at_once():
    # An eighth of 128 is 16 at once: 112 leaves in 7 turns.
    found = span(Wave("rest", LEAVES[:112], 0), PACE)
    assert (found.most_s, found.batches, found.binding) == (7 * 150, 7, "pod1")


def test_the_most_in_flight_limits_devices_of_many_groups():
    found = span(Wave("rest", LEAVES, 0), pace())
    assert (found.most_s, found.binding) == (3 * 150, IN_FLIGHT)


def test_waves_go_one_after_the_other():
    assert total_s([Wave("a", LEAVES[:1], 10), Wave("b", LEAVES[1:2], 20)], PACE) == 330


@pytest.mark.parametrize(
    ("said", "check_s"),
    [
        ({}, 60),
        ({"gates": {}}, 60),
        ({"constraints": "lab"}, 8),
        ({"gates": {"within": "90 s"}}, 90),
        ({"gates": {"within": "1500 ms"}, "constraints": "lab"}, 2),
        ({"gates": {"within": "0 s"}}, 0),
    ],
)
def test_gates_turn_good_within_what_the_intent_says_or_else_the_profile(said, check_s):
    timing = timing_of(Rollout.model_validate(said), own_s=5)
    assert (timing.check_s, timing.own_s) == (check_s, 5)
