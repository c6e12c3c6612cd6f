"""One UFM in a lab process of its own, and `requests` to speak to it as NVIDIA's own client does."""

from __future__ import annotations

import json
import socket

import pytest
import requests

from fabric.lab import control
from fabric.lab.fleet import LabDevice, LabFleet

A, B = "00000000000000aa", "00000000000000bb"
STARTUP = {
    "partitions": {"0x10": {"name": "training", "members": {A: "full"}}},
    "engine": "ar_updn",
    "cables": [
        ["00000000000000f1", 1, "00000000000000f2", 2],
        ["00000000000000f1", 3, "00000000000000f3", 1],
    ],
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    device = LabDevice(
        name="ufm1",
        platform="ufm",
        model="UFM",
        release="6.23.1",
        serial="00000000000000e1",
        mac="",
        address="127.34.0.1",
        startup=json.dumps(STARTUP),
    )
    fleet = LabFleet({"ufm1": device}, ufm_port=free_port())
    control.up(folder, fleet)
    control.wait(folder)
    yield folder, fleet
    control.down(folder)


@pytest.fixture
def send(lab):
    """Send a request and return the response; nothing is checked."""
    folder, fleet = lab

    def sent(method, path, body=None, *, prefix="ufmRest", **login):
        return requests.request(
            method,
            f"https://127.34.0.1:{fleet.ufm_port}/{prefix}/{path}",
            json=body,
            **(login or {"auth": (fleet.user, fleet.password)}),
            verify=str(folder / "tls/ca.pem"),
            timeout=20,
        )

    yield sent
    control.clear(folder, "ufm1")
