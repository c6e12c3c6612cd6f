"""Who goes together: every batch of the planner is judged by the checker, which shares nothing with it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fabric.plan.checker import faults_of_batch, faults_of_waves
from fabric.plan.constraints import PROFILES, Constraints, Limit
from fabric.plan.model import ExpectedIdentity, Plan, PlannedDevice, Wave
from fabric.plan.packing import LANES, admissible, packed, rules_of
from fabric.platforms.form import ChangeClass, Patch

NAMES = tuple(f"leaf{n}" for n in range(1, 13))


def device(name, group="", lane="", role="leaf"):
    patch = Patch((), (), ChangeClass.TUNING)
    return PlannedDevice(
        name, "eos", role, "", None, group or name, name, ExpectedIdentity(name), patch, "", "", "", lane=lane
    )


def plan(devices, constraints=PROFILES["default"], limits=(), down=(), groups=None):
    names = tuple(one.name for one in devices)
    return Plan(
        "",
        "dc1",
        "backend",
        "",
        "",
        "",
        (Wave("all", names, 0),),
        {one.name: one for one in devices},
        constraints,
        groups=groups or {},
        limits=tuple(limits),
        down=tuple(down),
    )


shares = st.sampled_from([1.0, 12.5, 30.0, 50.0, 100.0])


@st.composite
def plans(draw):
    chosen = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    devices = [
        device(
            name,
            draw(st.sampled_from(["pod1", "pod2", ""])),
            draw(st.sampled_from(["", "rail 0", "rail 1", "rail 2"])),
            draw(st.sampled_from(["leaf", "spine"])),
        )
        for name in chosen
    ]
    constraints = Constraints(
        "default",
        draw(st.integers(1, 6)),
        draw(shares),
        0,
        0.0,
        one_role_at_a_time=draw(st.booleans()),
        lanes=draw(st.integers(0, 2)),
    )
    weights = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 400), min_size=1)
    limits = [
        Limit(f"limit {n}", draw(st.integers(0, 900)), draw(weights), draw(st.booleans()))
        for n in range(draw(st.integers(0, 3)))
    ]
    down = draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True))
    return plan(devices, constraints, limits, down)


@given(plans())
def test_every_device_goes_once_or_is_refused_and_no_batch_breaks_a_limit(made):
    rules = rules_of(made)
    found = packed(rules, made.waves[0].devices, frozenset(made.down))
    going = [name for batch in found.batches for name in batch]
    assert sorted([*going, *found.stuck]) == sorted(made.devices)
    for batch in found.batches:
        assert faults_of_batch(made, rules.limits, batch, made.down) == ()


@given(plans())
def test_what_is_refused_breaks_a_limit_even_alone(made):
    rules = rules_of(made)
    for name in packed(rules, made.waves[0].devices, frozenset(made.down)).stuck:
        assert faults_of_batch(made, rules.limits, (name,), made.down)


def test_the_checker_finds_a_batch_that_takes_too_much():
    pair = Limit("leaves of `h1`", 1, {"leaf1": 1, "leaf2": 1})
    made = plan([device("leaf1"), device("leaf2")], limits=[pair])
    assert faults_of_batch(made, [pair], ("leaf1", "leaf2"), ()) == (
        "leaves of `h1`: 2 of 1 that may be out",
    )
    assert faults_of_batch(made, [pair], ("leaf1",), ("leaf2",))
    assert not faults_of_batch(made, [pair], ("leaf1",), ())


def test_the_checker_finds_a_device_that_goes_twice_or_never():
    made = plan([device("leaf1"), device("leaf2")])
    waves = (Wave("a", ("leaf1", "leaf1"), 0),)
    assert faults_of_waves(replace(made, waves=waves)) == ("`leaf1` goes twice", "`leaf2` never goes")


def test_the_checker_finds_ways_in_that_change_beside_others():
    made = plan([replace(device(name), access=True) for name in ("leaf1", "leaf2", "leaf3")])
    assert faults_of_waves(made) == tuple(
        f"`{name}` changes the way in, and does not go alone" for name in ("leaf1", "leaf2")
    )
    one_by_one = tuple(Wave(name, (name,), 0) for name in made.devices)
    assert faults_of_waves(replace(made, waves=one_by_one)) == ()


def test_a_share_never_keeps_back_the_only_device_and_a_job_does():
    capacity = Limit("uplinks", 100, {"leaf1": 800})
    assert packed(rules_of(plan([device("leaf1")], limits=[capacity])), ["leaf1"]).batches == (("leaf1",),)
    job = Limit("job `train7` on rail 0", 0, {"leaf1": 1000}, alone=False)
    assert packed(rules_of(plan([device("leaf1")], limits=[job])), ["leaf1"]).stuck == {"leaf1": job.name}


def test_a_device_that_is_down_takes_its_part():
    made = plan([device("leaf2", "pod1")], groups={"pod1": ("leaf1", "leaf2")}, down=["leaf1"])
    assert packed(rules_of(made), ["leaf2"], frozenset(made.down)).stuck == {"leaf2": "pod1"}


def test_one_rail_changes_at_a_time():
    made = plan(
        [device("leaf1", lane="rail 0"), device("leaf2", lane="rail 1"), device("leaf3", lane="rail 0")]
    )
    found = packed(rules_of(made), tuple(made.devices))
    assert found.batches == (("leaf1", "leaf3"), ("leaf2",))
    assert found.binding == LANES


def test_what_flies_is_not_joined_by_another_role():
    made = plan([device("leaf1"), device("spine1", role="spine")])
    chosen, kept = admissible(rules_of(made), ("spine1",), {"leaf1"}, frozenset())
    assert (chosen, dict(kept)) == ((), {"one role at a time": 1})
