"""Whole rollouts over fake devices in which people give orders and freeze the fabric."""

import dataclasses
import time
from datetime import UTC, datetime

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.core.diagnostic import FabricError
from fabric.plan.constraints import PROFILES
from fabric.plan.model import sealed
from fabric.plan.window import Window
from fabric.rollout import asking, control
from fabric.rollout.desk import LISTEN_S
from fabric.rollout.door import Freeze
from fabric.rollout.orders import Asked, Order
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State

NAMES = ("leaf-1", "leaf-2", "leaf-3")
WAVES = (("leaf-1",), ("leaf-2", "leaf-3"))


@pytest.fixture(params=[True, False], ids=["atomic", "line by line"])
def fleet(request):
    return memory_fleet(NAMES, atomic=request.param)


def apply(fleet, tmp_path, plan=None, **world):
    return control.apply(
        plan or plan_for(WAVES), tmp_path / "state", fleet.world(clock=fleet.clock, **world), "me"
    )


def resume(fleet, tmp_path, **world):
    return control.resume(tmp_path / "state", fleet.world(clock=fleet.clock, **world), "me")


def states(result):
    return {name: standing.state for name, standing in result.progress.devices.items()}


def running(fleet):
    return {runs(device) for device in fleet.devices.values()}


def order(tmp_path, name, what):
    asking.order(tmp_path / "state", name, Asked(Order(what), "boss", "seen by eye"))


def test_a_device_is_left_out_when_somebody_says_so(fleet, tmp_path) -> None:
    def skip(record):
        if record.device == "leaf-1" and record.state == "committed":
            order(tmp_path, "leaf-3", "skip")

    result = apply(fleet, tmp_path, told=skip)
    assert result.outcome is Outcome.DONE
    assert result.progress.of("leaf-3").state is State.SKIPPED
    assert (result.progress.of("leaf-3").by, result.progress.of("leaf-3").reason) == ("boss", "seen by eye")
    assert fleet.commits("leaf-3") == []


def test_a_device_that_somebody_quarantined_is_not_touched_on_the_way_back(fleet, tmp_path) -> None:
    fleet.devices["leaf-3"].change(sick=True)

    def keep_off(record):
        if record.state == "passed" and record.epoch == 0:
            order(tmp_path, "leaf-1", "quarantine")

    result = apply(fleet, tmp_path, told=keep_off)
    assert result.outcome is Outcome.QUARANTINED
    assert runs(fleet.devices["leaf-1"]) == "target"
    assert runs(fleet.devices["leaf-2"]) == runs(fleet.devices["leaf-3"]) == "base"


def test_a_device_begins_again_and_its_wave_is_judged_again(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    fleet.devices["leaf-3"].change(sick=True)
    tolerant = dataclasses.replace(PROFILES["default"], group_share=100.0)
    heard = []

    def mended(record):
        heard.append(record.state)
        if record.device == "leaf-3" and record.state == "rolled-back":
            fleet.devices["leaf-3"].change(sick=False)
            order(tmp_path, "leaf-3", "retry")

    result = apply(fleet, tmp_path, plan_for(WAVES, constraints=tolerant), told=mended)
    assert result.outcome is Outcome.DONE
    assert running(fleet) == {"target"}
    assert len(set(fleet.commits("leaf-3"))) == 2
    assert result.progress.of("leaf-3").epoch > 0
    assert heard[-2:] == ["passed", "done"]


def test_orders_that_would_not_be_obeyed_are_refused(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    fleet.devices["leaf-2"].change(serial="")
    apply(fleet, tmp_path)
    for name, what, why in (
        ("leaf-1", "skip", "it is `done`"),
        ("leaf-2", "retry", "it is `pending`"),
        ("leef-2", "skip", "no device"),
    ):
        with pytest.raises(FabricError, match=why):
            order(tmp_path, name, what)
    control.ask(tmp_path / "state", "abort", "boss")
    resume(fleet, tmp_path)
    with pytest.raises(FabricError, match="is over"):
        order(tmp_path, "leaf-2", "skip")


def test_a_freeze_stops_admission_and_what_is_in_flight_reaches_safety(fleet, tmp_path) -> None:
    def freeze(record):
        if record.device == "leaf-1" and record.state == "committed":
            asking.freeze(tmp_path / "state", Freeze("dc1/backend", "boss", "a demo for visitors", ""))

    result = apply(fleet, tmp_path, told=freeze)
    assert (result.outcome, result.exit_code) == (Outcome.PAUSED, 8)
    assert "frozen by boss: a demo for visitors" in result.reason
    assert states(result)["leaf-1"] in (State.CONFIRMED, State.SOAKING, State.DONE)
    assert fleet.commits("leaf-2") == []
    assert resume(fleet, tmp_path).outcome is Outcome.PAUSED
    assert asking.thaw(tmp_path / "state", "dc1/backend", "boss", "they left")
    assert resume(fleet, tmp_path).outcome is Outcome.DONE


def test_a_freeze_is_heard_in_the_middle_of_a_wave(fleet, tmp_path) -> None:
    def freeze(record):
        if record.device == "leaf-2" and record.state == "committed":
            asking.freeze(tmp_path / "state", Freeze("dc1", "boss", "a demo for visitors", ""))
            time.sleep(LISTEN_S)

    one_by_one = dataclasses.replace(PROFILES["lab"], max_in_flight=1)
    result = apply(fleet, tmp_path, plan_for(WAVES, constraints=one_by_one), told=freeze)
    assert result.outcome is Outcome.PAUSED
    assert len(fleet.commits("leaf-2")) == 1
    assert fleet.commits("leaf-3") == []


def test_a_frozen_rollout_can_go_back(fleet, tmp_path) -> None:
    apply(fleet, tmp_path)
    asking.freeze(tmp_path / "state", Freeze("", "boss", "a demo", ""))
    back = control.roll_back(tmp_path / "state", fleet.world(clock=fleet.clock), "me", reason="it is slow")
    assert back.outcome is Outcome.ROLLED_BACK
    assert "it is slow" in back.reason


def test_nothing_starts_on_a_frozen_fabric_until_the_freeze_ends(fleet, tmp_path) -> None:
    asking.freeze(tmp_path / "state", Freeze("dc1", "boss", "a demo", "2026-12-01T12:00:00+00:00"))
    early, late = (datetime(2026, 12, 1, hour, tzinfo=UTC) for hour in (11, 13))
    result = apply(fleet, tmp_path, today=lambda: early)
    assert (result.outcome, result.rollout) == (Outcome.PAUSED, "")
    assert apply(fleet, tmp_path, today=lambda: late).outcome is Outcome.DONE


def test_nothing_starts_outside_the_window_or_too_late_in_it(fleet, tmp_path) -> None:
    plan = sealed(dataclasses.replace(plan_for(WAVES), window=Window("0 1 * * *", 3600, "UTC")))
    world = fleet.world(clock=fleet.clock, today=lambda: datetime(2026, 12, 1, 1, 59, tzinfo=UTC))
    result = control.apply(plan, tmp_path / "state", world, "me")
    assert (result.outcome, result.exit_code, result.rollout) == (Outcome.OUTSIDE_WINDOW, 9, "")
    assert "60 s are left and a change and the way back of its wave take 150 s" in result.reason
    now = [datetime(2026, 12, 1, 1, 30, tzinfo=UTC)]

    def over(record):
        if record.device == "leaf-1" and record.state == "committed":
            now[0] = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)

    world = fleet.world(clock=fleet.clock, today=lambda: now[0], told=over)
    result = control.apply(plan, tmp_path / "state", world, "me")
    assert result.outcome is Outcome.OUTSIDE_WINDOW
    assert fleet.commits("leaf-2") == []
    now[0] = datetime(2026, 12, 2, 1, 0, tzinfo=UTC)
    assert resume(fleet, tmp_path, today=lambda: now[0]).outcome is Outcome.DONE


def test_the_way_back_of_a_whole_wave_must_fit_into_the_window(fleet, tmp_path) -> None:
    """The second wave goes in two batches: 90 s for one more change, and twice 60 s for the way back."""
    one_by_one = dataclasses.replace(PROFILES["lab"], max_in_flight=1)
    plan = plan_for(WAVES, constraints=one_by_one)
    plan = sealed(dataclasses.replace(plan, window=Window("0 1 * * *", 3600, "UTC")))
    late = datetime(2026, 12, 1, 1, 56, 40, tzinfo=UTC)
    result = apply(fleet, tmp_path, plan, today=lambda: late)
    assert result.outcome is Outcome.OUTSIDE_WINDOW
    assert "200 s are left and a change and the way back of its wave take 210 s" in result.reason
    assert states(result)["leaf-1"] is State.DONE
    assert fleet.commits("leaf-2") == []


def test_a_window_is_extended_for_one_rollout_and_its_time_counts(fleet, tmp_path) -> None:
    plan = sealed(dataclasses.replace(plan_for(WAVES), window=Window("0 1 * * *", 3600, "UTC")))
    now = [datetime(2026, 12, 1, 1, 56, tzinfo=UTC)]

    def over(record):
        if record.device == "leaf-1" and record.state == "committed":
            now[0] = datetime(2026, 12, 1, 2, 30, tzinfo=UTC)

    stopped = apply(fleet, tmp_path, plan, today=lambda: now[0], told=over)
    assert stopped.outcome is Outcome.OUTSIDE_WINDOW
    state = tmp_path / "state"
    asking.extend(state, "2026-12-01T02:31:00+00:00", "boss", "vendor on site")
    assert resume(fleet, tmp_path, today=lambda: now[0]).outcome is Outcome.OUTSIDE_WINDOW
    asking.extend(state, "2026-12-01T03:00:00+00:00", "boss", "vendor on site")
    assert resume(fleet, tmp_path, today=lambda: now[0]).outcome is Outcome.DONE
    said = [one.record for one in control.status(state).records if one.record.state == "extend-window"]
    assert [(one.actor, one.reason) for one in said] == [("boss", "vendor on site")] * 2
    with pytest.raises(FabricError, match="is over"):
        asking.extend(state, "2026-12-01T04:00:00+00:00", "boss", "again")


def test_a_rollout_without_a_window_has_none_to_extend(fleet, tmp_path) -> None:
    asked = []

    def once(record):
        if record.device == "leaf-1" and record.state == "committed" and not asked:
            asked.append(control.ask(tmp_path / "state", "pause", "boss"))

    assert apply(fleet, tmp_path, told=once).outcome is Outcome.PAUSED
    with pytest.raises(FabricError, match="no window"):
        asking.extend(tmp_path / "state", "2026-12-01T04:00:00+00:00", "boss", "why not")
