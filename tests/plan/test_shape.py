"""What must fit together in a plan, whatever its digest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabric.plan.file import Fault, PlanError, read, save
from fabric.plan.make import make_plan
from fabric.plan.model import Wave, sealed
from fabric.plan.shape import nonsense


@pytest.fixture
def plan(terms, target):
    return make_plan(terms, [target(f"leaf{n}") for n in (1, 2)])


def waves(*names):
    return tuple(Wave(f"wave-{n}", tuple(wave), 0) for n, wave in enumerate(names))


def test_a_plan_that_was_made_here_makes_sense(plan):
    assert nonsense(plan) == ""


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ((["leaf1", "leaf2", "leaf9"],), "devices in a wave that are not in the plan: .*leaf9"),
        ((["leaf1"],), "devices in no wave: .*leaf2"),
        ((), "devices in no wave: .*leaf1.*leaf2"),
        ((["leaf1", "leaf2"], ["leaf2"]), "devices more than once in the waves: .*leaf2"),
        ((["leaf1", "leaf1", "leaf2"],), "devices more than once in the waves: .*leaf1"),
    ],
)
def test_waves_hold_every_device_once_and_no_other(plan, tmp_path, order, why):
    save(sealed(replace(plan, waves=waves(*order))), tmp_path / "plan")
    with pytest.raises(PlanError, match=f"cannot be followed: {why}") as refused:
        read(tmp_path / "plan")
    assert refused.value.kind is Fault.ALTERED


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"platform": "abacus"}, "unknown platforms: .*abacus"),
        ({"name": "leaf7"}, "under another name: .*leaf1"),
    ],
)
def test_a_device_is_of_a_known_platform_and_stands_under_its_own_name(plan, tmp_path, more, why):
    devices = {**plan.devices, "leaf1": replace(plan.devices["leaf1"], **more)}
    save(sealed(replace(plan, devices=devices)), tmp_path / "plan")
    with pytest.raises(PlanError, match=f"cannot be followed: .*{why}"):
        read(tmp_path / "plan")
