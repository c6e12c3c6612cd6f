"""`systemd-run`, `systemctl`, `reboot`: timers that fire by themselves, and power."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.record import token_in
from fabric.lab.sonic.shell.run import PowerLostError, Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Call, Command
    from fabric.lab.sonic.timers import Timer

NOT_LOADED = 5
INACTIVE = 3
UNITS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "hr": 3600, "ms": 0.001, "us": 0.000001}
RUN_FLAGS = "--collect -G --quiet -q --no-block"
RUN_VALUES = "--unit -u --on-active --description -p --property --timer-property --service-type"
SERVICES = frozenset({"sonic", "swss", "bgp", "syncd", "lldp", "teamd", "pmon", "database", "snmp", "gnmi"})
MONITORING = frozenset({"snmp", "gnmi"})
"""Services that nothing depends on: started again alone, they disturb nobody."""
SWITCHING = "swss"
"""The service of the container that brings tables to the ASIC."""
ROUTING = "bgp"
"""The service of the container that FRR runs in."""
DENIED = Result(1, err="Failed to connect: Interactive authentication required.\n")


async def run(call: Call) -> Result:
    """Start a transient timer: `--unit=NAME --on-active=Ns COMMAND...`."""
    if not call.shell.root:
        return DENIED
    given = options(call.arguments, RUN_FLAGS, RUN_VALUES, leading=True)
    name = given.value("--unit", "-u").removesuffix(".timer").removesuffix(".service")
    span = given.value("--on-active")
    if not name or not span or not given.rest:
        return Result(1, err="the lab runs transient timers only: --unit, --on-active and a command\n")
    if not call.machine.timers.arm(name, seconds(span), given.rest):
        loaded = f"Unit {name}.timer was already loaded or has a fragment file."
        return Result(1, err=f"Failed to start transient timer unit: {loaded}\n")
    call.machine.note("arm", call.shell.user, token_in(name) or call.token)
    return Result(err=f"Running timer as unit: {name}.timer\nWill run service as unit: {name}.service\n")


async def control(call: Call) -> Result:
    """`systemctl VERB UNIT...`."""
    given = options(
        call.arguments, "--no-pager --no-legend --all -a --value --quiet -q --full -l --plain --system",
        "-p --property -o --output",
    )  # fmt: skip
    verb, *units = given.rest or ("list-units",)
    if verb == "list-timers":
        return _timers(call, units, given.value("-o", "--output"), legend=not given.has("--no-legend"))
    if verb == "show":
        return _shown(call, units[0], given.value("-p", "--property"), bare=given.has("--value"))
    if verb in {"is-active", "is-failed"}:
        states = [_state(call, unit) for unit in units]
        out = "" if given.has("-q", "--quiet") else "".join(f"{state}\n" for state in states)
        return Result(0 if "active" in states else INACTIVE, out)
    if verb == "is-system-running":
        return Result(0, "running\n") if call.machine.ready else Result(1, "starting\n")
    return _acted(call, verb, units)


def _acted(call: Call, verb: str, units: list[str]) -> Result:
    if not call.shell.root:
        return DENIED
    if verb == "reset-failed":
        call.machine.restarts.forget()
        return Result()
    if verb == "reboot":
        return _powered(call)
    if verb == "restart" and call.machine.ready and _restarts(units):
        return _restarted(call, units)
    if verb != "stop":
        return Result(1, err=f"the lab has no `systemctl {verb}` of {' '.join(units)} now\n")
    return _stopped(call, units)


def _restarts(units: list[str]) -> bool:
    return units == [SWITCHING] or set(units) <= {*MONITORING, ROUTING}


def _restarted(call: Call, units: list[str]) -> Result:
    """Start services again; only those that something hangs on are counted."""
    machine, user = call.machine, call.shell.user
    if SWITCHING in units:
        done = machine.restart_switching(user, call.token)
    else:
        done = ROUTING not in units or machine.restart_routing(user, call.token)
    return Result() if done else Result(1, err=f"Job for {units[0]}.service failed: start-limit-hit.\n")


def _stopped(call: Call, units: list[str]) -> Result:
    done = Result()
    for unit in units:
        name, _, kind = unit.partition(".")
        later_s = call.machine.trouble.reverts(f"systemctl stop {unit}")
        if later_s is not None:
            call.machine.timers.run_out(later_s)
        elif not call.machine.timers.stop(name, service=kind != "timer"):
            done = done.then(Result(NOT_LOADED, err=f"Failed to stop {unit}: Unit {unit} not loaded.\n"))
        elif kind == "timer":
            call.machine.note("disarm", call.shell.user, token_in(name) or call.token)
    return done


def _state(call: Call, unit: str) -> str:
    name, _, kind = unit.partition(".")
    timer = call.machine.timers.units.get(name)
    if timer is not None:
        return "active" if timer.running == (kind != "timer") else "inactive"
    if name in SERVICES:
        return "active" if call.machine.ready or name == "database" else "inactive"
    return "inactive"


def _shown(call: Call, unit: str, wanted: str, *, bare: bool) -> Result:
    """Print properties. The next elapse is monotonic: seconds of /proc/uptime, written as a time span."""
    timer = call.machine.timers.units.get(unit.partition(".")[0])
    state = _state(call, unit)
    waits = timer is not None and not timer.running
    due = span(timer.due - call.machine.powered_at) if timer is not None and waits else "infinity"
    properties = {
        "Id": unit,
        "LoadState": "loaded" if timer is not None else "not-found",
        "ActiveState": state,
        "SubState": {"active": "waiting" if waits else "running"}.get(state, "dead"),
        "NextElapseUSecMonotonic": due,
        "NextElapseUSecRealtime": "",
        "Description": " ".join(timer.words) if timer is not None else unit,
    }
    names = wanted.split(",") if wanted else list(properties)
    found = {name: properties[name] for name in names if name in properties}
    return Result(out="".join(f"{value}\n" if bare else f"{name}={value}\n" for name, value in found.items()))


def _timers(call: Call, patterns: list[str], form: str, *, legend: bool) -> Result:
    found = [t for t in call.machine.timers.waiting() if not patterns or _is_meant(t, patterns)]
    if form == "json":
        # In JSON systemd prints the moment itself under `left` too (format-table.c, TABLE_TIMESTAMP_LEFT).
        entries = [
            {
                "next": _microseconds(call, t),
                "left": _microseconds(call, t),
                "last": 0,
                "passed": 0,
                "unit": f"{t.name}.timer",
                "activates": f"{t.name}.service",
            }
            for t in found
        ]
        return Result(out=json.dumps(entries) + "\n")
    lines = [
        f"{_when(call, t):%a %Y-%m-%d %H:%M:%S UTC} {span(float(int(call.machine.timers.left_s(t))))} left "
        f"n/a n/a {t.name}.timer {t.name}.service\n"
        for t in found
    ]
    if legend:
        lines = ["NEXT LEFT LAST PASSED UNIT ACTIVATES\n", *lines, f"\n{len(found)} timers listed.\n"]
    return Result(out="".join(lines))


def _is_meant(timer: Timer, patterns: list[str]) -> bool:
    return any(re.fullmatch(pattern.replace("*", ".*"), f"{timer.name}.timer") for pattern in patterns)


def _when(call: Call, timer: Timer) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=call.machine.timers.left_s(timer))


def _microseconds(call: Call, timer: Timer) -> int:
    return int(_when(call, timer).timestamp() * 1_000_000)


async def reboot(call: Call) -> Result:
    """Restart in good order: files reach the disk first."""
    return _powered(call) if call.shell.root else DENIED


def _powered(call: Call) -> Result:
    call.machine.files.sync()
    call.machine.reboot()
    raise PowerLostError("reboot")


def seconds(text: str) -> float:
    """Read a time span: `300`, `300s`, `5min`, `1h 30min`. Raises ValueError."""
    parts = re.findall(r"([\d.]+)\s*([a-z]*)", text)
    if not parts or any(unit not in UNITS for _, unit in parts):
        raise ValueError(f"Failed to parse timer value: {text}")
    return sum(float(number) * UNITS[unit] for number, unit in parts)


def span(total: float) -> str:
    """Write a time span as systemd does: `1h 2min 3.5s`."""
    minutes, rest = divmod(total, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = [f"{hours}h"] * bool(hours) + [f"{minutes}min"] * bool(minutes)
    shown = f"{rest:.6f}".rstrip("0").rstrip(".")
    return " ".join([*parts, f"{shown}s"]) if rest or not parts else " ".join(parts)


COMMANDS: Mapping[str, Command] = {
    "systemd-run": told(run, 1),
    "systemctl": told(control, 1),
    "reboot": reboot,
}
