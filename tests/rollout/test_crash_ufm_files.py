"""A rollout over UFMs whose files change too: killed at its points, and with files that do not come in."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace

import pytest
from crash_points import NEVER, judge, matrix, start
from lab_fleet import MTUS, NAMES, UFM, LabHarness, address, fleet, member

from fabric.lab import control as lab_control
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabFleet
from fabric.platforms.form import Step

FILE = "root_guid.conf"
FIRST = 161


class FilesHarness(LabHarness):
    """Changes a member of a partition and the root of the tree in one go."""

    def _planned(self, device, texts):
        planned = super()._planned(device, texts)
        wanted = json.dumps({FILE: texts[FILE].replace(self.before, self.after)})
        steps = (*planned.patch.steps, Step("files", wanted))
        return replace(planned, patch=replace(planned.patch, steps=steps))

    def fates(self, folder):
        """Say that nothing is left over only where OpenSM goes by the file, and no other lies about."""
        return {name: self._seen(name, fate) for name, fate in super().fates(folder).items()}

    def _seen(self, name, fate):
        held = json.loads(lab_control.running(self.lab, name))
        mixed = len({mtu for mtu in MTUS if mtu in json.dumps([held["files"], held["pkeys"]])}) != 1
        stale = held["files"][FILE] != held["loaded"][FILE] or set(held["files"]) != {FILE, "opensm.conf"}
        return replace(fate, left_over=fate.left_over or stale, runs="other" if mixed else fate.runs)


def with_files():
    """Return the fleet of UFMs whose files can be reached, at addresses of its own."""
    root = "root_guid_file /opt/ufm/files/conf/opensm/root_guid.conf\n"
    files = {FILE: f"0x{member(MTUS[0])}\n", "opensm.conf": root}
    found = {}
    for number, (name, device) in enumerate(fleet(UFM).devices.items(), FIRST):
        startup = json.dumps({**json.loads(device.startup), "files": files})
        found[name] = replace(device, startup=startup, address=address(number))
    return LabFleet(found)


@contextmanager
def served(folder):
    lab_control.up(folder, with_files())
    try:
        lab_control.wait(folder)
        yield FilesHarness(folder, UFM)
    finally:
        lab_control.down(folder)


@pytest.fixture(scope="module")
def ufm(tmp_path_factory):
    with served(tmp_path_factory.mktemp("ufm-files")) as harness:
        yield harness


@pytest.mark.proof
@pytest.mark.parametrize("scenario", ["well", "gate fails"])
def test_a_rollout_over_files_may_be_killed_at_any_point(ufm, tmp_path, scenario) -> None:
    assert matrix(tmp_path, ufm, scenario) > 30


STRANGE = json.dumps({"file": FILE, "text": "root_switches\n"})
TROUBLE = {
    "a full disk": (Fault(Kind.PARTIAL, match="cp /tmp"), 6),
    "power lost after the rename": (Fault(Kind.REBOOT, match="mv ."), 6),
    "a hang-up that takes no effect": (Fault(Kind.IGNORE, match="kill -s HUP"), 6),
    "UFM writes over it by itself": (Fault(Kind.EDIT, match="kill -s HUP", line=STRANGE), 6),
    "cut before the script": (Fault(Kind.DROP_BEFORE, match="flock"), 6),
    "a lost reply to the script": (Fault(Kind.DROP_AFTER, match="flock"), 0),
}


SAMPLED = ("a full disk", "a lost reply to the script")
"""What every run asks; the rest is for the proof."""


@pytest.mark.parametrize(
    "what", [pytest.param(w, marks=() if w in SAMPLED else pytest.mark.proof) for w in TROUBLE]
)
def test_trouble_with_files_ends_on_every_server_alike(ufm, tmp_path, what) -> None:
    fault, wanted = TROUBLE[what]
    ufm.make(tmp_path)
    lab_control.fault(ufm.lab, NAMES[2], fault)
    judge(ufm, tmp_path, start(ufm, tmp_path, NEVER), wanted)
