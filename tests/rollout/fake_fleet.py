"""Fleets of fake devices, in memory or in files, and plans that fit them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fake_device import ARTIFACT, BASE, TARGET, Box, FakeClock, FakeDevice, FrozenClock, fingerprint_of, fresh

from fabric.health import Expectation
from fabric.plan.constraints import PROFILES, Constraints
from fabric.plan.model import ExpectedIdentity, Gates, Plan, PlannedDevice, Timing, Wave, sealed
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.rollout.world import World


@dataclass
class Fleet:
    """Devices by name on one clock."""

    devices: dict
    clock: object

    def world(self, **more):
        return World(driver_for=self.devices.__getitem__, fingerprint_of=fingerprint_of, **more)

    def commits(self, name):
        return [token for verb, token in self.devices[name].log if verb == "commit"]


def memory_fleet(names, *, atomic=True):
    clock = FakeClock()
    return Fleet({n: FakeDevice(Box(content=fresh(n, atomic=atomic)), clock) for n in names}, clock)


def file_fleet(folder, names, *, atomic=True, make=True):
    boxes = {n: Box(path=Path(folder) / f"{n}.json") for n in names}
    for name, box in boxes.items():
        if make:
            box.save(fresh(name, atomic=atomic))
    return Fleet({n: FakeDevice(box, FrozenClock()) for n, box in boxes.items()}, FrozenClock())


def planned(name, *, group="", role="leaf"):
    base, target = ({ARTIFACT: text.replace("NAME", name)} for text in (BASE, TARGET))
    return PlannedDevice(
        name=name,
        platform="fake",
        role=role,
        pod="pod1",
        rail=None,
        group=group or f"group-{name}",
        inventory_key=name,
        identity=ExpectedIdentity(name, serial=f"SN-{name}"),
        patch=Patch((), (Step("set", target[ARTIFACT]),), ChangeClass.TUNING),
        base_fingerprint=fingerprint_of("fake", base),
        target_fingerprint=fingerprint_of("fake", target),
        artifacts_digest="0" * 64,
        expectation=Expectation(bgp=frozenset({"eth1"}), oper_up=frozenset({"eth1"})),
    )


def plan_for(waves, *, constraints: Constraints = PROFILES["lab"], check_s=0, soak_s=0, groups=None):
    names = [name for wave in waves for name in wave]
    return sealed(
        Plan(
            digest="",
            site="dc1",
            fabric="backend",
            created="2026-01-01T00:00:00Z",
            expires="2999-01-01T00:00:00Z",
            intent_digest="1" * 64,
            waves=tuple(Wave(f"wave-{n}", tuple(wave), soak_s) for n, wave in enumerate(waves)),
            devices={name: planned(name, group=(groups or {}).get(name, "")) for name in names},
            constraints=constraints,
            gates=Gates(),
            timing=Timing(commit_s=60, check_s=check_s, confirm_s=30),
        )
    )


def runs(device):
    """Say what a device runs: base, target or other."""
    texts = {BASE.replace("NAME", device.name): "base", TARGET.replace("NAME", device.name): "target"}
    return texts.get(device.running, "other")
