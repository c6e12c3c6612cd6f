"""From one intent to another: each step passes every check, alone if it can; the last is the later one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from migrate.ways import (
    FASTER,
    LEAVES,
    ONE_CAGE,
    ONE_CAGE_FASTER,
    REST,
    SONIC,
    SPINES,
    TWO,
    build,
    compiled_project,
    way,
)

from fabric.core.diagnostic import Severity
from fabric.migrate import Phase, steps

PHASES = [Phase.DRAIN, Phase.CHANGE, Phase.RETURN]


def about(found):
    return [(step.phase, [move.name or "rest" for move in step.moves]) for step in found]


def devices(step):
    return step.build.designs["backend"].fabric.devices


def drained(step):
    return step.build.designs["backend"].drained


def test_two_equal_intents_need_no_step():
    assert way()[2] == ()


def test_switches_go_one_by_one_while_others_go_around_them():
    _, new, found = way(SPINES)
    spines = [(phase, [name]) for name in ("spine1", "spine2") for phase in PHASES]
    assert about(found) == spines
    models = [tuple(devices(step)[name].model for name in ("spine1", "spine2")) for step in found]
    old, later = "nvidia-sn5600", "arista-7060x6-64pe"
    assert models == [(old, old), (later, old), (later, old), (later, old), (later, later), (later, later)]
    assert [drained(step) for step in found] == [
        {"spine1"}, {"spine1"}, frozenset(), {"spine2"}, {"spine2"}, frozenset(),
    ]  # fmt: skip
    assert found[-1].build is new


def test_no_step_has_an_error():
    for step in way(SPINES)[2]:
        assert not [one for one in step.build.diagnostics if one.severity is Severity.ERROR]


def test_several_switches_of_a_tier_and_pod_may_go_at_once():
    found = way(LEAVES, at_once=2)[2]
    rows = [["pod1-leaf1", "pod1-leaf2"], ["pod2-leaf1", "pod2-leaf2"]]
    assert about(found) == [(phase, row) for row in rows for phase in PHASES]


def test_a_vendor_with_more_words_is_said_as_an_exception_until_all_are_his():
    found = way(SONIC)[2]
    hwskus = [tuple(devices(step)[name].hwsku for name in ("spine1", "spine2")) for step in found]
    assert hwskus == [("", ""), *[("ACS-SN5600", "")] * 3, *[("ACS-SN5600",) * 2] * 2]
    assert "match: spine1, platform: sonic, hwsku: ACS-SN5600" in found[1].text


def test_the_way_back_takes_a_vendor_with_more_words_away():
    old, new = build(TWO, SONIC), build(TWO)
    found = tuple(steps(old, new, compiled_project))
    assert [devices(step)["spine2"].hwsku for step in found] == ["ACS-SN5600"] * 4 + [""] * 2


def test_links_get_faster_pod_by_pod_where_the_other_pod_keeps_its_ports():
    found = way(ONE_CAGE_FASTER, before=(TWO, ONE_CAGE))[2]
    assert about(found)[0] == (Phase.CHANGE, ["pod1"])
    speeds = {link.a.device: link.speed_gbps for link in found[0].build.designs["backend"].fabric.links
              if "spine" in link.b.device}  # fmt: skip
    assert speeds == {"pod1-leaf1": 800, "pod1-leaf2": 800, "pod2-leaf1": 400, "pod2-leaf2": 400}


def test_what_cannot_go_alone_goes_together_and_says_why():
    found = way(SPINES, FASTER)[2]
    assert about(found)[-1] == (Phase.CHANGE, ["pod1", "pod2", "rest"])
    assert [(move.name, one.code) for move, one in found[-1].because] == [
        ("pod1", "TOP-044"),
        ("pod2", "TOP-044"),
    ]
    assert [step.because for step in found[:-1]] == [()] * 6


def test_what_is_about_all_goes_last():
    found = way(SPINES, REST)[2]
    assert about(found)[-1] == (Phase.CHANGE, ["rest"])
    assert found[-1].text == ""


def test_a_new_pod_comes_and_an_old_one_goes():
    assert about(way(before=())[2]) == [(Phase.CHANGE, ["pod2"])]
    found = tuple(steps(build(TWO), build(), compiled_project))
    assert about(found) == [(Phase.CHANGE, ["pod2"])]
    assert "pod2" not in found[0].build.site.hosts


@pytest.mark.parametrize(
    "changes", [(SPINES,), pytest.param((SONIC, LEAVES, FASTER, REST), marks=pytest.mark.proof)]
)
def test_no_two_steps_are_the_same_and_each_changes_something(changes):
    old, _, found = way(*changes)
    builds = [old, *(step.build for step in found)]
    texts = [{unit.name: build.texts(unit) for _, unit in build.units()} for build in builds]
    assert all(before != after for before, after in pairwise(texts))
