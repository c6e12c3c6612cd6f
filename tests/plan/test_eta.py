"""How long a rollout takes at most."""

from __future__ import annotations

from fabric.plan.constraints import PROFILES, Limit
from fabric.plan.eta import Pace, span, total_s
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
