"""What buffermgrd of the traditional buffer model writes into CONFIG_DB by itself.

For a port whose speed and cable length stand in the HwSKU's `pg_profile_lookup.ini` it makes the profile
`pg_lossless_<speed>_<length>_profile` and points the port's lossless priority groups at it. A length that
is not tabulated leaves the port lossy, without a word. It acts on what is set (`op == SET_COMMAND`): an entry
that goes takes none of its own with it, and one of its own that somebody deletes does not come back by that.

source: sonic-net/sonic-swss@029506c5 cfgmgr/buffermgr.cpp
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.database import ConfigDb, Row

POOL = "ingress_lossless_pool"
USUAL_GROUPS = "3-4"
"""Priority groups where no `pfc_enable` says otherwise."""


@dataclass(frozen=True, slots=True)
class Headroom:
    """One line of `pg_profile_lookup.ini`; sizes in bytes, as text."""

    size: str
    xon: str
    xoff: str
    threshold: str
    xon_offset: str


@cache
def _lookup() -> Mapping[tuple[str, str, str], Headroom]:
    text = resources.files(__package__).joinpath("pg_profile_lookup.csv").read_text(encoding="utf-8")
    return {
        (row["hwsku"], row["speed_mbps"], row["cable"]): Headroom(
            row["size_bytes"], row["xon_bytes"], row["xoff_bytes"], row["threshold"], row["xon_offset_bytes"]
        )
        for row in csv.DictReader(text.splitlines())
    }


def settle(db: ConfigDb) -> None:
    """Write the profiles and priority groups that follow from what the database holds now."""
    if (
        db.get("DEVICE_METADATA", "localhost", "buffer_model") == "dynamic"
        or f"BUFFER_POOL|{POOL}" not in db.rows
    ):
        return
    hwsku = db.get("DEVICE_METADATA", "localhost", "hwsku")
    lengths = {port: length for row in db.table("CABLE_LENGTH").values() for port, length in row.items()}
    for port, row in db.table("PORT").items():
        speed, length = row.get("speed", ""), lengths.get(port, "")
        if headroom := _lookup().get((hwsku, speed, length)):
            profile = f"pg_lossless_{speed}_{length}_profile"
            db.set(f"BUFFER_PROFILE|{profile}", _profile(db, headroom))
            for groups in _groups(db.get("PORT_QOS_MAP", port, "pfc_enable")):
                db.set(f"BUFFER_PG|{port}|{groups}", {"profile": profile})


def _profile(db: ConfigDb, headroom: Headroom) -> Row:
    threshold = "static_th" if db.get("BUFFER_POOL", POOL, "mode") == "static" else "dynamic_th"
    row = {
        "pool": POOL,
        "size": headroom.size,
        "xon": headroom.xon,
        "xoff": headroom.xoff,
        threshold: headroom.threshold,
    }
    return {**row, "xon_offset": headroom.xon_offset} if headroom.xon_offset else row


def _groups(pfc_enable: str) -> list[str]:
    """Return runs of neighbouring priorities: `3,4,6` gives `3-4` and `6`."""
    if not pfc_enable:
        return [USUAL_GROUPS]
    runs: list[list[int]] = []
    for priority in sorted(int(text) for text in pfc_enable.split(",") if text.isdigit()):
        if runs and priority == runs[-1][-1] + 1:
            runs[-1].append(priority)
        else:
            runs.append([priority])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
