"""A served lab of one UFM, and a driver to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fabric.core.source import Folder
from fabric.drivers import Secrets, entry_of
from fabric.inventory.reader import read_inventory
from fabric.lab.fleet import LabDevice, LabFleet

A, B = "00000000000000aa", "00000000000000bb"
STARTUP = {
    "partitions": {"0x10": {"name": "training", "members": {A: "full"}, "qos": {"mtu_limit": 4}}},
    "smconf": {"sm_priority": 15},
    "cables": [["00000000000000f1", 1, "00000000000000f2", 2]],
}


def fleet(loopback, release):
    device = LabDevice(
        name="leaf1",
        platform="ufm",
        model="UFM",
        release=release,
        serial="00000000000000e1",
        mac="",
        address=loopback(41),
        startup=json.dumps(STARTUP),
    )
    return LabFleet({"leaf1": device})


@pytest.fixture(scope="session")
def fleet_of(loopback):
    return lambda release: fleet(loopback, release)


@pytest.fixture(scope="module")
def lab(tmp_path_factory, lab_process, loopback):
    folder = tmp_path_factory.mktemp("lab")
    with lab_process(folder, fleet(loopback, "6.23.1-4")):
        yield folder


@pytest.fixture
def entry(lab):
    row = read_inventory(Folder(lab), "inventory").rows["leaf1"]
    return entry_of("leaf1", row, "ufm", lab / "inventory")


@pytest.fixture
def secrets():
    return Secrets({}, Path("/"))
