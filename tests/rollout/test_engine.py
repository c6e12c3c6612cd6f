"""Whole rollouts over fake devices: gates, faults, pauses, signals."""

import dataclasses

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.plan.constraints import PROFILES
from fabric.plan.model import sealed
from fabric.rollout import asking, control
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State
from fabric.rollout.stop import Stop

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


def test_a_rollout_brings_every_device_to_its_target_and_persists_it(fleet, tmp_path) -> None:
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.DONE, 0)
    assert set(states(result).values()) == {State.DONE}
    assert running(fleet) == {"target"}
    for name, device in fleet.devices.items():
        assert device.startup == device.running
        assert device.pending is None
        assert len(fleet.commits(name)) == 1


def test_a_wave_begins_after_the_gate_of_the_one_before(fleet, tmp_path) -> None:
    heard = []
    apply(fleet, tmp_path, told=lambda r: heard.append((r.device, r.state)))
    assert heard.index(("", "passed")) < heard.index(("leaf-2", "staging"))


def test_a_failed_gate_takes_the_canary_back_and_touches_nobody_else(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(sick=True)
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.ROLLED_BACK, 6)
    assert running(fleet) == {"base"}
    assert fleet.commits("leaf-2") == []
    assert states(result)["leaf-2"] is State.SKIPPED


def test_a_failure_in_a_later_wave_takes_the_earlier_ones_back(fleet, tmp_path) -> None:
    fleet.devices["leaf-3"].change(sick=True)
    result = apply(fleet, tmp_path)
    assert result.exit_code == 6
    assert running(fleet) == {"base"}
    for device in fleet.devices.values():
        assert device.startup == device.running


def test_devices_go_back_in_the_reverse_order_of_their_commits(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    order = []
    plan = plan_for((("leaf-1",), ("leaf-2",), ("leaf-3",)))
    fleet.devices["leaf-3"].change(sick=True)
    apply(fleet, tmp_path, plan, told=lambda r: order.append(r.device) if r.state == "restoring" else None)
    assert order == ["leaf-2", "leaf-1"]


@pytest.mark.parametrize("verb", ["stage", "commit", "confirm", "abort", "restore"])
@pytest.mark.parametrize("kind", ["before", "after", "partial", "unreachable"])
def test_a_lost_reply_never_leads_to_a_second_commit_of_one_intent(fleet, tmp_path, verb, kind) -> None:
    fleet.devices["leaf-1"].change(faults={verb: [kind]})
    fleet.devices["leaf-3"].change(sick=verb in ("abort", "restore"), faults={verb: [kind]})
    result = apply(fleet, tmp_path)
    assert result.outcome in (Outcome.DONE, Outcome.ROLLED_BACK)
    assert running(fleet) == {"target" if result.outcome is Outcome.DONE else "base"}
    for name in NAMES:
        assert len(fleet.commits(name)) == len(set(fleet.commits(name)))


def test_a_refused_candidate_fails_clean_and_its_reason_is_said(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(faults={"stage": ["refuse"]})
    result = apply(fleet, tmp_path, redact=lambda text: text.replace("hunter2", "***"))
    assert states(result)["leaf-1"] is State.FAILED_CLEAN
    assert "Invalid input, password ***" in result.progress.of("leaf-1").reason
    assert running(fleet) == {"base"}


def test_a_device_that_was_edited_since_the_plan_is_stale(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].edit("mtu 4000")
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.STALE, 4)
    assert fleet.commits("leaf-1") == []
    assert "mtu 4000" in fleet.devices["leaf-1"].running


def test_another_device_at_the_address_is_never_touched(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(serial="SN-OTHER")
    result = apply(fleet, tmp_path)
    assert states(result)["leaf-1"] is State.FAILED_CLEAN
    assert "serial is `SN-OTHER`, expected `SN-leaf-1`" in result.progress.of("leaf-1").reason
    assert fleet.devices["leaf-1"].log == []


def test_a_device_that_does_not_say_who_it_is_holds_the_rollout(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(serial="")
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.PAUSED, 8)
    fleet.devices["leaf-1"].change(serial="SN-leaf-1")
    assert resume(fleet, tmp_path).outcome is Outcome.DONE


def test_a_wave_gate_that_cannot_look_pauses_and_somebody_may_promote(fleet, tmp_path) -> None:
    plan = plan_for(WAVES, soak_s=5)
    device = fleet.devices["leaf-1"]

    def blind(record):
        if record.state == "soaking" and not record.device and record.epoch == 0:
            device.change(faults={"observe": ["unreachable"] * 9})

    result = apply(fleet, tmp_path, plan, told=blind)
    assert result.outcome is Outcome.PAUSED
    assert "could not look" in result.reason
    device.change(faults={})
    asking.promote(tmp_path / "state", "boss", "seen by eye")
    assert resume(fleet, tmp_path).outcome is Outcome.DONE


def test_a_device_that_lost_its_change_during_the_soak_fails_the_wave(fleet, tmp_path) -> None:
    def tampered(record):
        if record.state == "soaking" and record.device == "leaf-1":
            fleet.devices["leaf-1"].edit("own 3")

    result = apply(fleet, tmp_path, told=tampered)
    assert (result.outcome, result.exit_code) == (Outcome.QUARANTINED, 7)
    assert "own 3" in fleet.devices["leaf-1"].running


def test_a_device_that_cannot_be_restored_is_quarantined_and_the_others_go_back(fleet, tmp_path) -> None:
    fleet.devices["leaf-3"].change(sick=True)
    fleet.devices["leaf-1"].change(faults={"restore": ["refuse"] * 20})
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.QUARANTINED, 7)
    assert states(result)["leaf-1"] is State.QUARANTINED
    assert runs(fleet.devices["leaf-2"]) == runs(fleet.devices["leaf-3"]) == "base"


def test_an_unreachable_device_fails_before_anything_is_done_to_it(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(faults={"probe": ["unreachable"] * 99})
    result = apply(fleet, tmp_path)
    assert states(result)["leaf-1"] is State.FAILED_CLEAN
    assert fleet.clock.now() > 30


def test_a_device_that_is_lost_after_its_commit_comes_back_by_its_timer(fleet, tmp_path) -> None:
    device = fleet.devices["leaf-1"]

    def cut_off(record):
        if record.state == "committed":
            device.change(faults={"probe": ["unreachable"] * 12, "observe": ["unreachable"] * 99})

    result = apply(fleet, tmp_path, told=cut_off)
    assert result.exit_code == 6
    assert runs(device) == "base"


def test_failures_within_the_allowance_leave_the_device_on_its_base(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    fleet.devices["leaf-3"].change(sick=True)
    tolerant = dataclasses.replace(PROFILES["default"], group_share=100.0)
    result = apply(fleet, tmp_path, plan_for(WAVES, constraints=tolerant))
    assert (result.outcome, result.exit_code) == (Outcome.INCOMPLETE, 1)
    assert runs(fleet.devices["leaf-3"]) == "base"
    assert runs(fleet.devices["leaf-2"]) == "target"


def test_a_paused_rollout_admits_nobody_and_goes_on_when_resumed(fleet, tmp_path) -> None:
    def pause(record):
        if record.device == "leaf-1" and record.state == "committed":
            control.ask(tmp_path / "state", "pause", "colleague")

    result = apply(fleet, tmp_path, told=pause)
    assert result.outcome is Outcome.PAUSED
    assert fleet.commits("leaf-2") == []
    assert states(result)["leaf-1"] in (State.CONFIRMED, State.SOAKING)
    assert resume(fleet, tmp_path).outcome is Outcome.DONE
    assert len(fleet.commits("leaf-1")) == 1


def test_the_first_signal_lets_what_is_in_flight_reach_safety(fleet, tmp_path) -> None:
    stop = Stop()

    def signal(record):
        if record.state == "committed":
            stop.request()

    result = apply(fleet, tmp_path, told=signal, stop=stop)
    assert (result.outcome, result.exit_code) == (Outcome.INTERRUPTED, 130)
    assert states(result)["leaf-1"] is State.CONFIRMED
    assert resume(fleet, tmp_path).outcome is Outcome.DONE


def test_the_second_signal_drops_the_candidate_and_leaves(fleet, tmp_path) -> None:
    stop = Stop()

    def signal(record):
        if record.state == "staged":
            stop.request()
            stop.request()

    result = apply(fleet, tmp_path, told=signal, stop=stop)
    assert result.outcome is Outcome.INTERRUPTED
    assert fleet.devices["leaf-1"].staged == {}
    assert resume(fleet, tmp_path).outcome is Outcome.DONE


def test_an_aborted_rollout_keeps_what_is_confirmed(fleet, tmp_path) -> None:
    def abort(record):
        if record.state == "passed" and record.epoch == 0:
            control.ask(tmp_path / "state", "abort", "colleague")

    result = apply(fleet, tmp_path, told=abort)
    assert result.outcome is Outcome.INCOMPLETE
    assert runs(fleet.devices["leaf-1"]) == "target"
    assert fleet.commits("leaf-2") == []


def test_a_finished_rollout_can_still_be_rolled_back(fleet, tmp_path) -> None:
    apply(fleet, tmp_path)
    result = control.roll_back(tmp_path / "state", fleet.world(clock=fleet.clock), "me")
    assert result.outcome is Outcome.ROLLED_BACK
    assert running(fleet) == {"base"}


def test_a_plan_is_refused_when_it_was_altered_or_has_expired(fleet, tmp_path) -> None:
    plan = plan_for(WAVES)
    assert apply(fleet, tmp_path, dataclasses.replace(plan, source="other")).exit_code == 4
    old = dataclasses.replace(plan, expires="2020-01-01T00:00:00+00:00")
    assert apply(fleet, tmp_path, sealed(old)).exit_code == 4


def test_a_second_rollout_waits_for_the_first_to_be_over(fleet, tmp_path) -> None:
    fleet.devices["leaf-1"].change(serial="")
    first = apply(fleet, tmp_path)
    second = apply(fleet, tmp_path)
    assert (second.outcome, second.exit_code) == (Outcome.LOCKED, 5)
    assert first.rollout in second.reason


def test_members_of_a_group_never_go_together(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    flying, most = set(), []

    def watch(record):
        if record.state == "staging":
            flying.add(record.device)
        if record.state == "confirmed":
            flying.discard(record.device)
        most.append(len(flying))

    plan = plan_for((("leaf-1", "leaf-2", "leaf-3"),), groups=dict.fromkeys(NAMES, "pair"))
    assert apply(fleet, tmp_path, plan, told=watch).outcome is Outcome.DONE
    assert max(most) == 1
