"""A soak is judged by what the switches counted, when the intent asks for that."""

from dataclasses import replace

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.health import Expectation
from fabric.plan.model import Gates, sealed
from fabric.plan.own import Own, Traffic
from fabric.rollout import control
from fabric.rollout.journal import Kind
from fabric.rollout.outcome import Outcome

NAMES = ("leaf-1", "leaf-2", "leaf-3")
RATES = {"frames": 1000, "discards": 0}


class Counting:
    """A device whose ports count with the fleet's clock."""

    def __init__(self, device, clock, rates):
        self._device, self._clock, self._rates = device, clock, rates

    def __getattr__(self, name):
        return getattr(self._device, name)

    def observe(self):
        now = int(self._clock.now())
        counted = {name: rate * now for name, rate in self._rates.items()}
        seen = self._device.observe()
        return replace(seen, lldp={"e1": ("spine-1", "e9")}, ports={"e1": counted, "e9": counted})


def apply(tmp_path, rates=None, soak_s=60, own=None):
    fleet = memory_fleet(NAMES)
    devices = {n: Counting(d, fleet.clock, (rates or {}).get(n, RATES)) for n, d in fleet.devices.items()}
    plan = plan_for((("leaf-1",), NAMES[1:]), soak_s=soak_s)
    # leaf-1 and leaf-2 are neighbours; nobody is known at the other far ends.
    ends = {"leaf-1": ("leaf-2", "e9"), "leaf-2": ("leaf-1", "e9"), "leaf-3": ("spine-1", "e1")}
    planned = {
        name: replace(device, expectation=Expectation(lldp={"e1": ends[name]}))
        for name, device in plan.devices.items()
    }
    gates = Gates(
        post=("readback",), wave=("readback",), own=own or Own(traffic=Traffic(10_000, {"discards": 10}))
    )
    plan = sealed(replace(plan, devices=planned, gates=gates))
    heard = []
    world = replace(fleet.world(clock=fleet.clock, told=heard.append), driver_for=devices.__getitem__)
    result = control.apply(plan, tmp_path / "state", world, "me")
    told = [(one.device, one.state) for one in heard if one.kind is Kind.GATE]
    return result, told, [runs(fleet.devices[name]) for name in NAMES]


def test_a_soak_with_traffic_passes_and_its_neighbours_are_looked_at_too(tmp_path):
    result, told, running = apply(tmp_path)
    assert result.outcome is Outcome.DONE
    assert running == ["target"] * 3
    assert told[:2] == [("leaf-1", "pass"), ("leaf-2", "pass")]


def test_a_soak_without_traffic_is_unknown_and_holds(tmp_path):
    result, told, running = apply(tmp_path, {"leaf-1": {"frames": 1, "discards": 0}})
    assert result.outcome is Outcome.PAUSED
    assert "`leaf-1`: traffic unknown: 60 frames prove nothing, 10000 are asked for" in result.reason
    assert told == [("leaf-1", "unknown"), ("leaf-2", "pass")]
    assert running == ["target", "base", "base"]


@pytest.mark.parametrize("ill", ["leaf-1", "leaf-2"])
def test_discards_at_a_device_or_at_its_neighbour_take_it_back(tmp_path, ill):
    result, _, running = apply(tmp_path, {ill: {"frames": 1000, "discards": 1}})
    assert result.outcome is Outcome.ROLLED_BACK
    assert f"`{ill}`: traffic fail: 60 discards in 60000 frames" in result.reason
    assert running == ["base"] * 3


def test_a_device_that_does_not_count_is_unknown(tmp_path):
    result, _, _ = apply(tmp_path, {"leaf-1": {}})
    assert result.outcome is Outcome.PAUSED
    assert "frames on its ports between switches are not counted" in result.reason


def test_nobody_is_looked_at_where_nobody_asks(tmp_path):
    result, told, _ = apply(tmp_path, {"leaf-1": {}}, own=Own())
    assert (result.outcome, told) == (Outcome.DONE, [])
