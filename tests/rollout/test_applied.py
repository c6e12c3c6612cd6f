"""What the journal says a device was last brought to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_device import ARTIFACT, BASE
from fake_fleet import memory_fleet, plan_for

from fabric.core.tree import Edit
from fabric.plan.model import sealed
from fabric.rollout import control
from fabric.rollout.applied import last_applied

SCOPE = "dc1/backend"
EDIT = Edit(("mtu",), None, "9216")


def parse(platform, texts):
    assert platform == "fake"
    return {("text",): texts[ARTIFACT]}


def planned():
    """A plan for two devices whose change is one edit."""
    plan = plan_for([["leaf1"], ["leaf2"]])
    devices = {
        name: replace(device, patch=replace(device.patch, edits=(EDIT,)))
        for name, device in plan.devices.items()
    }
    return sealed(replace(plan, devices=devices))


@pytest.fixture
def rolled(tmp_path):
    fleet = memory_fleet(["leaf1", "leaf2"])
    assert control.apply(planned(), tmp_path / "state", fleet.world(), "me").exit_code == 0
    return tmp_path / "state", fleet


def test_after_a_rollout_it_is_what_ran_before_with_the_edits(rolled):
    folder, _ = rolled
    assert last_applied(folder, SCOPE, parse) == {
        name: {("text",): BASE.replace("NAME", name), ("mtu",): "9216"} for name in ("leaf1", "leaf2")
    }


def test_after_a_rollback_it_is_what_ran_before(rolled):
    folder, fleet = rolled
    control.roll_back(folder, fleet.world(), "me")
    assert last_applied(folder, SCOPE, parse)["leaf1"] == {("text",): BASE.replace("NAME", "leaf1")}


def test_another_fabric_is_none_of_ours(rolled):
    assert last_applied(rolled[0], "dc1/storage", parse) == {}


def test_nothing_is_known_without_a_journal_and_nothing_is_made(tmp_path):
    assert last_applied(tmp_path / "none", SCOPE, parse) == {}
    assert not (tmp_path / "none").exists()


def test_a_base_that_was_pruned_is_unknown(rolled):
    folder, _ = rolled
    for blob in (folder / "blobs").iterdir():
        if "fabric-plan" not in blob.read_text():
            blob.unlink()
    assert last_applied(folder, SCOPE, parse) == {}
