"""A switch without a configuration takes the place of another: met, configured, verified; killed too."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
import yaml
from floor import lay_out

from fabric.cli.compiling import compiled
from fabric.cli.fleet import fleet_of
from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.fleet import read_fleet
from fabric.lab.sonic import startup_text

PAUSED = 8
SITES = {
    "eos": ("quickstart", "pod1-leaf1"),
    "sonic": ("quickstart", "pod1-leaf2"),
    "cumulus": ("planes-32", "pod1-plane2-leaf1"),
}


@pytest.fixture(params=SITES)
def floor(request, tmp_path):
    """A site that runs what its intent says, and the device that is going to be replaced."""
    name, device = SITES[request.param]
    found = lay_out(tmp_path, name)
    if name != "quickstart":
        found.edit("soak: 10 min, constraints: default", "soak: 0 s, constraints: lab")
    found.boot()
    try:
        assert found.plan().code == 0
        done = found.here("apply", found.plan_file, *found.devices)
        assert done.code == 0, done.talk
        yield found, device
    finally:
        found.close()


def rows(floor):
    return read_inventory(Folder(floor.lab), "inventory").rows


def texts_of(floor, name):
    row = rows(floor)[name]
    driver = connect(entry_of(name, row, row.platform, floor.inventory), Secrets({}, floor.root))
    try:
        return driver.fetch()
    finally:
        driver.close()


def startup(row, texts):
    """What the lab boots a device with that runs these."""
    if row.platform == "cumulus":
        return json.dumps([{"set": json.loads(next(iter(texts.values())))}])
    return startup_text(*texts.values()) if len(texts) > 1 else next(iter(texts.values()))


def replaced(floor, name):
    """Put another switch of the same model in its place: another serial and key, no configuration."""
    startups = {one: startup(row, texts_of(floor, one)) for one, row in rows(floor).items()}
    hosts = (floor.inventory / "hosts.yaml").read_text()
    floor.close()
    fleet = read_fleet(floor.lab)
    factory = fleet_of(compiled(str(floor.intent))).devices[name].startup
    devices = {one: replace(device, startup=startups[one]) for one, device in fleet.devices.items()}
    devices[name] = replace(devices[name], serial="SPARE0001", startup=factory)
    for key in (floor.lab / "ssh" / name, floor.lab / "ssh" / f"{name}.pub"):
        key.unlink(missing_ok=True)
    control.up(floor.lab, replace(fleet, devices=devices))
    control.wait(floor.lab)
    (floor.inventory / "hosts.yaml").write_text(hosts)


def label(floor, name, serial):
    hosts = yaml.safe_load((floor.inventory / "hosts.yaml").read_text())
    hosts[name]["data"]["serial"] = serial
    hosts[name]["data"].pop("host_key", None)
    (floor.inventory / "hosts.yaml").write_text(yaml.safe_dump(hosts, sort_keys=False))


def test_it_is_met_configured_and_verified_whenever_the_process_dies(floor):
    site, device = floor
    whole, before = texts_of(site, device), control.running(site.lab, device)
    replaced(site, device)
    assert control.running(site.lab, device) != before
    begun = site.here(
        "playbook",
        "run",
        site.playbook("replace-switch"),
        site.intent,
        "--var",
        f"device={device}",
        *site.devices,
    )
    assert begun.code == PAUSED, begun.talk
    name = re.search(r"playbook ([0-9a-f]{8})", begun.talk)[1]
    site.here("playbook", "sign", name, "--reason", "racked", "--state", site.state)
    resume = ("playbook", "resume", name, "--state", site.state)
    stranger = site.here(*resume)
    assert stranger.code == PAUSED
    assert f"fabric enrol {site.intent} {device}" in stranger.talk
    label(site, device, "SPARE0001")
    meet = ("enrol", site.intent, device, *site.devices)
    seen = re.search(r"SHA256:[^ ,]+", site.here(*meet).talk)
    trust = ("--fingerprint", seen[0]) if seen else ()
    met = site.here(*meet, *trust, "--replace", "--reason", "RMA 7")
    assert met.code == 0, met.talk
    old = len(site.commits())
    assert site.run(*resume, dying="6").killed
    ended = site.here(*resume)
    assert ended.code == 0, ended.talk
    assert texts_of(site, device) == whole
    tokens = [one.token for one in site.commits()[old:] if one.verb == "commit" and one.device == device]
    assert len(tokens) == len(set(tokens))
    assert site.drift().code == 0
    assert site.here("audit", "verify", "--state", site.state).code == 0
