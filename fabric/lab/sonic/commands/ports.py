"""Ports, neighbours and counters: `intfutil`, `portstat`, `pfcwd`, `lldpctl`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.lab.faults import Kind
from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.commands.table import table
from fabric.lab.sonic.shell.run import Result
from fabric.lab.sonic.state_db import is_up, watched_queue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell.run import Call, Command

STATUS = ("Interface", "Lanes", "Speed", "MTU", "FEC", "Alias", "Vlan", "Oper", "Admin", "Type", "Asym PFC")
COUNTED = ("RX_OK", "RX_ERR", "RX_DRP", "RX_OVR", "TX_OK", "TX_ERR", "TX_DRP", "TX_OVR")
RATES = ("RX_BPS", "RX_UTIL", "TX_BPS", "TX_UTIL")
FEC = ("FEC_CORR", "FEC_UNCORR", "FEC_SYMBOL_ERR", "FEC_PRE_BER", "FEC_POST_BER")
MEGABITS_IN_G = 1000


def port_names(machine: Machine) -> list[str]:
    """Return the configured ports in natural order."""
    return sorted(machine.db.table("PORT"), key=natural)


def status(machine: Machine) -> list[list[str]]:
    """Return the rows of `show interfaces status`."""
    return [_row(machine, port) for port in port_names(machine)]


def _row(machine: Machine, port: str) -> list[str]:
    row = machine.db.rows[f"PORT|{port}"]
    speed = row.get("speed", "N/A")
    shown = f"{int(speed) // MEGABITS_IN_G}G" if speed.isdigit() else speed
    routed = f"INTERFACE|{port}" in machine.db.rows
    return [
        port,
        row.get("lanes", "N/A"),
        shown,
        row.get("mtu", "9100"),
        row.get("fec", "N/A"),
        row.get("alias", "N/A"),
        "routed" if routed else "trunk",
        "up" if is_up(machine, port) else "down",
        row.get("admin_status", "down"),
        "OSFP 8X Pluggable Transceiver",
        row.get("pfc_asym", "off"),
    ]


async def intfutil(call: Call) -> Result:
    """`intfutil -c status [-i PORT] [-j]`."""
    given = options(call.arguments, "-j", "-c -i -d -n")
    wanted = given.value("-i")
    rows = [row for row in status(call.machine) if wanted in {"", row[0]}]
    if given.has("-j"):
        entries = {row[0]: dict(zip(STATUS[1:], row[1:], strict=True)) for row in rows}
        return Result(out=json.dumps(entries, indent=4) + "\n")
    return Result(out=table(STATUS, rows))


async def portstat(call: Call) -> Result:
    """Counters of ports; nothing is lost in the lab, so all but frames stand at zero."""
    machine = call.machine
    zero = dict.fromkeys(COUNTED, "0") | dict.fromkeys(RATES, "0.00")
    frames = {p: f"{machine.world.frames(machine.lab.name, p):,}" for p in port_names(machine)}
    counts = {p: zero | {"RX_OK": count, "TX_OK": count} for p, count in frames.items()}
    return _counters(machine, counts, as_json="-j" in call.arguments)


async def fec_stats(call: Call) -> Result:
    """`show interfaces counters fec-stats`."""
    counts = dict.fromkeys(port_names(call.machine), dict.fromkeys(FEC, "0"))
    return _counters(call.machine, counts, as_json="-j" in call.arguments)


def _counters(machine: Machine, counts: Mapping[str, Mapping[str, str]], *, as_json: bool) -> Result:
    entries = {p: {"STATE": "U" if is_up(machine, p) else "D", **counted} for p, counted in counts.items()}
    if as_json:
        return Result(out=json.dumps(entries, indent=4) + "\n")
    head = ["IFACE", *next(iter(entries.values()), {})]
    return Result(out=table(head, [[port, *entry.values()] for port, entry in entries.items()]))


async def pfcwd(call: Call) -> Result:
    """`pfcwd show stats [--check-storm]`; with it 1 if a queue is in a storm now."""
    given = options(call.arguments, "--check-storm -e --empty -a -j", "-d -n")
    if given.rest[:2] == ("show", "config"):
        rows = [[p, *_watch(row)] for p, row in call.machine.db.table("PFC_WD").items() if p != "GLOBAL"]
        return Result(out=table(["PORT", "ACTION", "DETECTION TIME", "RESTORATION TIME"], rows))
    if given.rest[:2] != ("show", "stats"):
        return Result(2, err="Usage: pfcwd [OPTIONS] COMMAND [ARGS]...\n")
    ports = [p for p in port_names(call.machine) if f"PFC_WD|{p}" in call.machine.db.rows]
    rows = [_storm(call.machine, port) for port in ports]
    stormed = any(row[1] == "stormed" for row in rows)
    head = ["QUEUE", "STATUS", "STORM DETECTED/RESTORED", "TX OK/DROP", "RX OK/DROP",
            "TX LAST OK/DROP", "RX LAST OK/DROP"]  # fmt: skip
    return Result(int(stormed and given.has("--check-storm")), table(head, rows))


def _watch(row: Mapping[str, str]) -> Iterable[str]:
    return (
        row.get("action", "drop"),
        row.get("detection_time", "N/A"),
        row.get("restoration_time", "infinite"),
    )


def _storm(machine: Machine, port: str) -> list[str]:
    events = machine.world.storms(machine.lab.name, port)
    now = machine.world.faults.holds(machine.lab.name, Kind.PFC_STORM, port)
    shown = f"{events}/{events - 1 if now and events else events}"
    queue = f"{port}:{watched_queue(machine, port)}"
    return [queue, "stormed" if now else "operational", shown, *["0/0"] * 4]


async def lldpctl(call: Call) -> Result:
    """`lldpctl -f json`: a lone neighbour stands by itself, several in a list."""
    found = [
        {
            port: {
                "via": "LLDP",
                "rid": str(number),
                "age": "0 day, 00:01:00",
                "chassis": {name: {"id": {"type": "mac", "value": "00:00:00:00:00:00"}, "descr": "lab"}},
                "port": {"id": {"type": "ifname", "value": far}, "descr": far, "ttl": "120"},
            }
        }
        for number, (port, (name, far)) in enumerate(neighbours(call.machine).items(), start=1)
    ]
    if "json" not in call.arguments:
        return Result(out="".join(f"Interface: {p}\n" for entry in found for p in entry))
    body = {} if not found else {"interface": found[0] if len(found) == 1 else found}
    return Result(out=json.dumps({"lldp": body}, indent=2) + "\n")


def neighbours(machine: Machine) -> dict[str, tuple[str, str]]:
    """Return LLDP neighbours by port, in natural order; none while the services restart."""
    if not machine.ready:
        return {}
    return dict(sorted(machine.world.neighbours(machine.lab.name).items(), key=lambda item: natural(item[0])))


COMMANDS: Mapping[str, Command] = {
    "intfutil": told(intfutil),
    "portstat": told(portstat),
    "pfcwd": told(pfcwd),
    "lldpctl": told(lldpctl, 1),
}
