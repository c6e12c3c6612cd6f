"""Waves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabric.plan.model import ExpectedIdentity, PlannedDevice
from fabric.plan.waves import STRATEGIES, Strategy, strategy, waves
from fabric.platforms.form import ChangeClass, Patch


def device(name, role="leaf", platform="eos", **more):
    identity = ExpectedIdentity(name, serial=name, model="m", release="1")
    change = Patch((), (), ChangeClass.TUNING)
    known = {"pod": "pod1", "rail": None, "group": "g", "inventory_key": name, "identity": identity}
    prints = {"base_fingerprint": "b", "target_fingerprint": "t", "artifacts_digest": "d"}
    return PlannedDevice(name, platform, role, patch=change, **known | prints | more)


def test_every_kind_of_device_has_one_canary():
    fleet = [device("leaf1"), device("leaf2"), device("leaf3", platform="sonic"), device("spine1", "spine")]
    assert waves(fleet, STRATEGIES["lab"])[0].devices == ("leaf1", "leaf3", "spine1")


def test_the_canary_is_the_one_that_costs_fewest_gpus():
    fleet = [device("leaf1", gpus=32), device("leaf2", gpus=8)]
    assert waves(fleet, STRATEGIES["lab"])[0].devices == ("leaf2",)


def test_the_lab_takes_the_rest_at_once():
    fleet = [device("spine1", "spine"), device("spine2", "spine"), device("leaf1"), device("leaf2")]
    assert [wave.devices for wave in waves(fleet, STRATEGIES["lab"])] == [
        ("leaf1", "spine1"),
        ("leaf2", "spine2"),
    ]


def test_after_the_canary_roles_do_not_mix_and_leaves_come_first():
    fleet = [device(f"spine{n}", "spine") for n in range(1, 5)] + [device(f"leaf{n}") for n in range(1, 22)]
    named = {wave.name: wave.devices for wave in waves(fleet, STRATEGIES["default"])}
    assert list(named) == ["canary", "leaf 10 %", "leaf rest", "spine 10 %", "spine rest"]
    assert named["leaf 10 %"] == ("leaf2", "leaf3")
    assert named["spine rest"] == ("spine3", "spine4")


def test_within_a_role_pods_and_rails_stay_together():
    fleet = [device("x3", rail=2), device("x1", pod="pod10", rail=1), device("x2", pod="pod2", rail=1)]
    flow = [
        name for wave in waves([*fleet, device("x0", rail=1)], STRATEGIES["lab"]) for name in wave.devices
    ]
    assert flow == ["x0", "x3", "x2", "x1"]


def test_the_intent_changes_the_parts_and_the_soak_of_a_profile():
    assert strategy("default", (5.0, 20.0), 60) == Strategy((5.0, 20.0), by_role=True, soak_s=60)
    assert strategy("lab") == STRATEGIES["lab"]


FLEETS = st.lists(
    st.tuples(
        st.sampled_from(["leaf", "spine", "core"]), st.sampled_from(["eos", "sonic"]), st.integers(0, 9)
    ),
    max_size=60,
)


@given(FLEETS, st.sampled_from(sorted(STRATEGIES)), st.randoms(use_true_random=False))
def test_every_device_is_in_exactly_one_wave_whatever_the_order(rows, profile, chance):
    fleet = [device(f"d{n}", role, platform, gpus=gpus) for n, (role, platform, gpus) in enumerate(rows)]
    made = waves(fleet, STRATEGIES[profile])
    assert sorted(name for wave in made for name in wave.devices) == sorted(d.name for d in fleet)
    assert all(wave.devices for wave in made)
    chance.shuffle(fleet)
    assert waves(fleet, STRATEGIES[profile]) == made
