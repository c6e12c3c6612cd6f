"""What somebody changes on a switch after a rollout: told apart, undone, refused or kept."""

import json

import pytest
from floor import lay_out

from fabric.lab import control

EDITS = {
    "spine2": "interface Ethernet1/1\n mtu 4000",
    "pod1-leaf2": '{"PORT": {"Ethernet0": {"mtu": "4000"}}}',
}
FOREIGN = "interface Management1\n description on loan"
CHANGED, FAILED = 2, 1
AUTO, BY_HAND = "ecn: auto", "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """Four switches after a rollout, two of which somebody changed since, and a third beside what is ours."""
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.boot()
    try:
        assert made.plan().code == 0
        ended = made.here("apply", made.plan_file, *made.devices)
        assert ended.code == 0, ended.talk
        for name, lines in EDITS.items():
            control.edit(made.lab, name, lines)
        control.edit(made.lab, "spine1", FOREIGN)
        made.edit(AUTO, BY_HAND)
        yield made
    finally:
        made.close()


def here(floor, verb, *words):
    return floor.here(verb, floor.intent, *floor.devices, *words)


def outside(ended):
    """Return the paths that undo what somebody else changed, by device."""
    groups = json.loads(ended.out)["groups"]
    return {
        device["name"]: found
        for group in groups
        for device in group["devices"]
        if (found := [edit["path"][-1] for edit in group["edits"] if edit["outside"]])
    }


def test_a_plan_tells_what_it_undoes_from_what_it_changes(floor):
    ended = here(floor, "plan", "--format", "json")
    assert outside(ended) == {"spine2": ["mtu"], "pod1-leaf2": ["mtu"]}
    assert json.loads(ended.out)["total"]["outside"] == 2
    assert json.loads(ended.out)["total"]["change"] == 4


def test_without_a_state_folder_nobody_knows_what_was_there(floor):
    ended = floor.here("plan", floor.intent, "--inventory", floor.inventory, "--format", "json")
    assert outside(ended) == {}


def test_drift_tells_what_is_not_ours_apart(floor):
    ended = here(floor, "drift")
    assert ended.code == CHANGED
    assert "changed on the device by somebody else" in ended.out
    assert "spine1: 1 changed in what is not managed, left alone" in ended.talk


def test_a_plan_can_be_told_to_stop_at_outside_changes(floor):
    ended = here(floor, "plan", "--outside", "fail")
    assert (ended.code, ended.talk.count("error[PLN-002]")) == (FAILED, 2)
    assert "`interface Ethernet1/1 > mtu` on `spine2`" in ended.talk


def test_a_plan_can_leave_outside_changes_alone(floor):
    ended = here(floor, "plan", "--outside", "adopt", "--format", "json")
    found = json.loads(ended.out)
    assert outside(ended) == {}
    assert "mtu" not in {edit["path"][-1] for group in found["groups"] for edit in group["edits"]}


def test_what_is_adopted_is_no_drift_until_its_entry_is_removed(floor):
    floor.edit(BY_HAND, AUTO)
    assert here(floor, "adopt", "--limit", "spine2", "--reason", "ticket 4711").code == 0
    file = floor.root / "inventory" / "quickstart" / "adopted.yaml"
    text = file.read_text()
    assert '  - {path: ["interface Ethernet1/1", "mtu"], value: "4000", reason: "ticket 4711"}\n' in text
    assert outside(here(floor, "drift", "--format", "json")) == {"pod1-leaf2": ["mtu"]}
    again = here(floor, "adopt")
    assert "pod1-leaf2: kept: ~ PORT > Ethernet0 > mtu: 9214 -> 4000" in again.out
    assert here(floor, "drift").code == 0
    file.write_text(text)
    assert here(floor, "drift").code == CHANGED
    file.write_text(text.replace("spine2", "spine9"))
    assert "error[PLN-003]" in here(floor, "plan").talk
    file.unlink()
    floor.edit(AUTO, BY_HAND)
