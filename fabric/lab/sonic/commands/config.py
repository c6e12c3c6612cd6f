"""`config`: load, save, reload, a few settings; the updater's verbs stand in `updater`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands import updater
from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import Options, options
from fabric.lab.sonic.commands.redis import merged
from fabric.lab.sonic.database import read_tables
from fabric.lab.sonic.machine import CONFIG
from fabric.lab.sonic.shell.run import Call, Result
from fabric.lab.sonic.yang import modelled, violations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Command

ABORTED = Result(1, err="Aborted!\n")
LOCK = "/etc/sonic/reload.lock"
CHECKED_FROM = "202505"
"""From this release on `config reload FILE` refuses tables without a YANG model."""


async def config(call: Call) -> Result:
    """Dispatch to the verb."""
    if not call.shell.root:
        return Result(1, err="Root privileges are required for this operation\n")
    verb = call.arguments[0] if call.arguments else ""
    command = VERBS.get(verb)
    if command is None:
        return Result(
            2, err=f"Usage: config [OPTIONS] COMMAND [ARGS]...\n\nError: No such command '{verb}'.\n"
        )
    return await command(Call(call.shell, (f"config {verb}", *call.arguments[1:]), call.stdin))


async def load(call: Call) -> Result:
    """Merge a file into CONFIG_DB: no check, no deletion, no restart."""
    given = options(call.arguments, "-y --yes")
    name = given.rest[0] if given.rest else CONFIG
    if not given.has("-y", "--yes"):
        return ABORTED
    if not call.machine.files.is_file(call.shell.path(name)):
        # It says so and ends well (sonic-utilities config/main.py, load).
        return Result(out=f"The config_db file {name} doesn't exist\n")
    ran = Result(out=f"Running command: /usr/local/bin/sonic-cfggen -j {name} --write-to-db\n")
    return ran.then(merged(call, name))


async def save(call: Call) -> Result:
    """Write CONFIG_DB to a file. It reaches the disk by `sync` or after a while (buildimage #25640)."""
    given = options(call.arguments, "-y --yes")
    if not given.has("-y", "--yes"):
        return ABORTED
    name = given.rest[0] if given.rest else CONFIG
    if call.machine.trouble.forgets(" ".join(call.words)):
        call.machine.forget(call.shell.user, call.token)
    call.machine.files.write(call.shell.path(name), call.machine.db.text())
    call.machine.note("save", call.shell.user, call.token)
    return Result(out=f"Running command: /usr/local/bin/sonic-cfggen -d --print-data > {name}\n")


async def reload(call: Call) -> Result:
    """Restart everything with a file; the data plane is down until the services are ready."""
    given = options(call.arguments, "-y --yes -f --force -n --no_service_restart -b --bypass-lock -l")
    if refused := _not_now(call, given):
        return refused
    name = given.rest[0] if given.rest else CONFIG
    try:
        text = call.text(name)
        tables = read_tables(text)
    except FileNotFoundError:
        return Result(1, err=f"Usage: config reload [OPTIONS] [FILENAME]\n\nError: {name} doesn't exist\n")
    except ValueError as error:
        return Result(2, err=f"{name} is not valid JSON: {error}\n")
    # With the default file `-f` skips the check; without it the check is made too ([READ] in sonic.md 0.10).
    if (given.rest or not given.has("-f", "--force")) and (
        problem := _invalid(tables, call.machine.lab.release)
    ):
        return Result(2, err=f"{name} fails YANG validation! Error: {problem}\n")
    if given.has("-n", "--no_service_restart"):
        call.machine.db.replace(tables)
        call.machine.changed("reload", call.shell.user, call.token)
        return Result()
    return await _restarted(call, text)


def _not_now(call: Call, given: Options) -> Result | None:
    """Return why a reload cannot start: another one runs, services are not ready, nobody said yes."""
    machine = call.machine
    if machine.restarts.is_locked and not given.has("-b", "--bypass-lock"):
        return Result(1, err=f"Failed to acquire lock on {LOCK}\n")
    if not machine.ready and not given.has("-f", "--force", "-n", "--no_service_restart"):
        return Result(1, "SwSS container is not ready. Retry later or use -f to avoid system checks\n")
    return None if given.has("-y", "--yes") else ABORTED


async def _restarted(call: Call, text: str) -> Result:
    restarts = call.machine.restarts
    restarts.is_locked = True
    try:
        started = await call.machine.reload(text, call.shell.user, call.token)
    finally:
        restarts.is_locked = False
    out = "Stopping SONiC target ...\nRunning command: /usr/local/bin/sonic-cfggen --write-to-db\n"
    if started:
        return Result(out=f"{out}Restarting SONiC target ...\n")
    return Result(1, out, "Job for swss.service failed. Start request repeated too quickly.\n")


def _invalid(tables: Mapping[str, Mapping[str, Mapping[str, str | list[str]]]], release: str) -> str:
    copied = {t: {k: dict(row) for k, row in entries.items()} for t, entries in tables.items()}
    if release[:6] >= CHECKED_FROM and (foreign := sorted(set(tables) - modelled())):
        return f"tables without YANG models: {', '.join(foreign)}"
    return next(violations(copied), "")


async def rename(call: Call) -> Result:
    """`config hostname NAME`, as a human does."""
    tables = {"DEVICE_METADATA": {"localhost": {"hostname": call.arguments[0]}}}
    call.machine.edit(json.dumps(tables), call.shell.user)
    return Result()


async def interface(call: Call) -> Result:
    """`config interface startup|shutdown PORT`, as a human does."""
    verb, port = call.arguments
    if verb not in {"startup", "shutdown"} or port not in call.machine.db.table("PORT"):
        return Result(2, err="Usage: config interface startup|shutdown <interface_name>\n")
    status = "up" if verb == "startup" else "down"
    call.machine.edit(json.dumps({"PORT": {port: {"admin_status": status}}}), call.shell.user)
    return Result()


VERBS: Mapping[str, Command] = {
    "load": load,
    "save": save,
    "reload": reload,
    "hostname": rename,
    "interface": interface,
    **updater.VERBS,
}
COMMANDS: Mapping[str, Command] = {"config": told(config)}
