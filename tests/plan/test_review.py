"""A change as its reviewer sees it."""

from __future__ import annotations

from cases import busy_change
from cases.repositories import base_with, compiled, edited

from fabric.plan import changes
from fabric.plan.review import review_of_builds, review_of_plan, units_gone
from fabric.views.review_words import waves_word

ECN = ("ecn: auto", "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}")


def texts(build):
    return {unit.name: {a.name: a.text for a in build.artifacts(unit)} for _, unit in build.units()}


def compared(*edits):
    old, new = compiled(base_with(("small", "small"))), compiled(base_with(*edits))
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    return review_of_builds(units_gone(old), new, changes(texts(old), texts(new), platforms), "before")


def test_a_change_of_the_intent_has_groups_waves_and_findings():
    found = compared(ECN)
    assert [(group.kind, group.devices) for group in found.groups] == [
        ("change", ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2"))
    ]
    assert [turn.name for turn in found.turns] == ["canary", "leaf rest", "spine rest"]
    assert found.most_s == sum(turn.most_s for turn in found.turns) > 0
    assert (found.before, found.after, found.gpus) == ("before", "layers", 0)
    assert found.findings == compiled(base_with(ECN)).diagnostics


def test_one_change_of_all_hosts_is_one_group_with_every_gpu():
    found = compared(("cnp, dscp: [48]", "cnp, dscp: [46]"))
    (hosts,) = [group for group in found.groups if group.members[0].role == "host"]
    assert hosts.devices == ("pod1-host1", "pod1-host2")
    assert hosts.gpus == found.gpus == 4
    assert {one.edit.path[0] for one in hosts.shown} == {"apply.sh", "nic.json"}
    assert (hosts.waves, waves_word(hosts)) == ((), "by your own tooling")
    assert not {name for turn in found.turns for name in turn.devices} & set(hosts.devices)


def test_a_unit_that_comes_has_its_links():
    grown = compared(("spine: {count: 2", "spine: {count: 3"), ("uplinks: 4", "uplinks: 6"))
    (new,) = [group for group in grown.groups if group.kind == "add"]
    assert (new.devices, new.members[0].links) == (("spine3",), 4)
    assert (grown.count("add"), grown.count("change"), grown.count("remove")) == (1, 2, 0)


def test_a_unit_that_goes_is_in_no_wave():
    less = compared(("pod1: {count: 2", "pod1: {count: 1"))
    (gone,) = [group for group in less.groups if group.kind == "remove"]
    assert (gone.devices, gone.waves) == (("pod1-host2",), ())


def test_no_change_is_an_empty_review():
    assert compared(("small", "small")).empty


def test_a_plan_numbers_the_waves_of_its_groups():
    found = review_of_plan(busy_change.plan())
    assert all(group.waves for group in found.groups)
    assert {turn.number for turn in found.turns} == {wave for group in found.groups for wave in group.waves}
    assert found.findings is None


def test_a_secret_on_the_old_side_is_not_in_a_review():
    old = compiled(base_with(("small", "small")))
    before = texts(old)
    shown = edited(before["pod1-leaf1"]["startup.yaml"], ("@{secret:env/ADMIN_HASH}", "h4nTer2xx"))
    new = compiled(base_with(ECN))
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    found = changes(before | {"pod1-leaf1": {"startup.yaml": shown}}, texts(new), platforms)
    assert "h4nTer2xx" not in repr(review_of_builds(units_gone(old), new, found, "x"))
