"""Three devices of the lab under the real drivers, for the crash matrix: of each platform, or mixed.

The lab runs in a process of its own and outlives the killed engine. Nothing is reset between two kills: the
next plan goes from what the devices run now to the other MTU; on UFM, to the other member of a partition.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("leaf-1", "leaf-2", "leaf-3")
MIXED = {"leaf-1": "eos", "leaf-2": "eos", "leaf-3": "sonic"}
EOS, SONIC, CUMULUS, UFM = (dict.fromkeys(NAMES, name) for name in ("eos", "sonic", "cumulus", "ufm"))
FLEETS = {1: MIXED, 31: EOS, 61: SONIC, 101: CUMULUS, 151: UFM}
"""By the last octet of the first address: all of them may stand at once."""
PORTS = {"eos": "Ethernet1/1", "sonic": "Ethernet0", "cumulus": "swp1", "ufm": "00000000000000f1_1"}
MODELS = {"eos": "DCS-7060X6-64PE", "sonic": "Arista-7060X6-64PE-O128", "cumulus": "SN5600", "ufm": "UFM"}
RELEASES = {"eos": "4.34.1F", "sonic": "202511", "cumulus": "5.16", "ufm": "6.23.1"}
PEERS = {"leaf-1": "leaf-2", "leaf-2": "leaf-1", "leaf-3": "leaf-9"}
MTUS = ("4321", "7654")


def address(number):
    """A loopback address that no other test process uses."""
    return f"127.{200 + os.getpid() // 250 % 50}.{os.getpid() % 250}.{number}"


def fleet(platforms):
    first = next(number for number, fleet in FLEETS.items() if fleet == platforms)
    devices = enumerate(platforms.items(), first)
    return LabFleet({name: _device(number, name, platform) for number, (name, platform) in devices})


def _device(number, name, platform):
    mac, port = f"00:1c:73:00:02:{number:02x}", PORTS[platform]
    return LabDevice(
        name=name,
        platform=platform,
        model=MODELS[platform],
        release=RELEASES[platform],
        serial=serial(platform, name),
        mac=mac,
        address=address(number),
        startup=STARTUPS[platform](name, mac),
        ports={port: (PEERS[name], port)},
    )


def _eos(name, _mac):
    port = PORTS["eos"]
    return f"hostname {name}\n!\ninterface {port}\n   mtu {MTUS[0]}\n   no switchport\n!\n"


def _cumulus(name, _mac):
    interface = {PORTS["cumulus"]: {"type": "swp", "link": {"mtu": int(MTUS[0])}}}
    return json.dumps([{"set": {"system": {"hostname": name}, "interface": interface}}])


def _ufm(_name, _mac):
    members = {member(mtu): "full" for mtu in (MTUS[0], "0001")}
    cables = [["00000000000000f1", 1, "00000000000000f2", 1]]
    return json.dumps({"partitions": {"0x10": {"name": "training", "members": members}}, "cables": cables})


def member(number):
    return number.zfill(16)


def serial(platform, name):
    """What a device proves itself by: a UFM has only the GUID of its adapter."""
    return member(name[-1]) if platform == "ufm" else f"SN-{name}"


def change(platform, mtu):
    port = PORTS[platform]
    if platform == "eos":
        return Step("session", f"interface {port}\n   mtu {mtu}")
    if platform == "sonic":
        return Step("load", json.dumps({"PORT": {port: {"mtu": mtu}}}))
    if platform == "ufm":
        members = {"guids": [member(mtu), member("0001")], "memberships": ["full", "full"]}
        return Step("pkey-members", json.dumps({"pkey": "0x10", **members}))
    return Step("nvue-set", json.dumps({"interface": {port: {"link": {"mtu": int(mtu)}}}}))


def _sonic(name, mac):
    port = {"lanes": "1,2,3,4", "speed": "400000", "mtu": MTUS[0], "admin_status": "up", "alias": "a"}
    localhost = {
        "hostname": name,
        "hwsku": "Arista-7060X6-64PE-O128",
        "mac": mac,
        "docker_routing_config_mode": "split-unified",
    }
    tables = {"DEVICE_METADATA": {"localhost": localhost}, "PORT": {PORTS["sonic"]: port}}
    return startup_text(json.dumps(tables), f"frr defaults datacenter\nhostname {name}\n!\n")


STARTUPS = {"eos": _eos, "sonic": _sonic, "cumulus": _cumulus, "ufm": _ufm}


@dataclass
class LabHarness:
    """The fleet of the lab; `before` and `after` are the MTUs of the present plan."""

    lab: Path
    platforms: Mapping[str, str]

    def __post_init__(self):
        self.forms = registry().platforms
        self.before, self.after, self.seen = "", "", 0

    def driver(self, name):
        row = read_inventory(Folder(self.lab), "inventory").rows[name]
        entry = entry_of(name, row, self.platforms[name], self.lab / "inventory")
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
        self.before = next(mtu for mtu in MTUS if mtu in "".join(texts["leaf-1"].values()))
        self.after = next(mtu for mtu in MTUS if mtu != self.before)
        self.digests = {name: self._digest(name) for name in NAMES}
        self.seen = len(read_commits(self.lab / "commits.jsonl"))
        plan = plan_for((NAMES[:1], NAMES[1:]), groups={"leaf-2": "pair", "leaf-3": "pair"})
        devices = {name: self._planned(plan.devices[name], texts[name]) for name in NAMES}
        self.made = sealed(replace(plan, devices=devices))

    def _planned(self, device, texts):
        target = {artifact: text.replace(self.before, self.after) for artifact, text in texts.items()}
        platform = self.platforms[device.name]
        return replace(
            device,
            platform=platform,
            identity=ExpectedIdentity(device.name, serial=serial(platform, device.name)),
            patch=Patch((), (change(platform, self.after),), ChangeClass.TUNING),
            base_fingerprint=self.fingerprint_of(platform, texts),
            target_fingerprint=self.fingerprint_of(platform, target),
            expectation=Expectation(oper_up=frozenset({PORTS[platform]} if device.name == "leaf-2" else ())),
        )

    def world(self, _folder, after):
        return World(driver_for=self.driver, fingerprint_of=self.fingerprint_of, after=after)

    def make_sick(self, _folder):
        control.fault(self.lab, "leaf-2", Fault(Kind.LINK_DOWN, port=PORTS[self.platforms["leaf-2"]]))

    def fire_timers(self, _folder):
        for name in NAMES:
            control.fault(self.lab, name, Fault(Kind.TIMEOUT))

    def fates(self, _folder):
        log = read_commits(self.lab / "commits.jsonl")[self.seen :]
        return {name: self._fate(name, [c for c in log if c.device == name]) for name in NAMES}

    def _fate(self, name, log):
        driver = self.driver(name)
        try:
            text = "".join(driver.fetch().values())
            # NVUE numbers what it opens; what is left of ours there `reclaim` finds by its mark.
            sessions = {driver.probe(c.token).session for c in log if _opened(c)}
            left = self.platforms[name] == "cumulus" and driver.driver.reclaim()
        finally:
            driver.close()
        at_once = self.platforms[name] == "ufm"  # what it holds is what it boots
        saved = [self.digests[name], *(c.digest for c in log if c.verb == "save")]
        return Fate(
            "target" if self.after in text else "base" if self.before in text else "other",
            persistent=at_once or saved[-1] == self._digest(name),
            left_over=bool(sessions - {Session.NONE} or left),
            log=tuple((self._verb(c), c.token) for c in log),
        )

    def _digest(self, name):
        return control.status(self.lab)["devices"][name]["digest"]

    def _verb(self, commit):
        if self.platforms[commit.device] == "ufm":
            return self._verb_of_ufm(commit)
        return self._verb_of_switch(commit)

    def _verb_of_ufm(self, commit):
        """A marker that comes begins a change; one that goes ends it, one way or the other."""
        if commit.digest == self.digests[commit.device]:
            return "restore"
        return {"open": "commit", "delete": "confirm"}.get(commit.verb, commit.verb)

    def _verb_of_switch(self, commit):
        """Name what the lab logged as the matrix does: SONiC logs loads, and a restore on EOS is a commit."""
        if commit.verb == "load":
            return "restore" if commit.digest == self.digests[commit.device] else "commit"
        return "restore" if commit.verb == "commit" and not ours(commit.token) else commit.verb


def _opened(commit):
    return commit.verb in ("open", "commit") and ours(commit.token)


def ours(token):
    """Whether a name is a device's token; a restore on EOS has a session of its own."""
    try:
        parse(token)
    except ValueError:
        return False
    return True
