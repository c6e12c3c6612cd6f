"""Gates of a site's own in whole rollouts over fake devices: what each verdict does at each moment."""

from dataclasses import dataclass, field, replace

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.health.metric import Reading
from fabric.plan.model import Gates, sealed
from fabric.plan.own import METRIC, Own, OwnGate, Server
from fabric.rollout import control
from fabric.rollout.journal import Kind
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State

NAMES = ("leaf-1", "leaf-2", "leaf-3")
WAVES = (("leaf-1",), ("leaf-2", "leaf-3"))


@dataclass
class Shown:
    """Metrics by query; a list is used up, its last one stays."""

    values: dict
    asked: list = field(default_factory=list)

    def ready(self):
        return ""

    def close(self):
        self.asked.append("closed")

    def read(self, query, _deadline_s):
        self.asked.append(query)
        found = self.values.get(query)
        if isinstance(found, list):
            found = found.pop(0) if len(found) > 1 else found[0]
        return Reading(None, why="no data") if found is None else Reading(float(found), 1.0)


def metric(query, condition, *at):
    return OwnGate("drops", METRIC, at, 5, (query,), condition)


def planned(*gates, soak_s=0, roles=None):
    own = Own(gates, Server("https://prometheus"), interval_s=5, roles=roles or {"leaf": NAMES})
    return sealed(replace(plan_for(WAVES, soak_s=soak_s), gates=Gates(own=own)))


def apply(fleet, folder, plan, values, heard=None):
    shown = Shown(values)
    told = (heard if heard is not None else []).append
    world = fleet.world(clock=fleet.clock, probes=shown, told=told)
    result = control.apply(plan, folder / "state", world, "me")
    assert shown.asked.pop() == "closed"
    return result, shown


def resume(fleet, folder, values):
    world = fleet.world(clock=fleet.clock, probes=Shown(values))
    return control.resume(folder / "state", world, "me")


@pytest.fixture
def fleet():
    return memory_fleet(NAMES)


def running(fleet):
    return [runs(fleet.devices[name]) for name in NAMES]


EACH = 'drops{d="$device"}'
VALUES = {f'drops{{d="{name}"}}': 1 for name in NAMES}


def test_gates_that_pass_let_the_rollout_through(fleet, tmp_path):
    heard = []
    plan = planned(metric(EACH, "value < 5", "pre", "post", "wave", "soak"), soak_s=12)
    result, shown = apply(fleet, tmp_path, plan, VALUES, heard)
    assert result.outcome is Outcome.DONE
    assert running(fleet) == ["target"] * 3
    # Two looks in each soak beside those before, after and at the end.
    assert shown.asked.count('drops{d="leaf-1"}') == 1 + 1 + 2 + 2
    gates = [(one.device, one.state) for one in heard if one.kind is Kind.GATE]
    assert ("leaf-1", "pass") in gates
    assert all(one.text for one in heard if one.kind is Kind.GATE)


def test_a_plain_query_is_asked_once_for_a_wave(fleet, tmp_path):
    plan = planned(metric('sum(drops{d=~"$devices"})', "value < 5", "wave"))
    _, shown = apply(
        fleet, tmp_path, plan, {'sum(drops{d=~"leaf-1"})': 0, 'sum(drops{d=~"leaf-2|leaf-3"})': 0}
    )
    assert shown.asked == ['sum(drops{d=~"leaf-1"})', 'sum(drops{d=~"leaf-2|leaf-3"})']


def test_a_metric_that_fails_before_the_change_leaves_the_device_alone(fleet, tmp_path):
    result, _ = apply(fleet, tmp_path, planned(metric(EACH, "value < 1", "pre")), VALUES)
    assert result.progress.of("leaf-1").state is State.FAILED_CLEAN
    assert "drops fail: `value < 1` does not hold" in result.progress.of("leaf-1").reason
    assert running(fleet) == ["base"] * 3


@pytest.mark.parametrize("value", [9, None])
def test_a_metric_that_fails_or_is_unknown_after_the_commit_takes_the_device_back(fleet, tmp_path, value):
    values = VALUES | {'drops{d="leaf-2"}': value}
    result, _ = apply(fleet, tmp_path, planned(metric(EACH, "value < 5", "post")), values)
    assert result.outcome is Outcome.ROLLED_BACK
    assert running(fleet) == ["base"] * 3


def test_a_metric_that_is_unknown_at_the_end_of_a_wave_holds_until_it_is_known(fleet, tmp_path):
    plan = planned(metric(EACH, "value < 5", "wave"))
    result, _ = apply(fleet, tmp_path, plan, VALUES | {'drops{d="leaf-1"}': None})
    assert result.outcome is Outcome.PAUSED
    assert "gate of wave `wave-0` could not look: `leaf-1`: drops unknown: no data" in result.reason
    assert running(fleet) == ["target", "base", "base"]
    assert resume(fleet, tmp_path, VALUES).outcome is Outcome.DONE


def test_a_metric_that_fails_in_the_middle_of_a_soak_turns_back_at_once(fleet, tmp_path):
    plan = planned(metric(EACH, "value < 5", "soak"), soak_s=1000)
    result, _ = apply(fleet, tmp_path, plan, VALUES | {'drops{d="leaf-1"}': [1, 1, 9]})
    assert result.outcome is Outcome.ROLLED_BACK
    assert "soak of wave `wave-0`: `leaf-1`: drops fail" in result.reason
    assert fleet.clock.time < 100
    assert running(fleet) == ["base"] * 3


def test_a_baseline_is_the_value_before_the_change(fleet, tmp_path):
    plan = planned(metric(EACH, "value <= 1.2 * baseline", "post"))
    values = {f'drops{{d="{name}"}}': [10, 11] for name in NAMES}
    assert apply(fleet, tmp_path, plan, values)[0].outcome is Outcome.DONE
    again, folder = memory_fleet(NAMES), tmp_path / "again"
    values = {f'drops{{d="{name}"}}': [10, 13] for name in NAMES}
    assert apply(again, folder, plan, values)[0].outcome is Outcome.ROLLED_BACK


def test_without_a_baseline_nothing_begins(fleet, tmp_path):
    plan = planned(metric(EACH, "value <= 1.2 * baseline", "post"))
    result, _ = apply(fleet, tmp_path, plan, {})
    assert result.outcome is Outcome.PAUSED
    assert "drops unknown: baseline: no data" in result.reason
    assert running(fleet) == ["base"] * 3


def test_a_device_is_compared_with_those_that_are_not_changed_and_then_with_those_that_are_proven(
    fleet, tmp_path
):
    plan = planned(metric(EACH, "value <= 2 * control", "wave"))
    result, shown = apply(fleet, tmp_path, plan, VALUES)
    assert result.outcome is Outcome.DONE
    assert shown.asked[:3] == ['drops{d="leaf-1"}', 'drops{d="leaf-2"}', 'drops{d="leaf-3"}']
    assert sorted(shown.asked[3:]) == sorted(
        ['drops{d="leaf-2"}', 'drops{d="leaf-3"}', *['drops{d="leaf-1"}'] * 2]
    )


def test_with_nobody_to_compare_with_it_is_unknown(fleet, tmp_path):
    plan = planned(metric(EACH, "value <= 2 * control", "wave"), roles={"leaf": ("leaf-1",)})
    result, _ = apply(fleet, tmp_path, plan, VALUES)
    assert result.outcome is Outcome.PAUSED
    assert "no device is left to compare with" in result.reason


def test_a_run_that_can_ask_nobody_passes_nothing(fleet, tmp_path):
    plan = planned(metric(EACH, "value < 5", "wave"))
    world = fleet.world(clock=fleet.clock)
    result = control.apply(plan, tmp_path / "state", world, "me")
    assert result.outcome is Outcome.PAUSED


def test_after_the_first_that_does_not_pass_no_other_is_asked_of_a_device(fleet, tmp_path):
    second = replace(metric('more{d="$device"}', "value < 5", "pre"), name="more")
    result, shown = apply(fleet, tmp_path, planned(metric(EACH, "value < 1", "pre"), second), VALUES)
    assert result.outcome is Outcome.ROLLED_BACK
    assert shown.asked == ['drops{d="leaf-1"}']
