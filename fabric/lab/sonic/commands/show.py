"""`show ...`: what operators and gates read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands import eeprom, ports
from fabric.lab.sonic.commands.bgp_state import summary_text
from fabric.lab.sonic.commands.table import table
from fabric.lab.sonic.identity import identity
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell.run import Call, Command

SERVICES = ("bgp", "database", "gnmi", "lldp", "pmon", "snmp", "swss", "syncd", "teamd")


async def show(call: Call) -> Result:
    """Dispatch to the longest command whose words these are; options may follow."""
    for length in range(len(call.arguments), 0, -1):
        if command := SHOWS.get(" ".join(call.arguments[:length])):
            return await command(replace(call, words=("show", *call.arguments[length:])))
    return Result(
        2, err=f"Usage: show [OPTIONS] COMMAND [ARGS]...\n\nError: No such command '{call.words[-1]}'.\n"
    )


async def version(call: Call) -> Result:
    """`show version`."""
    machine, who = call.machine, identity(call.machine)
    lines = [
        "",
        f"SONiC Software Version: SONiC.{build(machine)}",
        "SONiC OS Version: 12",
        "Distribution: Debian 12.9",
        "Kernel: 6.1.0-29-2-amd64",
        "Build commit: 086b03bd",
        "",
        f"Platform: {_metadata(machine, 'platform')}",
        f"HwSKU: {_metadata(machine, 'hwsku')}",
        f"ASIC: {asic(machine)}",
        "ASIC Count: 1",
        f"Serial Number: {who.serial}",
        f"Model Number: {machine.lab.model}",
        "Hardware Revision: 1.0",
        f"Uptime: up {int(machine.uptime // 60)} min",
        f"Date: {datetime.now(UTC):%a %d %b %Y %H:%M:%S}",
        "",
    ]
    return Result(out="\n".join(lines) + "\n")


async def platform_summary(call: Call) -> Result:
    """`show platform summary [--json]`."""
    machine = call.machine
    found = {
        "platform": _metadata(machine, "platform"),
        "hwsku": _metadata(machine, "hwsku"),
        "asic_type": asic(machine),
        "asic_count": "1",
        "serial": identity(machine).serial,
        "model": machine.lab.model,
        "revision": "1.0",
    }
    if "--json" in call.arguments:
        return Result(out=json.dumps(found) + "\n")
    titles = ("Platform", "HwSKU", "ASIC", "ASIC Count", "Serial Number", "Model Number", "Hardware Revision")
    return Result(out="".join(f"{t}: {v}\n" for t, v in zip(titles, found.values(), strict=True)))


async def sysready(call: Call) -> Result:
    """`show system-health sysready-status`."""
    ready = call.machine.ready
    rows = [
        [name, "OK" if ready else "Down", "OK" if ready else "Down", "-" if ready else "Inactive"]
        for name in SERVICES
    ]
    said = "System is ready" if ready else "System is not ready - one or more services are not up"
    return Result(
        out=f"{said}\n\n" + table(["Service-Name", "Service-Status", "App-Ready-Status", "Down-Reason"], rows)
    )


async def sysready_brief(call: Call) -> Result:
    """`show system-health sysready-status brief`."""
    full = await sysready(call)
    return Result(out=full.out.partition("\n")[0] + "\n")


async def lldp_table(call: Call) -> Result:
    """`show lldp table`."""
    rows = [[port, name, far, "BR", far] for port, (name, far) in ports.neighbours(call.machine).items()]
    head = ["LocalPort", "RemoteDevice", "RemotePortID", "Capability", "RemotePortDescr"]
    legend = "Capability codes: (R) Router, (B) Bridge, (O) Other\n"
    return Result(out=f"{legend}{table(head, rows)}{'-' * 50}\nTotal entries displayed:  {len(rows)}\n")


async def interface_status(call: Call) -> Result:
    """`show interfaces status [PORT]`."""
    rows = [row for row in ports.status(call.machine) if not call.arguments or row[0] in call.arguments]
    return Result(out=table(ports.STATUS, rows))


async def running(call: Call) -> Result:
    """`show runningconfiguration all`."""
    return Result(out=call.machine.db.text())


async def summary(call: Call) -> Result:
    """`show ip bgp summary`, as a table for people."""
    return Result(out=summary_text(call.machine))


def build(machine: Machine) -> str:
    """Return the version of the image; without a date in it, which the updater would look at."""
    return f"{machine.lab.release}.0-lab"


def asic(machine: Machine) -> str:
    """Return the ASIC vendor as the platform names it."""
    name = f"{_metadata(machine, 'platform')} {_metadata(machine, 'hwsku')}".lower()
    return "mellanox" if "nvidia" in name or "mellanox" in name or "sn5" in name else "broadcom"


def _metadata(machine: Machine, field: str) -> str:
    return machine.db.get("DEVICE_METADATA", "localhost", field) or machine.lab.model


SHOWS: Mapping[str, Command] = {
    "version": version,
    "platform summary": platform_summary,
    "platform syseeprom": eeprom.decode,
    "system-health sysready-status": sysready,
    "system-health sysready-status brief": sysready_brief,
    "lldp table": lldp_table,
    "interfaces status": interface_status,
    "interfaces counters": ports.portstat,
    "interfaces counters fec-stats": ports.fec_stats,
    "runningconfiguration all": running,
    "ip bgp summary": summary,
    "bgp summary": summary,
}
COMMANDS: Mapping[str, Command] = {"show": show}
