"""Two EOS leaves and a SONiC leaf of the lab, under the real drivers, for the crash matrix.

The lab runs in a process of its own and outlives the killed engine. Nothing is reset between two kills: the
next plan goes from what the devices run now to the other MTU.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

from crash_points import Fate
from fake_fleet import plan_for

from fabric.core.source import Folder
from fabric.core.tree import fingerprint
from fabric.drivers import Secrets, connect, entry_of
from fabric.drivers.contract import Session
from fabric.health import Expectation
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.commits import read_commits
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.lab.sonic import startup_text
from fabric.pipeline import registry
from fabric.plan.model import ExpectedIdentity, sealed
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.rollout.token import parse
from fabric.rollout.world import World

NAMES = ("leaf-1", "leaf-2", "leaf-3")
PLATFORMS = {"leaf-1": "eos", "leaf-2": "eos", "leaf-3": "sonic"}
PORTS = {"leaf-1": "Ethernet1/1", "leaf-2": "Ethernet1/1", "leaf-3": "Ethernet0"}
PEERS = {"leaf-1": "leaf-2", "leaf-2": "leaf-1", "leaf-3": "leaf-9"}
MTUS = ("4321", "8765")


def address(number):
    """A loopback address that no other test process uses."""
    return f"127.{200 + os.getpid() // 250 % 50}.{os.getpid() % 250}.{number}"


def fleet():
    return LabFleet({name: _device(number, name) for number, name in enumerate(NAMES, 1)})


def _device(number, name):
    eos = PLATFORMS[name] == "eos"
    mac = f"00:1c:73:00:02:0{number}"
    return LabDevice(
        name=name,
        platform=PLATFORMS[name],
        model="DCS-7060X6-64PE" if eos else "Arista-7060X6-64PE-O128",
        release="4.34.1F" if eos else "202511",
        serial=f"SN-{name}",
        mac=mac,
        address=address(number),
        startup=_eos(name) if eos else _sonic(name, mac),
        ports={PORTS[name]: (PEERS[name], PORTS[name])},
    )


def _eos(name):
    return f"hostname {name}\n!\ninterface {PORTS[name]}\n   mtu {MTUS[0]}\n   no switchport\n!\n"


def _sonic(name, mac):
    port = {"lanes": "1,2,3,4", "speed": "400000", "mtu": MTUS[0], "admin_status": "up", "alias": "a"}
    localhost = {
        "hostname": name,
        "hwsku": "Arista-7060X6-64PE-O128",
        "mac": mac,
        "docker_routing_config_mode": "split-unified",
    }
    tables = {"DEVICE_METADATA": {"localhost": localhost}, "PORT": {PORTS[name]: port}}
    return startup_text(json.dumps(tables), f"frr defaults datacenter\nhostname {name}\n!\n")


@dataclass
class LabHarness:
    """The fleet of the lab; `before` and `after` are the MTUs of the present plan."""

    lab: Path

    def __post_init__(self):
        self.forms = registry().platforms
        self.before, self.after, self.seen = "", "", 0

    def driver(self, name):
        row = read_inventory(Folder(self.lab), "inventory").rows[name]
        entry = entry_of(name, row, PLATFORMS[name], self.lab / "inventory")
        return connect(entry, Secrets({}, Path("/")))

    def running(self, name):
        driver = self.driver(name)
        try:
            return driver.fetch()
        finally:
            driver.close()

    def fingerprint_of(self, platform, texts):
        form = self.forms[platform]
        return fingerprint(form.parse(texts), form.owned)

    def plan(self):
        return self.made

    def make(self, _folder):
        """Plan from what the devices run now to the other MTU."""
        control.clear(self.lab, "leaf-2")
        texts = {name: self.running(name) for name in NAMES}
        self.before = next(mtu for mtu in MTUS if f"mtu {mtu}" in texts["leaf-1"]["eos.cfg"])
        self.after = next(mtu for mtu in MTUS if mtu != self.before)
        self.digests = {name: self._digest(name) for name in NAMES}
        self.seen = len(read_commits(self.lab / "commits.jsonl"))
        plan = plan_for((NAMES[:1], NAMES[1:]), groups={"leaf-2": "pair", "leaf-3": "pair"})
        devices = {name: self._planned(plan.devices[name], texts[name]) for name in NAMES}
        self.made = sealed(replace(plan, devices=devices))

    def _planned(self, device, texts):
        target = {artifact: text.replace(self.before, self.after) for artifact, text in texts.items()}
        if PLATFORMS[device.name] == "eos":
            steps = (Step("session", f"interface {PORTS[device.name]}\n   mtu {self.after}"),)
        else:
            steps = (Step("load", json.dumps({"PORT": {PORTS[device.name]: {"mtu": self.after}}})),)
        return replace(
            device,
            platform=PLATFORMS[device.name],
            identity=ExpectedIdentity(device.name, serial=f"SN-{device.name}"),
            patch=Patch((), steps, ChangeClass.TUNING),
            base_fingerprint=self.fingerprint_of(PLATFORMS[device.name], texts),
            target_fingerprint=self.fingerprint_of(PLATFORMS[device.name], target),
            expectation=Expectation(
                oper_up=frozenset({PORTS[device.name]} if device.name == "leaf-2" else ())
            ),
        )

    def world(self, _folder, after):
        return World(driver_for=self.driver, fingerprint_of=self.fingerprint_of, after=after)

    def make_sick(self, _folder):
        control.fault(self.lab, "leaf-2", Fault(Kind.LINK_DOWN, port=PORTS["leaf-2"]))

    def fates(self, _folder):
        log = read_commits(self.lab / "commits.jsonl")[self.seen :]
        return {name: self._fate(name, [c for c in log if c.device == name]) for name in NAMES}

    def _fate(self, name, log):
        driver = self.driver(name)
        try:
            text = "".join(driver.fetch().values())
            sessions = {driver.probe(c.token).session for c in log if c.verb == "open" and _ours(c.token)}
        finally:
            driver.close()
        saved = [self.digests[name], *(c.digest for c in log if c.verb == "save")]
        return Fate(
            "target" if self.after in text else "base" if self.before in text else "other",
            persistent=saved[-1] == self._digest(name),
            left_over=sessions > {Session.NONE},
            log=tuple((self._verb(c), c.token) for c in log),
        )

    def _digest(self, name):
        return control.status(self.lab)["devices"][name]["digest"]

    def _verb(self, commit):
        """Name what the lab logged as the matrix does: SONiC logs loads, and a restore on EOS is a commit."""
        if commit.verb == "load":
            return "restore" if commit.digest == self.digests[commit.device] else "commit"
        return "restore" if commit.verb == "commit" and not _ours(commit.token) else commit.verb


def _ours(token):
    """Whether a name is a device's token; a restore on EOS has a session of its own."""
    try:
        parse(token)
    except ValueError:
        return False
    return True
