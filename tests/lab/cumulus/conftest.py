"""Two Cumulus leaves in a lab process of their own, and `requests` to speak to them as the guide does."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import requests
from requests.auth import HTTPBasicAuth

from fabric.lab import control
from fabric.lab.fleet import LabDevice, LabFleet

if TYPE_CHECKING:
    from pathlib import Path

STARTUP = """\
- header: {{model: SN5600, nvue-api-version: nvue_v1, rev-id: 1.0, version: Cumulus Linux {release}.0}}
- set:
    system: {{hostname: {name}, aaa: {{user: {{cumulus: {{role: system-admin}}}}}}}}
    interface:
      swp1-4: {{type: swp, link: {{mtu: 9216, state: {{up: {{}}}}}}}}
    router: {{bgp: {{{on}, autonomous-system: {asn}, router-id: 10.0.0.1}}}}
    vrf:
      default: {{router: {{bgp: {{{on}, neighbor: {{swp1: {{remote-as: external, type: unnumbered}}}}}}}}}}
"""


def leaf(number, release, peer):
    on = "state: enabled" if release >= "5.15" else "enable: 'on'"
    name = f"leaf{number}"
    return LabDevice(
        name=name,
        platform="cumulus",
        model="SN5600",
        release=release,
        serial=f"SC{number}",
        mac=f"00:1c:73:00:04:0{number}",
        address=f"127.33.0.{number}",
        startup=STARTUP.format(name=name, release=release, on=on, asn=65000 + number),
        ports={"swp1": (peer, "swp1"), "swp2": (f"host{number}", "nic0")},
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Api:
    """One switch, by HTTP."""

    folder: Path
    name: str
    base: str
    auth: Any

    def send(self, method, path, body=None, **query):
        """Send a request and return the response; nothing is checked."""
        data = None if body is None else json.dumps(body)
        return requests.request(
            method,
            self.base + path,
            params=query,
            data=data,
            auth=self.auth,
            headers={"Content-Type": "application/json"},
            verify=str(self.folder / "tls/ca.pem"),
            timeout=20,
        )

    def get(self, path, **query):
        reply = self.send("GET", path, **query)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def revision(self, *changes):
        """Create a revision and load changes into it; return its number."""
        (number,) = self.send("POST", "/revision").json()
        for path, change in changes:
            assert self.send("PATCH", path, change, rev=number).status_code == 200
        return number

    def apply(self, number, **more):
        body = {"state": "apply", "auto-prompt": {"ays": "ays_yes"}, **more}
        return self.send("PATCH", f"/revision/{number}", body)

    def settles(self, number):
        """Wait until a revision is no longer on its way; return it."""
        for _ in range(400):
            shown = self.get(f"/revision/{number}")
            if shown["state"] not in {"apply", "checking", "readying", "verifying", "reloading"}:
                return shown
            time.sleep(0.02)
        raise AssertionError(shown)

    def verbs(self):
        lines = (self.folder / "commits.jsonl").read_text().splitlines()
        return [entry["verb"] for entry in map(json.loads, lines) if entry["device"] == self.name]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    devices = {"leaf1": leaf(1, "5.16", "leaf2"), "leaf2": leaf(2, "5.9", "leaf1")}
    fleet = LabFleet(devices, nvue_port=free_port())
    control.up(folder, fleet)
    try:
        control.wait(folder)
        yield folder, fleet
    finally:
        control.down(folder)


@pytest.fixture
def api(lab):
    """The leaf that speaks the current dialect; faults are cleared afterwards."""
    folder, fleet = lab
    base = f"https://127.33.0.1:{fleet.nvue_port}/nvue_v1"
    yield Api(folder, "leaf1", base, HTTPBasicAuth(fleet.user, fleet.password))
    control.clear(folder, "leaf1")


@pytest.fixture
def old(lab):
    """The leaf that speaks the dialect before 5.15."""
    folder, fleet = lab
    base = f"https://127.33.0.2:{fleet.nvue_port}/nvue_v1"
    return Api(folder, "leaf2", base, HTTPBasicAuth(fleet.user, fleet.password))
