"""The databases that daemons fill: APPL_DB, STATE_DB and COUNTERS_DB, made up on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.sonic.buffers import applied

if TYPE_CHECKING:
    from fabric.lab.sonic.database import Row
    from fabric.lab.sonic.machine import Machine

WATCHDOG_QUEUE = "3"
"""The queue whose watchdog trips in a PFC storm, where `pfc_enable` names none."""


def state(machine: Machine, database: str) -> dict[str, Row]:
    """Return the hashes of one of the databases; empty while the services restart."""
    if not machine.ready:
        return {}
    if database == "APPL_DB":
        return {**_ports(machine), **_neighbours(machine), **applied(machine.db)}
    return _port_states(machine) if database == "STATE_DB" else _counters(machine)


def is_up(machine: Machine, port: str) -> bool:
    """Say whether a port has link."""
    return machine.ready and machine.world.port_up(machine.lab.name, port)


def watched_queue(machine: Machine, port: str) -> str:
    """Return the first queue that the PFC watchdog watches on a port."""
    row = machine.db.rows.get(f"PORT_QOS_MAP|{port}", {})
    return (row.get("pfcwd_sw_enable") or row.get("pfc_enable") or WATCHDOG_QUEUE).split(",")[0]


def _ports(machine: Machine) -> dict[str, Row]:
    return {
        f"PORT_TABLE:{port}": {**row, "oper_status": "up" if is_up(machine, port) else "down"}
        for port, row in machine.db.table("PORT").items()
    }


def _neighbours(machine: Machine) -> dict[str, Row]:
    return {
        f"LLDP_ENTRY_TABLE:{port}": {"lldp_rem_sys_name": name, "lldp_rem_port_id": far}
        for port, (name, far) in machine.world.neighbours(machine.lab.name).items()
    }


def _port_states(machine: Machine) -> dict[str, Row]:
    return {
        f"PORT_TABLE|{port}": {
            "state": "ok",
            "netdev_oper_status": "up" if is_up(machine, port) else "down",
            "admin_status": row.get("admin_status", "down"),
            "host_tx_ready": "true" if row.get("admin_status") == "up" else "false",
            "supported_fecs": "rs,none,auto",
        }
        for port, row in machine.db.table("PORT").items()
    }


def _counters(machine: Machine) -> dict[str, Row]:
    """Return port and queue counters under made-up object ids."""
    ports = sorted(machine.db.table("PORT"))
    found: dict[str, Row] = {
        "COUNTERS_PORT_NAME_MAP": {port: f"oid:0x1000000000{n:03x}" for n, port in enumerate(ports)},
        "COUNTERS_QUEUE_NAME_MAP": {
            f"{port}:{watched_queue(machine, port)}": f"oid:0x1500000000{n:03x}"
            for n, port in enumerate(ports)
        },
    }
    for number, port in enumerate(ports):
        storms = str(machine.world.storms(machine.lab.name, port))
        found[f"COUNTERS:oid:0x1000000000{number:03x}"] = {
            "SAI_PORT_STAT_IF_IN_ERRORS": "0",
            "SAI_PORT_STAT_IF_IN_DISCARDS": "0",
            "SAI_PORT_STAT_IF_OUT_DISCARDS": "0",
            "SAI_PORT_STAT_IF_IN_FEC_NOT_CORRECTABLE_FRAMES": "0",
        }
        found[f"COUNTERS:oid:0x1500000000{number:03x}"] = {
            "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED": storms,
            "PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED": storms,
        }
    return found
