"""A migration on simulated switches: every step's playbook is run on the step's intent, to the later one."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest
import yaml
from floor import rolled_out

from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.fleet import read_fleet
from fabric.lab.sonic import startup_text

PAUSED, SPINE, RELEASE = 8, "spine1", "4.35.0F"
EXCEPTION = "    - {match: pod1-leaf2, platform: sonic"


def running(floor):
    """What every switch runs, as it boots it."""
    found = {}
    for name, row in read_inventory(Folder(floor.lab), "inventory").rows.items():
        driver = connect(entry_of(name, row, row.platform, floor.inventory), Secrets({}, floor.root))
        texts = driver.fetch()
        driver.close()
        found[name] = startup_text(*texts.values()) if len(texts) > 1 else next(iter(texts.values()))
    return found


def upgraded(floor):
    """Boot the spine with another release; all keep what they run."""
    startups, fleet = running(floor), read_fleet(floor.lab)
    hosts = (floor.inventory / "hosts.yaml").read_text()
    control.down(floor.lab)
    devices = {
        name: replace(device, startup=startups[name], release=RELEASE if name == SPINE else device.release)
        for name, device in fleet.devices.items()
    }
    control.up(floor.lab, replace(fleet, devices=devices))
    control.wait(floor.lab)
    (floor.inventory / "hosts.yaml").write_text(hosts)


def taken(floor, folder):
    """Put the intent of a step in its place and play its playbook, signing each work order that was done."""
    shutil.copy(folder / "site.yaml", floor.intent / "site.yaml")
    text = re.sub(
        r"(quiet:\n    devices: .*)", r"\1\n    lasting: 1 s", (folder / "playbook.yaml").read_text()
    )
    (folder / "quick.yaml").write_text(text.replace("soak: 10 min", "soak: 1 s"))
    ended = floor.here("playbook", "run", folder / "quick.yaml", floor.intent, *floor.devices)
    for step in yaml.safe_load(text)["steps"]:
        if "manual" not in step:
            continue
        assert ended.code == PAUSED, ended.talk
        if "Bring spine1 from eos 4.34.1F to 4.35.0F" in step["manual"]:
            upgraded(floor)
        name = re.search(r"playbook ([0-9a-f]{8})", ended.talk)[1]
        signed = floor.here(
            "playbook", "sign", name, "--reason", "done", "--state", floor.state, FABRIC_ACTOR="boss"
        )
        assert signed.code == 0, signed.talk
        ended = floor.here("playbook", "resume", name, "--state", floor.state)
    return ended


@pytest.mark.proof
def test_every_step_is_taken_as_its_playbook_says(tmp_path):
    with rolled_out(tmp_path) as floor:
        later = floor.root / "intents" / "later"
        shutil.copytree(floor.intent, later)
        site = later / "site.yaml"
        site.write_text(
            site.read_text().replace(
                EXCEPTION, f'    - {{match: {SPINE}, release: "{RELEASE}"}}\n{EXCEPTION}'
            )
        )
        made = floor.here("migrate", floor.intent, "--to", later, "-o", floor.root / "steps")
        assert made.code == 0, made.talk
        folders = sorted(path for path in (floor.root / "steps").iterdir() if path.is_dir())
        assert len(folders) == 3
        before = control.running(floor.lab, SPINE)
        for folder in folders:
            ended = taken(floor, folder)
            assert ended.code == 0, f"{folder.name}: {ended.talk}"
            assert floor.drift().code == 0
        assert (floor.intent / "site.yaml").read_text() == site.read_text()
        assert control.running(floor.lab, SPINE) == before
