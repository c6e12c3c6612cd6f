"""The simulated fleet of a build."""

from __future__ import annotations

import json

import pytest

from fabric.cli import run
from fabric.cli.compiling import compiled
from fabric.cli.fleet import fleet_of
from fabric.cli.init import PLATFORMS
from fabric.lab.sonic.startup import read_startup


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_switch_that_the_inventory_does_not_know_says_the_address_that_the_lab_gave_it(tmp_path, platform):
    assert run(["init", str(tmp_path / "net"), "--vendor", platform]) == 0
    fleet = fleet_of(compiled(str(tmp_path / "net/intents/dc1")))
    assert len({device.mac for device in fleet.devices.values()}) == len(fleet.devices) > 0
    for device in fleet.devices.values():
        assert device.mac.startswith("02:00:00:")
        if platform == "sonic":
            database = json.loads(read_startup(device).config_db)
            assert database["DEVICE_METADATA"]["localhost"]["mac"] == device.mac
