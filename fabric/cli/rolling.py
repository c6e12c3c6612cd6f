"""The outside of a rollout as the command line gives it: drivers, fingerprints, and words for people."""

from __future__ import annotations

import getpass
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.live import fingerprinter, foreteller
from fabric.cli.talk import say
from fabric.core.diagnostic import FabricError, error
from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of, load
from fabric.drivers.entry import coming
from fabric.drivers.probes import Probes
from fabric.inventory import read_inventory
from fabric.pipeline import registry
from fabric.pipeline.project import inventory_folder
from fabric.rollout.descriptors import ensure
from fabric.rollout.world import World
from fabric.views.records import Brief, Teller
from fabric.views.review_words import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.drivers import Driver
    from fabric.drivers.entry import HostEntry
    from fabric.plan import Plan
    from fabric.rollout.control import Result
    from fabric.rollout.journal import Record


def world_of(inventory: str, plan: Plan, jobs: Callable[[], str] | None = None) -> World:
    """Return the world of a rollout: devices of an inventory folder, secrets of the environment.

    Raises FabricError for an inventory that is not the plan's, and SecretError for a missing secret.
    """
    folder = inventory_folder(inventory)
    rows = read_inventory(Folder(folder.parent), folder.name).rows
    platforms = {device.inventory_key: device.platform for device in plan.devices.values()}
    missing = [key for key in (*platforms, *plan.beside) if key not in rows]
    if missing:
        hint = "name the inventory that the plan was made with"
        raise FabricError(error("PRJ-003", f"`{inventory}` does not know `{missing[0]}`", hint=hint))
    secrets = Secrets(os.environ)
    references = _required(plan, secrets)
    platforms |= plan.beside
    load(set(platforms.values()))
    ensure(plan.constraints.max_in_flight)

    def driver_for(key: str) -> Driver:
        return connect(entry_of(key, rows[key], platforms[key], folder), secrets)

    def host_of(name: str) -> HostEntry:
        key = plan.devices[name].inventory_key
        return entry_of(key, rows[key], platforms[key], folder)

    return World(
        driver_for,
        fingerprinter(registry()),
        told=brief(plan),
        warned=say,
        hide=lambda texts: secrets.hide(texts, references),
        reveal=secrets.reveal,
        redact=secrets.mask,
        unlike=foreteller(registry()),
        probes=Probes(plan.gates.own, secrets, Path(), host_of),
        jobs=jobs,
        coming=lambda name: _by_next_login(host_of(name), secrets),
    )


def brief(plan: Plan) -> Callable[[Record], None]:
    """Return what tells a rollout with one line for each device."""
    short = Brief(_teller(plan))

    def told(record: Record) -> None:
        if line := short.line(record):
            say(line)

    return told


def in_detail(plan: Plan) -> Callable[[Record], None]:
    """Return what tells every record of a rollout."""
    teller = _teller(plan)
    return lambda record: say(teller.line(record))


def _teller(plan: Plan) -> Teller:
    return Teller(soaks=[wave.soak_s for wave in plan.waves])


def _by_next_login(entry: HostEntry, secrets: Secrets) -> Driver | None:
    found = coming(entry)
    return connect(found, secrets) if found else None


def inventory_for(plan: Plan, given: str | None) -> str:
    """Return the inventory to go by: the one given, or the site's where the plan was made with that.

    A plan may be a stranger's: that it was made with another one is told, and not followed.
    """
    if not given and plan.inventory:
        summary = f"the plan was made with the inventory `{plan.inventory}`, and none is named here"
        raise FabricError(error("PRJ-006", summary, hint=f"add `--inventory {plan.inventory}`"))
    return given or f"inventory/{plan.site}"


def _required(plan: Plan, secrets: Secrets) -> tuple[str, ...]:
    """Return the references of a plan; raise SecretError for one that nobody gave: nothing was done yet."""
    found = {reference for device in plan.devices.values() for reference in device.secrets}
    for reference in sorted(found):
        secrets.value(f"secret:{reference}")
    return tuple(sorted(found))


def ended(result: Result) -> int:
    """Say how a rollout ended unless its last record did, or why it did not begin; return the exit code."""
    if not result.progress.outcome:
        about = f"rollout {result.rollout}: " if result.rollout else "no rollout was started: "
        say(printable(f"{about}{result.outcome}" + (f" ({result.reason})" if result.reason else "")))
    return result.exit_code


def actor() -> str:
    """Return who acts, for the journal."""
    return os.environ.get("FABRIC_ACTOR") or f"{getpass.getuser()}@{socket.gethostname()}"
