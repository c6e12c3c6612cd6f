"""A device that holds exactly our artifact, as its vendor prints it, has not drifted; one line more has."""

from dataclasses import replace

import pytest
from cases.printed import PRINTED
from cases.repositories import everything, shipped

from fabric.plan.make import Target, planned_device
from fabric.plan.model import ExpectedIdentity

SWITCHES = [
    ("quickstart", "pod1-leaf1"), ("quickstart", "spine1"), ("quickstart", "pod1-leaf2"),
    ("roce-256", "pod1-leaf1"), ("roce-256", "pod1-leaf7"), ("roce-256", "spine1"),
    ("clos3-64", "core1"), ("clos3-64", "pod1-spine1"), ("clos3-64", "pod1-leaf2"),
    ("planes-32", "plane1-spine1"),
]  # fmt: skip
CHANGED = {
    "eos": ("eos.cfg", "mtu 9214", "mtu 9000"),
    "sonic": ("config_db.json", '"mtu": "9214"', '"mtu": "9000"'),
    "cumulus": ("startup.yaml", '"mtu": 9214', '"mtu": 9000'),
}


def target(intent, name):
    build = shipped(intent)
    _, unit = next(pair for pair in build.units() if pair[1].name == name)
    artifacts = {artifact.name: artifact.text for artifact in build.artifacts(unit)}
    return Target(
        name, everything().platforms[unit.platform], str(unit.role), "", ExpectedIdentity(name, serial="1"),
        artifacts, PRINTED[unit.platform](artifacts),
    )  # fmt: skip


@pytest.mark.parametrize(("intent", "name"), SWITCHES)
def test_what_the_device_computes_itself_is_no_drift(intent, name):
    planned = planned_device(target(intent, name))
    assert planned is None or planned.patch.edits == ()


@pytest.mark.parametrize(("intent", "name"), SWITCHES)
def test_a_value_that_somebody_changed_is_drift(intent, name):
    made = target(intent, name)
    artifact, old, new = CHANGED[made.platform.name]
    assert old in made.running[artifact]
    changed = {**made.running, artifact: made.running[artifact].replace(old, new, 1)}
    planned = planned_device(replace(made, running=changed))
    assert [edit.path[-1] for edit in planned.patch.edits] == ["mtu"]
