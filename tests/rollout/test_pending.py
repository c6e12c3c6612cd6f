"""What somebody who stops a rollout is told."""

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import control
from fabric.rollout.outcome import Outcome
from fabric.rollout.stop import Stop

NAMES = ("leaf-1", "leaf-2", "leaf-3")
WAVES = (("leaf-1",), ("leaf-2", "leaf-3"))


def stopped(tmp_path, when, times):
    """Roll out, and stop it so often at a record; return how it ended and what was said meanwhile."""
    fleet, stop, said = memory_fleet(NAMES), Stop(), []

    def told(record):
        if (record.device, record.state) == when:
            for _ in range(times):
                stop.request()

    world = fleet.world(clock=fleet.clock, stop=stop, told=told, warned=said.append)
    return control.apply(plan_for(WAVES, soak_s=60), tmp_path / "state", world, "me"), said


def test_whoever_stops_is_told_what_is_pending(tmp_path) -> None:
    result, said = stopped(tmp_path, ("", "soaking"), 1)
    assert result.outcome is Outcome.INTERRUPTED
    assert said == ["stopping: nothing is in flight (not begun: `leaf-2`, `leaf-3`)"]
    assert "stopped before the end, not begun: `leaf-2`, `leaf-3`: resume it" in result.reason


def test_who_stops_twice_is_told_what_is_left_to_its_timer(tmp_path) -> None:
    result, said = stopped(tmp_path, ("leaf-1", "committed"), 2)
    assert result.outcome is Outcome.INTERRUPTED
    assert "in flight: `leaf-1 " in said[0]
    assert "stop again to leave that to its commit timer" in said[0]
    assert said[1].startswith("leaving at once: what is in flight is left to its commit timer (in flight: ")
    assert "not begun: `leaf-2`, `leaf-3`" in said[1]


@pytest.mark.parametrize("when", [("leaf-1", "staged"), ("leaf-1", "committing")])
def test_what_rests_when_the_process_ends_is_told_at_the_end(tmp_path, when) -> None:
    result, said = stopped(tmp_path, when, 1)
    assert result.outcome is Outcome.INTERRUPTED
    assert len(said) == 1
    assert "in flight: `leaf-1" not in result.reason
