"""buffermgrd of the traditional buffer model, and what both models bring into APPL_DB.

For a port whose speed and cable length stand in the HwSKU's `pg_profile_lookup.ini` it makes the profile
`pg_lossless_<speed>_<length>_profile` and points the port's lossless priority groups at it. A length that
is not tabulated leaves the port lossy, without a word. It works of what it remembers: a new length is only
remembered, an equal `pfc_enable` is passed over, a row of its own that somebody deletes stays away until the
row of its port is written again or it starts anew.

source: sonic-net/sonic-swss@029506c5 cfgmgr/buffermgr.cpp, @0160f0ab cfgmgr/buffermgrdyn.cpp
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.lab.sonic.database import ConfigDb, Row

POOL = "ingress_lossless_pool"
NO_CABLE = "0m"
NVIDIA = ("ACS-MSN", "ACS-SN", "Mellanox-")
"""Starts of the HwSKUs whose ports lose their groups while they are shut."""


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


class Buffermgrd:
    """The daemon from one start to the next."""

    def __init__(self) -> None:
        self._speeds: dict[str, str] = {}
        self._admin: dict[str, str] = {}
        self._lengths: dict[str, str] = {}
        self._pfc: dict[str, str] = {}
        self._waiting: dict[str, None] = {}
        """Ports that miss a length or the pool: tried again at whatever comes."""

    def follow(self, db: ConfigDb, written: Iterable[str]) -> None:
        """Act on rows that were written. Of tables written together it sees lengths last, as may be."""
        if is_dynamic(db):
            return
        lengths = []
        for key in dict.fromkeys(written):
            table, _, name = key.partition("|")
            row = db.rows.get(key, {})
            if table == "PORT":
                self._port(db, name, row)
            elif table == "PORT_QOS_MAP":
                self._priorities(db, name, row)
            elif table == "CABLE_LENGTH":
                lengths.append(row)
        for row in lengths:
            self._lengths.update(row)
        for port in list(self._waiting):
            self._waits(port, not self._makes(db, port))

    def _port(self, db: ConfigDb, port: str, row: Row) -> None:
        if "speed" in row:
            self._speeds[port] = row["speed"]
        if "admin_status" in row:
            self._admin[port] = row["admin_status"]
        if port in self._speeds:
            self._waits(port, not self._makes(db, port))

    def _priorities(self, db: ConfigDb, port: str, row: Row) -> None:
        if "pfc_enable" in row and self._pfc.get(port) != row["pfc_enable"]:
            self._pfc[port] = row["pfc_enable"]
            self._makes(db, port)

    def _waits(self, port: str, waits: bool) -> None:  # noqa: FBT001 - what `_makes` said
        if waits:
            self._waiting[port] = None
        else:
            self._waiting.pop(port, None)

    def _makes(self, db: ConfigDb, port: str) -> bool:
        """Write the profile and the rows of a port; False when it has to be tried again."""
        length = self._lengths.get(port)
        if length is None or (length != NO_CABLE and port not in self._admin):
            return False
        if length == NO_CABLE or port not in self._pfc:
            return True
        speed, hwsku = self._speeds.get(port, ""), db.get("DEVICE_METADATA", "localhost", "hwsku")
        profile = f"pg_lossless_{speed}_{length}_profile"
        if self._admin[port] == "down" and hwsku.startswith(NVIDIA):
            _reclaim(db, [f"BUFFER_PG|{port}|{groups}" for groups in _groups(self._pfc[port])], profile)
            return True
        if (headroom := _lookup().get((hwsku, speed, length))) is None:
            return True  # an error in its log
        if f"BUFFER_PROFILE|{profile}" not in db.rows:
            if not db.get("BUFFER_POOL", POOL, "mode"):
                return False
            db.set(f"BUFFER_PROFILE|{profile}", _profile(db, headroom))
        for groups in _groups(self._pfc[port]):
            db.set(f"BUFFER_PG|{port}|{groups}", {"profile": profile})
        return True


def is_dynamic(db: ConfigDb) -> bool:
    """Say whether headroom is worked out by the other daemon, into APPL_DB alone."""
    return db.get("DEVICE_METADATA", "localhost", "buffer_model") == "dynamic"


def applied(db: ConfigDb) -> dict[str, Row]:
    """Return what APPL_DB has of BUFFER_PG: as it stands, in the dynamic model with profiles worked out."""
    found = {}
    lengths = {port: length for row in db.table("CABLE_LENGTH").values() for port, length in row.items()}
    for key, row in db.table("BUFFER_PG").items():
        port = key.partition("|")[0]
        if is_dynamic(db) and row.get("profile") == "NULL":
            length = lengths.get(port, NO_CABLE)
            if length == NO_CABLE or db.get("PORT", port, "admin_status") != "up":
                continue
            row = {"profile": f"pg_lossless_{db.get('PORT', port, 'speed')}_{length}_profile"}  # noqa: PLW2901
        found[f"BUFFER_PG_TABLE:{key.replace('|', ':')}"] = dict(row)
    return found


def _reclaim(db: ConfigDb, keys: Iterable[str], profile: str) -> None:
    for key in keys:
        if db.rows.get(key, {}).get("profile") == profile:
            db.unset(key)


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
    """Return runs of neighbouring priorities: `3,4,6` gives `3-4` and `6`, and none gives none."""
    runs: list[list[int]] = []
    for priority in sorted(int(text) for text in pfc_enable.split(",") if text.isdigit()):
        if runs and priority == runs[-1][-1] + 1:
            runs[-1].append(priority)
        else:
            runs.append([priority])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
