"""Who stands in for a device is looked at before it is touched, whether the plan changes it or not."""

from dataclasses import replace

import pytest
from fake_device import TARGET
from fake_fleet import memory_fleet, plan_for

from fabric.plan.constraints import PROFILES
from fabric.plan.model import sealed
from fabric.rollout import control
from fabric.rollout.outcome import Outcome


def beside(plan, *names):
    pair = {name: replace(device, group="pair") for name, device in plan.devices.items()}
    groups = {"pair": (*plan.devices, *names)}
    return sealed(replace(plan, devices=pair, groups=groups, beside=dict.fromkeys(names, "fake")))


@pytest.mark.parametrize(
    ("trouble", "outcome", "words"),
    [
        ({}, Outcome.DONE, ""),
        (
            {"sick": True, "running": TARGET.replace("NAME", "leaf-9")},
            Outcome.ROLLED_BACK,
            "`leaf-9` has no session up",
        ),
        ({"faults": {"observe": ["unreachable"] * 99}}, Outcome.PAUSED, "`leaf-9` could not be looked at"),
    ],
    ids=["well", "down", "dead"],
)
def test_a_peer_that_is_not_changed_is_looked_at_before_a_device_is_touched(
    tmp_path, trouble, outcome, words
) -> None:
    fleet = memory_fleet(("leaf-1", "leaf-9"))
    fleet.devices["leaf-9"].change(**trouble)
    result = control.apply(
        beside(plan_for((("leaf-1",),)), "leaf-9"), tmp_path, fleet.world(clock=fleet.clock), "me"
    )
    assert result.outcome is outcome
    assert words in result.reason
    assert len(fleet.commits("leaf-1")) == (outcome is Outcome.DONE)
    assert fleet.devices["leaf-9"].log == []


def test_many_who_ask_about_one_peer_look_at_it_once(tmp_path) -> None:
    names = tuple(f"leaf-{number}" for number in range(1, 9))
    fleet, looks = memory_fleet((*names, "leaf-9")), []

    def driver_for(name):
        if name == "leaf-9":
            looks.append(name)
        return fleet.devices[name]

    constraints = replace(PROFILES["lab"], group_share=100.0)
    plan = beside(plan_for((names,), constraints=constraints), "leaf-9")
    world = replace(fleet.world(clock=fleet.clock), driver_for=driver_for)
    assert control.apply(plan, tmp_path, world, "me").outcome is Outcome.DONE
    assert len(looks) == 1
