"""What the journal says a device was last brought to: the base of three-way comparisons."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

from fabric.core.tree import apply
from fabric.rollout import store
from fabric.rollout.backend import is_known, open_backend, read_backend
from fabric.rollout.history import replay
from fabric.rollout.journal import Kind, Record
from fabric.rollout.kept_plan import OtherVersionError, kept_plan
from fabric.rollout.statedir import StateError
from fabric.rollout.states import KEPT, State
from fabric.rollout.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from fabric.core.tree import Tree
    from fabric.plan import PlannedDevice
    from fabric.rollout.backend import Backend
    from fabric.rollout.history import Standing

    Parse = Callable[[str, Mapping[str, str]], Tree]

UNDONE = frozenset({State.ROLLED_BACK, State.REVERTED_BY_TIMER})


def last_applied(folder: Path, scope: str, parse: Parse) -> dict[str, Tree]:
    """Return what each device of a fabric was last brought to; `scope` is `site/fabric`.

    A device is left out that we never changed, or whose last change ended in nobody knows what. `parse` turns
    a platform's texts into its tree. Raises StateError when the folder cannot be trusted.
    """
    if not is_known(folder):
        return {}
    kept = read_backend(folder)
    database = kept.database
    found: dict[str, Tree | None] = {}
    for start in reversed(store.starts(database)):
        if start.record.reason != scope:
            continue
        entries = store.read(database, start.record.rollout)
        progress = replay((item.seq, item.record, item.time) for item in entries)
        touched = {name: one for name, one in progress.devices.items() if one.touched and name not in found}
        if touched:
            devices = _devices(kept, start.record.text)
            found |= {
                name: _tree(kept, devices[name], one, parse) if name in devices else None
                for name, one in touched.items()
            }
    return {name: tree for name, tree in found.items() if tree is not None}


def last_record(folder: Path) -> str:
    """Return the hash of the last record of a state folder's journal; empty where there is none."""
    return store.head(read_backend(folder).database) if is_known(folder) else ""


def record_to_name(folder: Path) -> str:
    """Return the hash of the last record of a journal, for a plan to name; begins one that has none.

    A plan that named none could not be told from a new one in any other folder.
    """
    database = open_backend(folder).database
    if found := store.head(database):
        return found
    with Writer(database) as writer:
        writer.append([Record("", Kind.BEGIN, secrets.token_hex(8))], None)
    return store.head(database)


def _devices(kept: Backend, digest: str) -> Mapping[str, PlannedDevice]:
    """Return the devices of a plan; none of what another version made: their base is unknown then."""
    try:
        return kept_plan(kept, digest).devices
    except OtherVersionError:
        return {}


def _tree(kept: Backend, device: PlannedDevice, standing: Standing, parse: Parse) -> Tree | None:
    if standing.state not in KEPT | UNDONE or not standing.base:
        return None
    try:
        texts = json.loads(kept.read(standing.base))
    except StateError:
        return None  # blobs may be pruned: then the base is unknown, which is no failure of the device
    before = parse(device.platform, texts)
    return apply(before, device.patch.edits) if standing.state in KEPT else before
