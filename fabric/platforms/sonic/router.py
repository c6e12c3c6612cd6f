"""SONiC's own routing on Linux: FRR with the rendered frr.conf, and the addresses of CONFIG_DB."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from fabric.platforms.router import Router
from fabric.platforms.sonic import frr, generated
from fabric.platforms.sonic.parse import ARTIFACT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ADDRESSED = ("INTERFACE", "LOOPBACK_INTERFACE", "VLAN_INTERFACE")


def router(artifacts: Mapping[str, str]) -> Router:
    """Read addresses and routing of a switch from its artifacts."""
    tables = json.loads(artifacts[ARTIFACT])
    keys = (key for table in ADDRESSED for key in tables.get(table, {}))
    return Router(
        addresses=_grouped(keys),
        frr=frr.off_sonic(_file(tables, artifacts)),
        bridges=_grouped(tables.get("VLAN_MEMBER", ())),
    )


def _file(tables: Mapping[str, Any], artifacts: Mapping[str, str]) -> str:
    made = generated.makes(tables)
    return generated.generated(tables) if made else artifacts.get(frr.ARTIFACT, "")


def _grouped(keys: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the second part of keys by their first; a key of one part says only that there is one."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key in keys:
        first, bar, second = key.partition("|")
        if bar:
            found[first].append(second)
    return {first: tuple(seconds) for first, seconds in found.items()}
