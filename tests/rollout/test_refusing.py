"""Plans that are played again, and clocks that jump while they are."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.plan.model import sealed
from fabric.plan.window import Window
from fabric.rollout import control
from fabric.rollout.applied import last_record, record_to_name
from fabric.rollout.door import Freeze
from fabric.rollout.outcome import Outcome

WAVES = (("leaf-1",), ("leaf-2",))
NOON = dt.datetime(2026, 6, 1, 12, 0, tzinfo=dt.UTC)
HOURS = dt.timedelta(hours=5)


@pytest.fixture
def fleet():
    return memory_fleet(("leaf-1", "leaf-2"))


def apply(fleet, folder, plan=None, **world):
    return control.apply(plan or plan_for(WAVES), folder, fleet.world(clock=fleet.clock, **world), "me")


def committed(fleet):
    return [len(fleet.commits(name)) for name in ("leaf-1", "leaf-2")]


def test_a_plan_is_rolled_out_once(fleet, tmp_path) -> None:
    first = apply(fleet, tmp_path)
    again = apply(fleet, tmp_path)
    assert (again.outcome, again.exit_code) == (Outcome.STALE, 4)
    assert f"rollout `{first.rollout}` of " in again.reason
    assert "was this plan's: make a new one" in again.reason
    assert committed(fleet) == [1, 1]


def test_not_even_where_what_it_was_made_from_is_back(fleet, tmp_path) -> None:
    apply(fleet, tmp_path)
    assert control.roll_back(tmp_path, fleet.world(clock=fleet.clock), "me").outcome is Outcome.ROLLED_BACK
    assert apply(fleet, tmp_path).outcome is Outcome.STALE
    assert committed(fleet) == [1, 1]


def test_one_that_touched_nothing_may_begin_again(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].edit("own 7")
    assert apply(fleet, tmp_path).outcome is Outcome.STALE
    fleet.devices["leaf-1"].change(running=fleet.devices["leaf-1"].startup)
    assert apply(fleet, tmp_path).outcome is Outcome.DONE


def test_from_another_state_folder_it_finds_devices_that_do_not_run_its_base(fleet, tmp_path) -> None:
    apply(fleet, tmp_path / "one")
    again = apply(fleet, tmp_path / "two")
    assert (again.outcome, committed(fleet)) == (Outcome.STALE, [1, 1])


def test_a_plan_made_beside_one_journal_is_taken_by_no_other(fleet, tmp_path) -> None:
    apply(fleet, tmp_path / "one")
    world = fleet.world(clock=fleet.clock)
    assert control.roll_back(tmp_path / "one", world, "me").outcome is Outcome.ROLLED_BACK
    beside = replace(plan_for(WAVES), source="again", journal=last_record(tmp_path / "one"))
    other = apply(fleet, tmp_path / "two", sealed(beside))
    assert (other.outcome, other.exit_code) == (Outcome.STALE, 4)
    assert "made beside another journal (`--state`)" in other.reason
    assert committed(fleet) == [1, 1]
    assert apply(fleet, tmp_path / "one", sealed(beside)).outcome is Outcome.DONE


def test_the_first_plan_begins_its_journal_and_no_other_takes_it(fleet, tmp_path) -> None:
    named = record_to_name(tmp_path / "one")
    assert record_to_name(tmp_path / "one") == named
    assert record_to_name(tmp_path / "two") != named
    first = sealed(replace(plan_for(WAVES), journal=named))
    assert apply(fleet, tmp_path / "one", first).outcome is Outcome.DONE
    world = fleet.world(clock=fleet.clock)
    assert control.roll_back(tmp_path / "one", world, "me").outcome is Outcome.ROLLED_BACK
    for folder in ("two", "three"):
        assert apply(fleet, tmp_path / folder, first).outcome is Outcome.STALE
    assert committed(fleet) == [1, 1]
    assert control.audit(tmp_path / "one").intact


def test_a_plan_from_the_future_gives_a_clock_away_that_runs_behind(fleet, tmp_path) -> None:
    plan = sealed(replace(plan_for(WAVES), created="2026-06-01T12:00:00Z", expires="2026-06-02T12:00:00Z"))
    for today, words in (
        (NOON - HOURS, "the plan was made at 2026-06-01T12:00:00Z, and here it is 2026-06-01T07:00:00Z: set"),
        (NOON + 5 * HOURS, "the plan expired at 2026-06-02T12:00:00Z; make a new one"),
    ):
        refused = apply(fleet, tmp_path, plan, today=lambda today=today: today)
        assert (refused.outcome, refused.exit_code) == (Outcome.STALE, 4)
        assert words in refused.reason
    assert committed(fleet) == [0, 0]
    assert apply(fleet, tmp_path, plan, today=lambda: NOON).outcome is Outcome.DONE


class Jumping:
    """A wall clock that jumps when a device is committed, and never jumps back."""

    def __init__(self, by):
        self.now, self.by = NOON, by

    def today(self):
        return self.now

    def told(self, record):
        if record.state == "committed" and self.now == NOON:
            self.now += self.by


@pytest.mark.parametrize("by", [-HOURS, HOURS, 400 * HOURS])
def test_a_wall_clock_that_jumps_lets_a_rollout_without_a_window_alone(fleet, tmp_path, by) -> None:
    clock = Jumping(by)
    plan = sealed(replace(plan_for(WAVES, soak_s=60), expires="2026-06-02T12:00:00Z"))
    began = fleet.clock.now()
    result = apply(fleet, tmp_path, plan, today=clock.today, told=clock.told)
    assert (result.outcome, committed(fleet)) == (Outcome.DONE, [1, 1])
    assert fleet.clock.now() - began >= 120, "each wave soaked its time, whatever the wall clock says"


@pytest.mark.parametrize("by", [-HOURS, HOURS])
def test_a_clock_that_jumps_out_of_the_window_lets_what_is_in_flight_finish_and_nothing_start(
    fleet, tmp_path, by
) -> None:
    clock = Jumping(by)
    plan = sealed(replace(plan_for(WAVES), window=Window("0 11 * * *", 3 * 3600, "UTC")))
    result = apply(fleet, tmp_path, plan, today=clock.today, told=clock.told)
    assert (result.outcome, result.exit_code, committed(fleet)) == (Outcome.OUTSIDE_WINDOW, 9, [1, 0])
    assert fleet.devices["leaf-1"].log[-1][0] == "confirm"
    back = fleet.world(clock=fleet.clock, today=lambda: NOON)
    assert control.resume(tmp_path, back, "me").outcome is Outcome.DONE


def test_a_freeze_without_an_end_holds_whatever_the_clock_says() -> None:
    for today in (NOON - 400 * HOURS, NOON, NOON + 400 * HOURS):
        assert Freeze("", "me", "audit", "").holds("dc1/backend", today)
