"""A served lab of two SONiC leaves, and drivers made anew for each verb."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fabric.core.source import Folder
from fabric.drivers import Secrets, entry_of
from fabric.inventory.reader import read_inventory
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.lab.sonic import startup_text

FRR = "frr defaults datacenter\nhostname {name}\n!\nrouter bgp 65001\n bgp router-id 10.0.0.{n}\nexit\n!\n"


def database(name, mac):
    lanes = {"Ethernet0": "1,2,3,4", "Ethernet4": "5,6,7,8"}
    ports = {
        port: {"lanes": lane, "speed": "400000", "mtu": "9100", "admin_status": "up", "alias": port}
        for port, lane in lanes.items()
    }
    localhost = {
        "hostname": name,
        "hwsku": "Arista-7060X6-64PE-O128",
        "mac": mac,
        "docker_routing_config_mode": "split-unified",
    }
    servers = {"10.9.0.1": {}}
    return {"DEVICE_METADATA": {"localhost": localhost}, "PORT": ports, "NTP_SERVER": servers}


def fleet(loopback):
    def device(n, peer):
        name, mac = f"leaf{n}", f"00:1c:73:00:01:0{n}"
        return LabDevice(
            name=name,
            platform="sonic",
            model="Arista-7060X6-64PE-O128",
            release="202511",
            serial=f"SO{n}",
            mac=mac,
            address=loopback(10 + n),
            startup=startup_text(json.dumps(database(name, mac)), FRR.format(name=name, n=n)),
            ports={"Ethernet0": (peer, "Ethernet0")},
        )

    return LabFleet({"leaf1": device(1, "leaf2"), "leaf2": device(2, "leaf1")})


@pytest.fixture(scope="module")
def lab(tmp_path_factory, lab_process, loopback):
    folder = tmp_path_factory.mktemp("lab")
    with lab_process(folder, fleet(loopback)):
        yield folder


@pytest.fixture
def entry(lab):
    row = read_inventory(Folder(lab), "inventory").rows["leaf1"]
    return entry_of("leaf1", row, "sonic", lab / "inventory")


@pytest.fixture
def secrets():
    return Secrets({"KEY": 'bgp"key'}, Path("/"))
