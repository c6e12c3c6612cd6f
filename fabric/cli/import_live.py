"""Devices of an inventory, read for `fabric import config` and never changed."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.source import Folder
from fabric.drivers import DRIVERS, Secrets, connect, entry_of
from fabric.drivers.contract import DriverError
from fabric.drivers.cumulus.state import lldp as of_cumulus
from fabric.drivers.eos.state import lldp as of_eos
from fabric.drivers.sonic.state import lldp as of_sonic
from fabric.inventory import read_inventory
from fabric.pipeline.project import inventory_folder
from fabric.views.imports_config import Running, read_facts
from fabric.views.imports_faults import BROKEN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fabric.inventory import Row
    from fabric.pipeline import Registry

HEARS = {"eos": of_eos, "sonic": of_sonic, "cumulus": of_cumulus}
AT_ONCE = 50
"""Devices read at the same time."""


def hears(platform: str, text: str) -> Mapping[str, tuple[str, str]]:
    """Return the neighbours in what a platform's LLDP command prints as JSON."""
    return HEARS[platform](json.loads(text))


def fetched(inventory: str, known: Registry) -> tuple[Running, ...]:
    """Return what every device of an inventory runs. Raises FabricError when one cannot be read."""
    place = inventory_folder(inventory)
    rows = read_inventory(Folder(place.parent), place.name).rows
    secrets = Secrets(os.environ)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda name: _read(name, rows[name], place, secrets, known), rows))
    if problems := [one for one in found if isinstance(one, Diagnostic)]:
        raise FabricError(*problems)
    return tuple(one for one in found if isinstance(one, Running))


def _read(name: str, row: Row, place: Path, secrets: Secrets, known: Registry) -> Running | Diagnostic | None:
    """Return what a device runs; nothing for one that no driver reads, such as a host."""
    platform = next((word for word in (row.platform, *row.groups) if word in DRIVERS), "")
    if not platform:
        return None
    driver = connect(entry_of(name, row, platform, place), secrets)
    try:
        identity, artifacts, seen = driver.identify(), driver.fetch(), driver.observe()
        facts = read_facts(known.platforms[platform], artifacts)
    except (DriverError, *BROKEN) as failure:
        hint = "check address, credentials and trust in the inventory, or take the device out of it"
        return error("IMP-007", secrets.mask(f"`{name}` cannot be read: {failure}"), hint=hint)
    finally:
        driver.close()
    facts = replace(facts, model=facts.model or identity.model, release=facts.release or identity.release)
    data = row.data.model_copy(update={"serial": identity.serial, "mac": identity.mac})
    known_row = row.model_copy(update={"data": data})
    return Running(facts.hostname or name, platform, artifacts, facts, seen.lldp, row=known_row)
