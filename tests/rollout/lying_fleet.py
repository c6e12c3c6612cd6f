"""One device of each platform in the lab, and plans that open its port: what a liar is judged by.

The port is shut in the base, so that a change which is only shown has an effect that is missing.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import lab_fleet
import yaml
from fake_fleet import plan_for
from lab_fleet import MODELS, MTUS, PORTS, RELEASES, address, serial

from fabric.cli.live import fingerprinter, foreteller
from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.health import Expectation
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.commits import read_commits
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.pipeline import registry
from fabric.plan.model import ExpectedIdentity, sealed
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.rollout.world import World

if TYPE_CHECKING:
    from fabric.rollout.stop import Stop

PLATFORMS = ("eos", "sonic", "cumulus", "ufm")
FIRST = 201
BASE, TARGET = MTUS
SHUT = {
    "eos": (f"   mtu {BASE}\n   no switchport\n", f"   mtu {BASE}\n   shutdown\n   no switchport\n"),
    "sonic": ('"admin_status": "up"', '"admin_status": "down"'),
    "cumulus": (f'"mtu": {BASE}', f'"mtu": {BASE}, "state": {{"down": {{}}}}'),
    "ufm": ("", ""),
}
"""What opens the port in a startup configuration, and what shuts it."""


def fleet() -> LabFleet:
    return LabFleet({platform: _device(n, platform) for n, platform in enumerate(PLATFORMS, FIRST)})


def _device(number: int, platform: str) -> LabDevice:
    mac, port = f"00:1c:73:00:03:{number:02x}", PORTS[platform]
    startup = lab_fleet.STARTUPS[platform](platform, mac)
    open_, shut = SHUT[platform]
    assert open_ in startup
    return LabDevice(
        name=platform,
        platform=platform,
        model=MODELS[platform],
        release=RELEASES[platform],
        serial=serial(platform, platform),
        mac="" if platform == "ufm" else mac,
        address=address(number),
        startup=startup.replace(open_, shut),
        ports={port: ("host-1", "eth0")},
    )


def change(platform: str, mtu: str) -> Step:
    """The step that brings a device to an MTU, with its port open."""
    port = PORTS[platform]
    if platform == "eos":
        return Step("session", f"interface {port}\n   mtu {mtu}\n   no shutdown")
    if platform == "sonic":
        row = {"mtu": mtu, "admin_status": "up"}
        return Step("load", json.dumps({"PORT": {port: row}}))
    if platform == "cumulus":
        link = {"mtu": int(mtu), "state": {"down": None, "up": {}}}
        return Step("nvue-set", json.dumps({"interface": {port: {"link": link}}}))
    return lab_fleet.change("ufm", mtu)


class Hurried:
    """A clock on which a second of waiting takes a fiftieth: devices keep their own."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self.ahead

    def sleep(self, seconds: float, stop: Stop) -> None:
        self.ahead += seconds
        stop.wait(min(seconds / 50, 0.05))


@dataclass
class Liar:
    """One device, the plan that changes it, and what the lab knows of it."""

    lab: Path
    name: str

    def __post_init__(self) -> None:
        self.fingerprint = fingerprinter(registry())
        self.texts = self.fetched()
        self.base = control.running(self.lab, self.name)
        self.form = registry().platforms[self.name]
        self.target = self._target()
        self.number = 1

    def driver_of(self, _key: str, deadline_s: float = 0.7):
        row = read_inventory(Folder(self.lab), "inventory").rows[self.name]
        entry = entry_of(self.name, row, self.name, self.lab / "inventory")
        quick = replace(entry, deadline_s=deadline_s, change_deadline_s=2 * deadline_s)
        return connect(quick, Secrets({}, Path("/")))

    def fetched(self):
        return self.with_driver(lambda driver: driver.fetch())

    def with_driver(self, work):
        driver = self.driver_of("", 30.0)
        try:
            return work(driver)
        finally:
            driver.close()

    def reset(self) -> None:
        """Make it run and boot its base again, whatever was done to it."""
        control.clear(self.lab, self.name)
        self.number += 1
        if not (self.runs() == "base" and self.truth(0).boots_it):
            control.fault(self.lab, self.name, Fault(Kind.TIMEOUT))
            token = f"fab_00000000_0_{self.number}_9"
            self.with_driver(lambda driver: driver.restore(token, self.texts))
        assert self.runs() == "base"

    def plan(self):
        plan = plan_for([[self.name]])
        far = ("00000000000000f2", "1") if self.name == "ufm" else ("host-1", "")
        device = replace(
            plan.devices[self.name],
            platform=self.name,
            identity=ExpectedIdentity(self.name, serial=serial(self.name, self.name)),
            patch=self.form.patch(self.form.parse(self.texts), self.form.parse(self.target)),
            base_fingerprint=self.fingerprint(self.name, self.texts),
            target_fingerprint=self.fingerprint(self.name, self.target),
            expectation=Expectation(oper_up=frozenset({PORTS[self.name]}), lldp={PORTS[self.name]: far}),
        )
        return sealed(replace(plan, devices={self.name: device}))

    def world(self, **more) -> World:
        return World(self.driver_of, self.fingerprint, clock=Hurried(), unlike=foreteller(registry()), **more)

    def _target(self):
        """Bring the change in once, to know what a device shows that has it."""
        token = "fab_00000000_0_0_2"
        patch = Patch((), (change(self.name, TARGET),), ChangeClass.TUNING)

        def rehearsed(driver):
            driver.stage(token, patch)
            driver.commit(token, 300)
            driver.confirm(token)
            self.aim = control.running(self.lab, self.name)
            return driver.probe(token).running

        try:
            return self.with_driver(rehearsed)
        finally:
            self.with_driver(lambda driver: driver.restore(token, self.texts))

    def truth(self, seen: int) -> Truth:
        """What the lab knows of the device since so many lines of its log."""
        log = [one for one in read_commits(self.lab / "commits.jsonl")[seen:] if one.device == self.name]
        saved = [one.digest for one in log if one.verb == "save"]
        return Truth(self.runs(), not saved or saved[-1] == self.digest(), [one.verb for one in log])

    def runs(self) -> str:
        """Base, target, or other, by what the lab says that it runs."""
        return {self.bare(self.base): "base", self.bare(self.aim): "target"}.get(self.now(), "other")

    def now(self) -> str:
        return self.bare(control.running(self.lab, self.name))

    def bare(self, text: str) -> str:
        """Without the mark of a change, and without the order in which a UFM got members."""
        if self.name == "ufm":
            return " ".join(sorted(line.strip(" ,") for line in text.split("\n")))
        kept = yaml.safe_load(text) if self.name == "cumulus" else text
        for part in kept if self.name == "cumulus" else ():
            part.get("set", {}).pop("acl", None)
        return str(kept)

    def seen(self) -> int:
        return len(read_commits(self.lab / "commits.jsonl"))

    def digest(self) -> str:
        return control.status(self.lab)["devices"][self.name]["digest"]


@dataclass(frozen=True)
class Truth:
    """What a device did, by the lab's own log."""

    runs: str
    boots_it: bool
    """Whether what it saved last is what it runs."""
    log: list
