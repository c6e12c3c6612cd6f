"""A small part of the YANG check: tables that have a model, references that must hold, a few ranges.

The real judge is `validate_sonic_yang`; this is enough for the double to refuse what careless drivers send.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.lab.sonic.database import Tables, Value

REFERENCES = {
    ("QUEUE", "scheduler"): "SCHEDULER",
    ("QUEUE", "wred_profile"): "WRED_PROFILE",
    ("PORT_QOS_MAP", "dscp_to_tc_map"): "DSCP_TO_TC_MAP",
    ("PORT_QOS_MAP", "tc_to_queue_map"): "TC_TO_QUEUE_MAP",
    ("PORT_QOS_MAP", "tc_to_pg_map"): "TC_TO_PRIORITY_GROUP_MAP",
    ("PORT_QOS_MAP", "pfc_to_queue_map"): "MAP_PFC_PRIORITY_TO_QUEUE",
    ("PORT_QOS_MAP", "pfc_to_pg_map"): "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    ("BUFFER_PG", "profile"): "BUFFER_PROFILE",
    ("BUFFER_QUEUE", "profile"): "BUFFER_PROFILE",
    ("BUFFER_PROFILE", "pool"): "BUFFER_POOL",
}
OF_A_PORT = ("BUFFER_PG", "BUFFER_QUEUE", "QUEUE", "INTERFACE", "PORT_QOS_MAP", "BREAKOUT_CFG", "LLDP_PORT")
RANGES = {
    ("PORT", "mtu"): (68, 9216),
    ("PORT", "speed"): (1, 1600000),
    ("SCHEDULER", "weight"): (1, 100),
    ("WRED_PROFILE", "green_drop_probability"): (0, 100),
    ("PFC_WD", "detection_time"): (100, 5000),
    ("PFC_WD", "restoration_time"): (100, 60000),
    ("PFC_WD", "POLL_INTERVAL"): (100, 1000),
    ("BUFFER_PROFILE", "dynamic_th"): (-8, 7),
}
MANDATORY = {"PORT": ("lanes", "speed"), "BUFFER_PROFILE": ("pool", "size"), "BUFFER_POOL": ("type", "mode")}


@cache
def modelled() -> frozenset[str]:
    """Return the tables that have a model."""
    text = resources.files(__package__).joinpath("modelled_tables.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def violations(tables: Tables) -> Iterator[str]:
    """Yield what the models refuse, each as `/TABLE/key/field: why`."""
    for table, entries in tables.items():
        for key, fields in entries.items():
            yield from _entry(tables, table, key, fields)


def _entry(tables: Tables, table: str, key: str, fields: dict[str, Value]) -> Iterator[str]:
    where = f"/{table}/{key}"
    for field in MANDATORY.get(table, ()):
        if field not in fields:
            yield f"{where}: missing required element {field}"
    for field, value in fields.items():
        text = str(value)
        target = REFERENCES.get((table, field))
        if target and text != "NULL" and text not in tables.get(target, {}):
            yield f"{where}/{field}: leafref to {target} `{text}` points to a non-existing leaf"
        low, high = RANGES.get((table, field), (None, None))
        if low is not None and high is not None and not _within(text, low, high):
            yield f"{where}/{field}: value `{text}` does not satisfy the constraint {low}..{high}"
    yield from _port(tables, table, key)


def _port(tables: Tables, table: str, key: str) -> Iterator[str]:
    port, _, rest = key.partition("|")
    if table in OF_A_PORT and port != "global" and port not in tables.get("PORT", {}):
        yield f"/{table}/{key}: leafref to PORT `{port}` points to a non-existing leaf"
    if table == "INTERFACE" and rest and port not in tables[table]:
        yield f"/{table}/{key}: leafref to INTERFACE `{port}` points to a non-existing leaf"


def _within(text: str, low: int, high: int) -> bool:
    return text.lstrip("-").isdigit() and low <= int(text) <= high
