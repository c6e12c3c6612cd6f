"""The simulated fleet of a build: every switch that the lab has a double for."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import yaml

from fabric.drivers import DRIVERS
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.lab.sonic.startup import startup_text
from fabric.plan.expect import SWITCHES
from fabric.topology import far_end, near_end

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fabric.device import Design, Unit
    from fabric.pipeline import Build

BASE_TABLES = ("DEVICE_METADATA", "PORT", "BUFFER_POOL")
"""Tables of CONFIG_DB that a reload takes: zero-touch provisioning brings them, a rollout cannot."""
PER_OCTET = 250
"""Devices whose addresses share the third octet."""


def fleet_of(build: Build, *, net: int = 77) -> LabFleet:
    """Return the fleet of all switches with a driver, as after their first boot, on 127.<net>.x.y."""
    devices: dict[str, LabDevice] = {}
    for design, unit in build.units():
        if unit.platform in DRIVERS:
            number = len(devices)
            address = f"127.{net}.{number // PER_OCTET}.{number % PER_OCTET + 1}"
            devices[unit.name] = replace(_device(build, design, unit, number), address=address)
    return LabFleet(devices)


def _device(build: Build, design: Design, unit: Unit, number: int) -> LabDevice:
    """Return a device; one that the inventory does not know yet gets an identity of the lab's."""
    device, known = design.device(unit.name), design.inventory.data(unit.name)
    mac = known.mac or ("" if unit.platform == "ufm" else _mac(number))  # a server of ours has none to tell
    ports = {}
    for link in design.fabric.links_of.get(unit.name, ()):
        end = far_end(link, unit.name)
        ports[design.port_name(near_end(link, unit.name))] = (end.device, design.port_name(end))
    return LabDevice(
        unit.name,
        unit.platform,
        device.model,
        device.release,
        known.serial or f"LAB{number:06d}",
        mac,
        "",
        _first_boot(build, unit, mac),
        ports,
    )


def _mac(number: int) -> str:
    """Return a locally administered MAC address."""
    return f"02:00:00:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"


def _first_boot(build: Build, unit: Unit, mac: str) -> str:
    """Return what zero-touch provisioning leaves on a switch: its name, and what only a reload takes.

    SONiC writes the MAC address of its EEPROM into CONFIG_DB, and says it from there.
    """
    if unit.platform == "eos":
        return f"hostname {unit.name}\n"
    if unit.platform == "cumulus":
        account = "{full-name: 'cumulus,,,', hashed-password: '*', role: system-admin}"
        return f"- set: {{system: {{hostname: {unit.name}, aaa: {{user: {{cumulus: {account}}}}}}}}}\n"
    texts = build.texts(unit)
    if unit.platform == "ufm":
        return _first_start(texts)
    tables = json.loads(texts["config_db.json"])
    base = {table: tables[table] for table in BASE_TABLES if table in tables}
    base["DEVICE_METADATA"]["localhost"].setdefault("mac", mac)
    return startup_text(json.dumps(base), f"hostname {unit.name}\n")


def _first_start(texts: Mapping[str, str]) -> str:
    """Return what the files of OpenSM leave a UFM with: options and cabling, and no partition yet."""
    wanted = json.loads(texts["ufm.json"])
    ends = (line.split(",") for line in texts["topoconfig.conf"].splitlines())
    whole = ((a[2:], int(m), b[2:], int(n)) for a, m, b, n, *_ in ends if b != "-")
    cables = {min((a, m, b, n), (b, n, a, m)) for a, m, b, n in whole}
    engine = wanted["expect"]["routing_engine_active"]
    files = {"opensm.conf": texts["opensm.conf"]}
    held = {"smconf": wanted["smconf"], "engine": engine, "cables": sorted(cables), "files": files}
    return json.dumps(held)


def complete_inventory(build: Build, folder: Path) -> None:
    """Add to the lab's inventory what the site's knows beyond reaching devices: their management addresses.

    So the artifacts of a lab are those of the site, byte for byte.
    """
    path = folder / "hosts.yaml"
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    for design in build.designs.values():
        for name, row in design.inventory.rows.items():
            entry = rows.setdefault(name, {})
            own = {
                key: str(value) if key == "management" else list(value) if isinstance(value, tuple) else value
                for key, value in row.data.model_dump(exclude_unset=True).items()
            }
            entry["data"] = {**own, **entry.get("data", {})}
    path.write_text(yaml.safe_dump(rows, sort_keys=False), encoding="utf-8")


def without_double(build: Build) -> str:
    """Return the switches that the lab cannot simulate yet, by platform; empty when there is none."""
    platforms = (unit.platform for _, unit in build.units() if unit.role in SWITCHES)
    counts = Counter(platform for platform in platforms if platform not in DRIVERS)
    return ", ".join(f"{number} {platform}" for platform, number in counts.items())
