"""NAPALM's getters, from what SONiC's commands print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fabric.drivers.sonic.state import identify, lldp, rows

if TYPE_CHECKING:
    from fabric.drivers.sonic.partial import Database
    from fabric.drivers.sonic.ssh import Ssh

_UNKNOWN = -1.0
_PORTS = "show interfaces status"
_LLDP = "sudo docker exec lldp lldpctl -f json"
_UPTIME = "cat /proc/uptime"
_SECRETS = frozenset(("passkey", "auth_password", "password", "priv_password", "secret"))


def facts(ssh: Ssh) -> dict[str, Any]:
    """Return `get_facts`."""
    who = identify(ssh)
    return {
        "hostname": who.hostname,
        "fqdn": who.hostname,
        "vendor": "SONiC",
        "model": who.model,
        "serial_number": who.serial,
        "os_version": who.release,
        "uptime": float(ssh.ask(_UPTIME).out.split()[0]),
        "interface_list": [row["Interface"] for row in rows(ssh.ask(_PORTS).out)],
    }


def interfaces(ssh: Ssh) -> dict[str, dict[str, Any]]:
    """Return `get_interfaces`; speed is in Mb/s."""
    mac = identify(ssh).mac.upper()
    return {
        row["Interface"]: {
            "is_up": row.get("Oper") == "up",
            "is_enabled": row.get("Admin") == "up",
            "description": "",
            "last_flapped": _UNKNOWN,
            "mtu": int(row.get("MTU", "0")),
            "speed": _speed(row.get("Speed", "")),
            "mac_address": mac,
        }
        for row in rows(ssh.ask(_PORTS).out)
    }


def _speed(text: str) -> float:
    return float(text[:-1]) * 1000 if text.endswith("G") and text[:-1].isdigit() else _UNKNOWN


def lldp_neighbors(ssh: Ssh) -> dict[str, list[dict[str, str]]]:
    """Return `get_lldp_neighbors`."""
    heard = lldp(json.loads(ssh.ask(_LLDP).out or "{}"))
    return {port: [{"hostname": name, "port": far}] for port, (name, far) in heard.items()}


def without_secrets(database: Database) -> Database:
    """Return a database whose secrets are removed."""
    return {
        table: {
            key: {f: "<removed>" if f in _SECRETS else value for f, value in entry.items()}
            for key, entry in entries.items()
        }
        for table, entries in database.items()
    }
