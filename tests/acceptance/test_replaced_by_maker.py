"""A switch with its maker's login takes the place of another by the shipped playbook, and gets its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import yaml
from floor import lay_out

from fabric.cli.compiling import compiled
from fabric.cli.fleet import fleet_of
from fabric.lab import control
from fabric.lab.fleet import read_fleet
from fabric.lab.passwords import hashed

LEAF, SWITCHES = "pod1-leaf1", ("pod1-leaf1", "spine1", "spine2")
OWN, MAKERS = "our-own-secret-1", "as-the-maker-left-it"
ACCOUNT = "username maker privilege 15 role network-admin secret sha512"
PAUSED = 8


@pytest.fixture
def floor(tmp_path):
    """A site in which EOS switches take their own accounts alone, each configured."""
    found = lay_out(tmp_path)
    found.environment |= {"FABRIC_ADMIN_HASH": hashed(OWN, "salt"), "OWN_LOGIN": OWN, "MAKERS_LOGIN": MAKERS}
    found.edit("soak: 1 s", "soak: 0 s")
    found.boot()
    try:
        assert found.plan().code == 0
        done = found.here("apply", found.plan_file, *found.devices)
        assert done.code == 0, done.talk
        yield found
    finally:
        found.close()


def rows(floor, change):
    """Change what the inventory knows of the EOS switches."""
    file = floor.inventory / "hosts.yaml"
    hosts = yaml.safe_load(file.read_text())
    for name in SWITCHES:
        change(name, hosts[name])
    file.write_text(yaml.safe_dump(hosts, sort_keys=False))


def own_login(_name, row):
    row["username"], row["password"] = "admin", "secret:env/OWN_LOGIN"


def spare(name, row):
    if name == LEAF:
        row["data"]["serial"] = "SPARE0001"
        row["data"] |= {"factory_username": "maker", "factory_password": "secret:env/MAKERS_LOGIN"}


def without_makers(_name, row):
    for field in ("factory_username", "factory_password"):
        row["data"].pop(field, None)


def put_in(floor):
    """Put another switch in the leaf's place: its serial number, and the one account of its first boot."""
    hosts = (floor.inventory / "hosts.yaml").read_text()
    startups = {name: control.running(floor.lab, name) for name in SWITCHES}
    fleet = read_fleet(floor.lab)
    devices = {
        name: replace(device, startup=startups.get(name, device.startup))
        for name, device in fleet.devices.items()
    }
    blank = fleet_of(compiled(str(floor.intent))).devices[LEAF].startup
    startup = f"{blank}{ACCOUNT} {hashed(MAKERS, 'grain')}\n"
    devices[LEAF] = replace(devices[LEAF], serial="SPARE0001", startup=startup)
    floor.close()
    control.up(floor.lab, replace(fleet, devices=devices, local_accounts=True))
    control.wait(floor.lab)
    (floor.inventory / "hosts.yaml").write_text(hosts)


@pytest.mark.proof
def test_a_spare_with_its_makers_login_is_met_and_configured_by_the_playbook(floor):
    rows(floor, own_login)
    put_in(floor)
    words = ("playbook", "run", floor.playbook("replace-switch"), floor.intent, "--var", f"device={LEAF}")
    begun = floor.here(*words, *floor.devices)
    assert begun.code == PAUSED, begun.talk
    name = re.search(r"playbook ([0-9a-f]{8})", begun.talk)[1]
    assert floor.here("playbook", "sign", name, "--reason", "racked", "--state", floor.state).code == 0
    resume = ("playbook", "resume", name, "--state", floor.state)
    stranger = floor.here(*resume)
    assert stranger.code == PAUSED, stranger.talk
    rows(floor, spare)
    met = floor.here("enrol", floor.intent, LEAF, *floor.devices, "--replace", "--reason", "RMA 7")
    assert (met.code, f"{LEAF}: logged in as `maker`, its maker's login" in met.talk) == (0, True), met.talk
    ended = floor.here(*resume)
    assert ended.code == 0, ended.talk
    assert "username maker" not in control.running(floor.lab, LEAF)
    rows(floor, without_makers)
    drift = floor.here("drift", floor.intent, "--limit", LEAF, "--inventory", floor.inventory)
    assert drift.code == 0, drift.talk
    talk = begun.talk + stranger.talk + met.talk + ended.talk + drift.talk
    assert not any(secret in talk for secret in (OWN, MAKERS))
