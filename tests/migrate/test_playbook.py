"""Playbooks of steps are playbooks: what hands do comes before what is rolled out."""

from __future__ import annotations

import pytest
import yaml
from migrate.ways import FASTER, LEAVES, SONIC, SPINES, way

from fabric.migrate import playbook
from fabric.rollout.playbook import read_playbook
from fabric.views.scaffolding import Texts

CHANGED = ("spine1", "pod1-leaf1", "pod1-leaf2", "pod1-host1")


def books(*changes, work="cables.md", at_once=1):
    old, _, found = way(*changes, at_once=at_once)
    before = [old, *(step.build for step in found)]
    return [playbook(step, earlier, CHANGED, work) for step, earlier in zip(found, before, strict=False)]


def kinds(book):
    return [next(iter(step)) for step in book["steps"]]


@pytest.mark.parametrize("changes", [(SPINES,), (SPINES, FASTER)])
def test_each_is_read_by_the_runner(changes):
    for book in books(*changes):
        steps = read_playbook(Texts({"p.yaml": yaml.safe_dump(book)}), "p.yaml", {})
        assert [step.kind for step in steps] == kinds(book)


def test_a_replaced_switch_is_drained_replaced_met_configured_and_taken_back():
    out, change, back = books(SPINES)[:3]
    assert kinds(out) == ["apply", "gate", "quiet"]
    assert kinds(change) == ["manual", "manual", "enrol", "apply", "gate", "soak"]
    assert kinds(back) == ["apply", "gate", "soak"]
    assert change["steps"][0]["manual"].startswith("Replace spine1 (nvidia-sn5600) by a arista-7060x6-64pe")
    assert change["steps"][3] == {"apply": {"devices": ["pod1-leaf[1-2]", "spine1"]}}


def test_another_release_is_waited_for():
    change = books(LEAVES, at_once=2)[1]
    assert kinds(change) == ["manual", "manual", "manual", "enrol", "apply", "gate", "soak"]
    assert change["steps"][0]["manual"] == (
        "Bring pod1-leaf1 from cumulus 5.16 to 5.14. Sign when it answers again."
    )


def test_another_system_on_the_same_switch_is_another_identity():
    change = books(SONIC)[1]
    assert kinds(change)[:3] == ["manual", "manual", "enrol"]
    assert change["steps"][0]["manual"] == "Install sonic 202511 on spine1 in place of cumulus. Sign."


def test_a_pod_waits_for_its_jobs_and_hosts_are_not_pushed():
    (change,) = books(FASTER)
    assert change["summary"] == "What the later intent says of hosts and links of pod1, pod2, all the rest."
    assert change["steps"][0]["manual"].startswith("See that no job runs")
    assert "pod1-host1" not in str(change["steps"])


def test_without_work_on_cables_nobody_is_asked_for_it():
    assert not [step for step in books(FASTER, work="")[0]["steps"] if "cables" in str(step)]
