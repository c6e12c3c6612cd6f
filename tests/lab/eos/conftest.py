"""A small lab in this process: real sockets, a port of its own, two leaves and a spine."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import socket
import ssl
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from fabric.lab.fleet import LabDevice, LabFleet, write_fleet
from fabric.lab.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.lab.state import World

LEAF = """\
hostname {name}
interface Ethernet1/1
   no switchport
   ipv6 enable
interface Ethernet2/1
   no switchport
   ip address 10.0.{number}.0/31
interface Loopback0
   ip address 10.255.0.{number}/32
ip routing ipv6 interfaces
router bgp 6500{number}
   no bgp default ipv4-unicast
   neighbor SPINES peer group
   neighbor SPINES remote-as 65100
   neighbor interface Ethernet1/1 peer-group SPINES
   address-family ipv4
      neighbor SPINES activate
      neighbor SPINES next-hop address-family ipv6 originate
"""
SPINE = """\
hostname spine1
interface Ethernet1/1
   no switchport
   ipv6 enable
interface Ethernet2/1
   no switchport
   ipv6 enable
router bgp 65100
   neighbor LEAVES peer group
   neighbor interface Ethernet1/1 peer-group LEAVES remote-as 65001
   neighbor interface Ethernet2/1 peer-group LEAVES peer-filter PF
peer-filter PF
   10 match as-range 65000-65099 result accept
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def three_devices() -> LabFleet:
    """Cable two leaves to a spine; the second leaf runs a release before the session report changed."""
    leaf1 = LabDevice(
        name="leaf1",
        platform="eos",
        model="DCS-7060X6-64PE",
        release="4.34.1F",
        serial="SN1",
        mac="00:1c:73:00:00:01",
        address="127.31.0.1",
        startup=LEAF.format(name="leaf1", number=1),
        ports={"Ethernet1/1": ("spine1", "Ethernet1/1"), "Ethernet2/1": ("host1", "nic0")},
    )
    leaf2 = replace(
        leaf1,
        name="leaf2",
        release="4.30.5M",
        serial="SN2",
        mac="00:1c:73:00:00:02",
        address="127.31.0.2",
        startup=LEAF.format(name="leaf2", number=2),
        ports={"Ethernet1/1": ("spine1", "Ethernet2/1"), "Ethernet2/1": ("host2", "nic0")},
    )
    spine1 = replace(
        leaf1,
        name="spine1",
        serial="SN3",
        mac="00:1c:73:00:00:03",
        address="127.31.0.3",
        startup=SPINE,
        ports={"Ethernet1/1": ("leaf1", "Ethernet1/1"), "Ethernet2/1": ("leaf2", "Ethernet1/1")},
    )
    devices = {device.name: device for device in (leaf1, leaf2, spine1)}
    return LabFleet(devices, eapi_port=free_port())


@dataclass
class Lab:
    """A running lab, and a plain HTTP client for it."""

    directory: Path
    world: World
    loop: asyncio.AbstractEventLoop

    @property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.directory / "tls/ca.pem"))

    def post(self, device, body, password=None, path="/command-api"):
        fleet = self.world.fleet
        login = f"{fleet.user}:{password or fleet.password}".encode()
        connection = http.client.HTTPSConnection(
            fleet.devices[device].address, fleet.eapi_port, context=self.tls, timeout=20
        )
        try:
            headers = {"Authorization": "Basic " + base64.b64encode(login).decode()}
            connection.request("POST", path, json.dumps(body), headers)
            reply = connection.getresponse()
            return reply.status, reply.read().decode()
        finally:
            connection.close()

    def call(self, device, *commands, text=False):
        params = {"version": 1, "cmds": list(commands), "format": "text" if text else "json"}
        _, reply = self.post(device, {"jsonrpc": "2.0", "method": "runCmds", "params": params, "id": "7"})
        return json.loads(reply)

    def run(self, device, *commands):
        reply = self.call(device, *commands)
        assert "error" not in reply, reply
        return reply["result"][-1]

    def text(self, device, *commands):
        reply = self.call(device, *commands, text=True)
        assert "error" not in reply, reply
        return reply["result"][-1]["output"]

    def verbs(self, device):
        lines = (self.directory / "commits.jsonl").read_text().splitlines()
        return [entry["verb"] for entry in map(json.loads, lines) if entry["device"] == device]

    def reboot(self, device):
        self.loop.call_soon_threadsafe(self.world.nodes[device].reboot, 0)
        self.until(lambda: "reboot" in self.verbs(device))

    def until(self, condition, timeout_s=20.0):
        deadline = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.02)


@pytest.fixture
def lab(tmp_path):
    write_fleet(tmp_path, three_devices())
    loop = asyncio.new_event_loop()
    ready, stop, started = threading.Event(), asyncio.Event(), []

    async def serve():
        async with serving(tmp_path) as world:
            started.append(world)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(20)
    yield Lab(tmp_path, started[0], loop)
    loop.call_soon_threadsafe(stop.set)
    thread.join(20)
    loop.close()
