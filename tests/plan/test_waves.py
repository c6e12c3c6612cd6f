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


def test_the_first_two_whose_way_in_changes_go_alone_one_after_the_other():
    fleet = [device(f"leaf{n}", access=n > 1) for n in range(1, 12)]
    named = {wave.name: wave.devices for wave in waves(fleet, STRATEGIES["lab"])}
    assert list(named) == ["canary", "rest, part 1", "rest, part 2", "rest, part 3"]
    assert [len(names) for names in named.values()] == [1, 1, 1, 8]
    assert (named["canary"], named["rest, part 1"], named["rest, part 2"]) == (
        ("leaf1",),
        ("leaf2",),
        ("leaf3",),
    )


def test_canaries_whose_way_in_changes_are_no_exception():
    fleet = [
        device("leaf1", access=True),
        device("leaf2", platform="sonic", access=True),
        device("spine1", "spine"),
    ]
    made = waves(fleet, STRATEGIES["default"])
    assert [wave.devices for wave in made] == [("leaf1",), ("leaf2",), ("spine1",)]
    assert all(wave.is_canary for wave in made)


def test_a_new_device_locks_nobody_out_of_what_runs():
    fleet = [device(f"leaf{n}", access=True, fresh=True) for n in range(1, 5)]
    assert [len(wave.devices) for wave in waves(fleet, STRATEGIES["lab"])] == [1, 3]


FLEETS = st.lists(
    st.tuples(
        st.sampled_from(["leaf", "spine", "core"]),
        st.sampled_from(["eos", "sonic"]),
        st.integers(0, 9),
        st.booleans(),
    ),
    max_size=60,
)


@given(FLEETS, st.sampled_from(sorted(STRATEGIES)), st.randoms(use_true_random=False))
def test_every_device_is_in_exactly_one_wave_whatever_the_order(rows, profile, chance):
    fleet = [
        device(f"d{n}", role, platform, gpus=gpus, access=access)
        for n, (role, platform, gpus, access) in enumerate(rows)
    ]
    made = waves(fleet, STRATEGIES[profile])
    assert sorted(name for wave in made for name in wave.devices) == sorted(d.name for d in fleet)
    assert all(wave.devices for wave in made)
    by_name = {one.name: one for one in fleet}
    first = [wave for wave in made for name in wave.devices if by_name[name].risky][:2]
    assert all(len(wave.devices) == 1 for wave in first)
    chance.shuffle(fleet)
    assert waves(fleet, STRATEGIES[profile]) == made
