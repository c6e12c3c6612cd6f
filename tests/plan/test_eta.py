"""How long a rollout takes at most."""

from __future__ import annotations

from fabric.plan.eta import Pace, duration_s, total_s
from fabric.plan.model import PROFILES, Timing, Wave

LEAVES = tuple(f"leaf{n}" for n in range(1, 129))
PACE = Pace(PROFILES["default"], Timing(60, 60, 30), dict.fromkeys(LEAVES, "pod1"), {"pod1": 128})


def test_a_wave_of_one_takes_one_change_and_its_soak():
    assert duration_s(Wave("canary", LEAVES[:1], 600), PACE) == 150 + 600


def test_the_share_of_a_group_limits_how_many_go_at_once():
    # An eighth of 128 is 16 at once: 112 leaves in 7 turns.
    assert duration_s(Wave("rest", LEAVES[:112], 0), PACE) == 7 * 150


def test_the_most_in_flight_limits_devices_of_many_groups():
    apart = Pace(PROFILES["default"], Timing(60, 60, 30), {name: name for name in LEAVES}, {})
    assert duration_s(Wave("rest", LEAVES, 0), apart) == 3 * 150


def test_waves_go_one_after_the_other():
    assert total_s([Wave("a", LEAVES[:1], 10), Wave("b", LEAVES[1:2], 20)], PACE) == 330
