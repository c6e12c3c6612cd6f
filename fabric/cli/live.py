"""From a build to its live devices: who can be reached, how, and what they run."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.alike import together
from fabric.cli.talk import counted
from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.tree import fingerprint
from fabric.drivers import DRIVERS, Driver, HostEntry, Secrets, connect, entry_of
from fabric.drivers.contract import DriverError, Identity, RefusedError
from fabric.drivers.secrets import SecretError
from fabric.inventory import Row
from fabric.pipeline.grouping import other_group
from fabric.plan.foretold import mismatch
from fabric.topology import Role
from fabric.topology.names import matcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from fabric.device import Design, Unit
    from fabric.pipeline import Build, Registry
    from fabric.plan import PlannedDevice

AT_ONCE = 50
"""Devices read at the same time."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one device says of itself and runs."""

    identity: Identity
    running: Mapping[str, str]


@dataclass(frozen=True)
class Live:
    """The reachable side of a build."""

    build: Build
    secrets: Secrets
    units: tuple[tuple[Design, Unit], ...]
    """Units that a driver can push to."""
    unpushed: tuple[Unit, ...]
    """Units whose artifacts go out as files: hosts, subnet managers, platforms without a driver yet."""

    def driver(self, name: str) -> Driver:
        """Return a new driver of a device."""
        return connect(self.entry(name), self.secrets)

    def entry(self, name: str) -> HostEntry:
        """Return how a device is reached and known."""
        platforms = {unit.name: unit.platform for _, unit in self.units}
        source = self.build.project.devices
        folder = Path(getattr(source, "root", ".")) / self.build.project.inventory
        inventory = next(iter(self.build.designs.values())).inventory
        return entry_of(name, inventory.rows.get(name, Row()), platforms[name], folder)


def live(build: Build) -> Live:
    """Return the live side of a build. Secrets come from this process's environment."""
    found = tuple(build.units())
    pushed = tuple((design, unit) for design, unit in found if unit.platform in DRIVERS)
    rest = tuple(unit for _, unit in found if unit.platform not in DRIVERS)
    return Live(build, Secrets(os.environ), pushed, rest)


def fetch_all(side: Live) -> tuple[dict[str, Seen], tuple[Diagnostic, ...]]:
    """Return what every device runs, and why those that are missing could not be read.

    Each must first prove to be the device that the inventory means: a swapped one is never read, let alone
    changed.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda pair: _fetch(side, *pair), side.units))
    seen = {
        unit.name: found
        for (_, unit), found in zip(side.units, results, strict=True)
        if isinstance(found, Seen)
    }
    failed = ((unit.name, found) for (_, unit), found in zip(side.units, results, strict=True))
    return seen, together((name, found) for name, found in failed if isinstance(found, Diagnostic))


def limited(side: Live, patterns: Sequence[str]) -> Live:
    """Return the live side of the devices that a pattern matches; of all without one. Raises FabricError."""
    if not patterns:
        return side
    names = matching(patterns, tuple(unit.name for _, unit in side.units), "no device that is pushed")
    chosen = frozenset(names)
    return replace(side, units=tuple(pair for pair in side.units if pair[1].name in chosen))


def matching(patterns: Iterable[str], names: Sequence[str], none: str) -> tuple[str, ...]:
    """Return the names that a pattern matches; raises FabricError for a pattern that matches none."""
    found: dict[str, None] = {}
    for pattern in patterns:
        fit = matcher(pattern)
        matched = [name for name in names if fit(name)]
        if not matched:
            hint = nearest(pattern, names) or f"devices here run from `{names[0]}` to `{names[-1]}`"
            raise FabricError(error("PRJ-004", f"`{pattern}` matches {none}", hint=hint))
        found |= dict.fromkeys(matched)
    return tuple(found)


def left_out(side: Live) -> str:
    """Return what no driver pushes, by platform: `8 cumulus, 32 hosts`; empty when there is none."""
    counts = Counter("host" if unit.role == Role.HOST else unit.platform for unit in side.unpushed)
    return ", ".join(
        counted(number, what) if what == "host" else f"{number} {what}" for what, number in counts.items()
    )


def _fetch(side: Live, design: Design, unit: Unit) -> Seen | Diagnostic:
    known = design.inventory.data(unit.name)
    if not (known.serial or known.mac):
        project = side.build.project
        place = f"`{project.inventory}/hosts.yaml`"
        hint = f"meet it with `fabric enrol {project.intent}`, or add `serial` and `mac` to {place}"
        return error("DEV-003", f"`{unit.name}` could not prove who it is: no identity is known", hint=hint)
    driver = side.driver(unit.name)
    try:
        found = driver.identify()
        if wrong := _differences(known.serial, found.serial) + _differences(known.mac, found.mac):
            summary = f"another device answers for `{unit.name}`: {'; '.join(wrong)}"
            return error("DEV-002", summary, hint="correct the inventory, or find out who has its address")
        device = design.device(unit.name)
        if found.release and device.release not in found.release:
            summary = f"`{unit.name}` runs release `{found.release}`, the intent says `{device.release}`"
            return error("DEV-005", summary, device.path, "upgrade it first, or correct `release`")
        return Seen(found, driver.fetch())
    except SecretError:
        raise  # no fault of the device: the same would be said of every other one
    except RefusedError as failure:
        return error("DEV-004", side.secrets.mask(f"`{unit.name}` refuses: {failure}"))
    except DriverError as failure:
        summary = side.secrets.mask(f"`{unit.name}` cannot be read: {failure}")
        return error("DEV-001", summary, hint=advice(side, design, unit))
    finally:
        driver.close()


def advice(side: Live, design: Design, unit: Unit) -> str:
    """Return what to look at when a device cannot be read; a group of another platform first."""
    number = other_group(design.inventory, unit, side.build.registry)
    if number is not None:
        group = design.inventory.rows[unit.name].groups[number]
        return f"`hosts.yaml` has it in group `{group}`, the intent says `{unit.platform}`: correct the group"
    return "check address, credentials and trust (`ca_file`, `fingerprint`, `host_key`) in the inventory"


def _differences(wanted: str, found: str) -> list[str]:
    if not wanted or wanted.replace(".", ":").lower() == found.replace(".", ":").lower():
        return []
    return [f"it says `{found}`, the inventory `{wanted}`"]


def foreteller(registry: Registry) -> Callable[[PlannedDevice, Mapping[str, str], str], str]:
    """Return the function that compares a device's own diff of a candidate with the plan."""
    return lambda device, running, shown: mismatch(
        registry.platforms[device.platform], running, device.patch, shown
    )


def fingerprinter(registry: Registry) -> Callable[[str, Mapping[str, str]], str]:
    """Return the function that fingerprints what a device of a platform runs, within what we own."""

    def of(platform: str, running: Mapping[str, str]) -> str:
        form = registry.platforms[platform]
        if form.parse is None or form.owned is None:
            raise ValueError(f"nothing is pushed to platform `{platform}`")
        return fingerprint(form.parse(running), form.owned)

    return of
