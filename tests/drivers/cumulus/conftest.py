"""A served lab of two Cumulus leaves, and drivers made anew for each verb."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabric.core.source import Folder
from fabric.drivers import Secrets, entry_of
from fabric.inventory.reader import read_inventory
from fabric.lab.fleet import LabDevice, LabFleet

STARTUP = """\
- header: {{model: SN5600, nvue-api-version: nvue_v1, rev-id: 1.0, version: Cumulus Linux {release}.0}}
- set:
    system:
      hostname: {name}
      aaa:
        user:
          cumulus: {{full-name: 'cumulus,,,', hashed-password: '$6$factory', role: system-admin}}
    interface:
      eth0: {{type: eth}}
      swp1-2: {{type: swp, link: {{mtu: 9000}}}}
      swp3: {{type: swp}}
"""
RELEASES = ("5.11", "5.16")


def fleet(release, loopback):
    def device(number, peer):
        name = f"leaf{number}"
        return LabDevice(
            name=name,
            platform="cumulus",
            model="SN5600",
            release=release,
            serial=f"SC{number}",
            mac=f"00:1c:73:00:03:0{number}",
            address=loopback(20 + number),
            startup=STARTUP.format(name=name, release=release),
            ports={"swp1": (peer, "swp1")},
        )

    return LabFleet({"leaf1": device(1, "leaf2"), "leaf2": device(2, "leaf1")})


@pytest.fixture(scope="session")
def fleet_of():
    """Give the fleet of a release, for labs of their own."""
    return fleet


@pytest.fixture(scope="module", params=RELEASES)
def lab(request, tmp_path_factory, lab_process, loopback):
    folder = tmp_path_factory.mktemp("lab")
    with lab_process(folder, fleet(request.param, loopback)):
        yield folder


@pytest.fixture
def entry(lab):
    row = read_inventory(Folder(lab), "inventory").rows["leaf1"]
    return entry_of("leaf1", row, "cumulus", lab / "inventory")


@pytest.fixture
def secrets():
    return Secrets({"KEY": 'bgp"key\\9'}, Path("/"))
