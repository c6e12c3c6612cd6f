"""What a push costs the client: commit-confirm on simulated EOS switches, ours beside stock NAPALM.

    python -m bench.pushing WHO LAB

Counted is the client's CPU: the lab runs in a process of its own. `driver` is transport and commit-confirm
with our driver, as NAPALM's figure is with its; `engine` is a whole rollout with journal, probes and gates.
"""

from __future__ import annotations

import ssl
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from bench.cost import Cost, cpu_seconds, hand_over, own_process, peak_mib
from fabric.core.source import Folder
from fabric.core.tree import fingerprint
from fabric.drivers import Secrets, connect, entry_of
from fabric.health import Expectation
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.fleet import LabDevice, LabFleet, read_fleet
from fabric.plan.constraints import PROFILES
from fabric.plan.model import ExpectedIdentity, Plan, PlannedDevice, Timing, Wave, sealed
from fabric.platforms.eos import PLATFORM
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.rollout import control as rollout
from fabric.rollout.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.drivers import Driver

DEVICES = 200
IN_FLIGHT = {"driver": 100, "engine": 50, "napalm": 100}
PORT = "Ethernet1/1"
OLD, NEW = "mtu 4321", "mtu 7654"
LINES = f"interface {PORT}\n   {NEW}"
ARTIFACT = "eos.cfg"
TIMER_S = 300
GROUPED = "records per fsync"


def measured() -> Iterator[Cost]:
    """Yield what each client spends on the same fleet, each on switches that nobody has changed yet."""
    for who in WHO:
        with tempfile.TemporaryDirectory() as folder:
            lab = Path(folder)
            control.up(lab, fleet(control.free_net()))
            try:
                control.wait(lab)
                cost = own_process("bench.pushing", who, folder)
            finally:
                control.down(lab)
        if cost is not None:
            yield cost


def fleet(net: int) -> LabFleet:
    """Return switches with one port each."""
    return LabFleet({f"leaf{number}": _switch(net, number) for number in range(1, DEVICES + 1)})


def _switch(net: int, number: int) -> LabDevice:
    return LabDevice(
        name=f"leaf{number}",
        platform="eos",
        model="DCS-7060X6-64PE",
        release="4.34.1F",
        serial=f"SN{number}",
        mac=f"00:1c:73:00:03:{number:02x}",
        address=f"127.{net}.7.{number}",
        startup=f"hostname leaf{number}\n!\ninterface {PORT}\n   {OLD}\n   no switchport\n!\n",
        ports={PORT: ("far", PORT)},
    )


def _drivers(lab: Path) -> Callable[[str], Driver]:
    rows, secrets = read_inventory(Folder(lab), "inventory").rows, Secrets({}, Path("/"))
    return lambda name: connect(entry_of(name, rows[name], "eos", lab / "inventory"), secrets)


def driver(lab: Path) -> Mapping[str, float]:
    """Push with our driver: read, stage, commit under a timer, look, confirm and save."""
    driver_of, patch = _drivers(lab), _patch()

    def push(name: str) -> None:
        device, token = driver_of(name), f"fab_0a0b0c0d_{name[4:]}_0_1"
        try:
            device.fetch()
            device.stage(token, patch)
            device.commit(token, TIMER_S)
            device.probe(token)
            device.confirm(token)
        finally:
            device.close()

    _all(push, lab, IN_FLIGHT["driver"])
    return {}


def napalm(lab: Path) -> Mapping[str, float]:
    """Push with NAPALM's own EOS driver in the same order, the certificate verified here too."""
    driver_class = import_module("napalm.eos").EOSDriver
    devices = read_fleet(lab)
    context = ssl.create_default_context(cafile=str(lab / "inventory" / "ca.pem"))

    def push(name: str) -> None:
        options = {"port": devices.eapi_port, "context": context}
        device = driver_class(devices.devices[name].address, devices.user, devices.password, 60, options)
        device.open()
        device.get_config()
        device.load_merge_candidate(config=LINES)
        device.compare_config()
        device.commit_config(revert_in=TIMER_S)
        device.has_pending_commit()
        device.confirm_commit()
        device.close()

    _all(push, lab, IN_FLIGHT["napalm"])
    return {}


def engine(lab: Path) -> Mapping[str, float]:
    """Roll out to all of them in one wave behind a canary; return records for each wait for the disk."""
    driver_of = _drivers(lab)
    with ThreadPoolExecutor(IN_FLIGHT["engine"]) as pool:
        running = dict(pool.map(lambda name: (name, _read(driver_of(name))), read_fleet(lab).devices))
    plan, waits = _plan(running), []
    sa.event.listen(sa.engine.Engine, "commit", lambda _connection: waits.append(1))
    before = cpu_seconds()
    result = rollout.apply(plan, lab / "state", World(driver_of, _fingerprint), "bench")
    spent = cpu_seconds() - before
    assert result.exit_code == 0, result
    records = len(rollout.status(lab / "state").records)
    return {"cpu": spent, GROUPED: records / len(waits)}


def _read(device: Driver) -> Mapping[str, str]:
    try:
        return device.fetch()
    finally:
        device.close()


def _patch() -> Patch:
    return Patch((), (Step("session", LINES),), ChangeClass.TUNING)


def _fingerprint(_platform: str, texts: Mapping[str, str]) -> str:
    assert PLATFORM.parse is not None
    assert PLATFORM.owned is not None
    return fingerprint(PLATFORM.parse(texts), PLATFORM.owned)


def _plan(running: Mapping[str, Mapping[str, str]]) -> Plan:
    names = sorted(running)
    limits = replace(PROFILES["lab"], max_in_flight=IN_FLIGHT["engine"])
    return sealed(
        Plan(
            digest="",
            site="bench",
            fabric="backend",
            created="2026-01-01T00:00:00Z",
            expires="2999-01-01T00:00:00Z",
            intent_digest="",
            waves=(Wave("canary", (names[0],), 0), Wave("rest", tuple(names[1:]), 0)),
            devices={name: _planned(name, running[name]) for name in names},
            constraints=limits,
            timing=Timing(commit_s=60, check_s=8, confirm_s=30),
        )
    )


def _planned(name: str, texts: Mapping[str, str]) -> PlannedDevice:
    wanted = {artifact: text.replace(OLD, NEW) for artifact, text in texts.items()}
    return PlannedDevice(
        name=name,
        platform="eos",
        role="leaf",
        pod="",
        rail=None,
        group="",
        inventory_key=name,
        identity=ExpectedIdentity(name, serial=f"SN{name[4:]}"),
        patch=_patch(),
        base_fingerprint=_fingerprint("eos", texts),
        target_fingerprint=_fingerprint("eos", wanted),
        artifacts_digest="",
        expectation=Expectation(oper_up=frozenset({PORT})),
    )


def _all(push: Callable[[str], None], lab: Path, in_flight: int) -> None:
    with ThreadPoolExecutor(in_flight) as pool:
        list(pool.map(push, read_fleet(lab).devices))


WHO: Mapping[str, Callable[[Path], Mapping[str, float]]] = {
    "driver": driver,
    "napalm": napalm,
    "engine": engine,
}


def main(who: str, folder: str) -> None:
    """Measure one client and hand the cost over."""
    import_module("napalm.eos" if who == "napalm" else "fabric.drivers.eos")  # an import is nobody's push
    before = cpu_seconds()
    found = dict(WHO[who](Path(folder)))
    spent = found.pop("cpu", cpu_seconds() - before)
    hand_over(Cost(who, DEVICES, 0, spent, peak_mib(), found))


if __name__ == "__main__":
    main(*sys.argv[1:])
