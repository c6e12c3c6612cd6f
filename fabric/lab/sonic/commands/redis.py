"""`sonic-db-cli` and `sonic-cfggen`: the databases without the `config` command."""

from __future__ import annotations

import json
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.database import read_tables
from fabric.lab.sonic.shell.run import Result
from fabric.lab.sonic.state_db import state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.database import Row, Tables
    from fabric.lab.sonic.shell.run import Call, Command

READ_ONLY = frozenset({"APPL_DB", "STATE_DB", "COUNTERS_DB"})


async def cli(call: Call) -> Result:
    """`sonic-db-cli DB VERB ARGUMENT...`; only CONFIG_DB can be written here."""
    words = options(call.arguments, "", "-n -s").rest
    if words == ("PING",):
        return Result(out="PONG\n")
    database, verb, *arguments = words
    verb = verb.upper()
    if database == "CONFIG_DB" and verb in {"HSET", "HDEL", "DEL"}:
        return _write(call, verb, arguments)
    if database not in {"CONFIG_DB", *READ_ONLY}:
        return Result(1, err=f"Invalid database name input : '{database}'\n")
    rows = call.machine.db.rows if database == "CONFIG_DB" else state(call.machine, database)
    read = _read(rows, verb, arguments)
    lie = call.machine.trouble.lie(" ".join(call.words)) if verb == "HKEYS" else ""
    return replace(read, out=f"{read.out}{lie}\n") if lie else read


def _read(rows: Mapping[str, Row], verb: str, arguments: list[str]) -> Result:
    row = rows.get(arguments[0], {}) if arguments else {}
    if verb in {"HGETALL", "HKEYS"}:
        return Result(out=(repr(row) if verb == "HGETALL" else "\n".join(row)) + "\n")
    if verb == "HGET":
        return Result(out=f"{row.get(arguments[1], '')}\n")
    if verb == "HEXISTS":
        return Result(out=f"{arguments[1] in row}\n")  # a word: g_intToBoolCommands of swss-common
    if verb == "EXISTS":
        return Result(out=f"{int(bool(row))}\n")
    if verb == "KEYS":
        found = sorted((key for key in rows if fnmatchcase(key, arguments[0])), key=natural)
        return Result(out="".join(f"{key}\n" for key in found))
    return Result(1, err=f"ERR unknown command '{verb}'\n")


def _write(call: Call, verb: str, arguments: list[str]) -> Result:
    key, *rest = arguments
    machine, user = call.machine, call.shell.user
    if verb == "DEL":
        return Result(out=f"{sum(machine.delete(k, None, user, call.token) for k in arguments)}\n")
    if verb == "HDEL":
        return Result(out=f"{sum(machine.delete(key, field, user, call.token) for field in rest)}\n")
    if not rest or len(rest) % 2:
        return Result(1, err="ERR wrong number of arguments for 'hset' command\n")
    fields = dict(zip(rest[::2], rest[1::2], strict=True))
    new = sum(field not in machine.db.rows.get(key, {}) for field in fields)
    machine.db.set(key, fields)
    machine.written("load", user, call.token)
    return Result(out=f"{new}\n")


async def cfggen(call: Call) -> Result:
    """Print CONFIG_DB, one value or one table of it; with `--write-to-db` merge a file."""
    given = options(
        call.arguments, "-d --from-db --print-data --write-to-db -H -m", "-j --json -v --var-json"
    )
    if given.has("--write-to-db"):
        return merged(call, given.value("-j", "--json"))
    if name := given.value("-j", "--json"):
        try:
            tables = read_tables(call.text(name))
        except (OSError, ValueError) as error:
            return _traceback(name, error)
        text = json.dumps(_with_lie(call, tables), indent=4) + "\n"
    else:
        text = call.machine.shown()
    if table := given.value("--var-json"):
        return Result(out=json.dumps(json.loads(text).get(table, {}), indent=4) + "\n")
    if path := given.value("-v"):
        found = json.loads(text)
        for part in path.split("."):
            found = found.get(part.strip("'\"[]"), {})
        return Result(out=f"{found or ''}\n")
    return Result(out=text) if given.has("--print-data") else Result()


def merged(call: Call, name: str) -> Result:
    """Merge a file into CONFIG_DB; nothing is checked but that it is JSON of tables."""
    line = " ".join(call.words)
    try:
        tables = read_tables(call.text(name))
    except (OSError, ValueError) as error:
        return _traceback(name, error)
    if call.machine.trouble.ignores(line):
        return Result()
    if call.machine.trouble.is_partial(line):
        rows = [(table, key) for table, entries in tables.items() for key in entries]
        kept = set(rows[: len(rows) // 2])
        tables = {
            t: {k: row for k, row in entries.items() if (t, k) in kept} for t, entries in tables.items()
        }
    call.machine.load(tables, call.shell.user, call.token)
    return Result()


def _traceback(name: str, error: Exception) -> Result:
    said = (
        f"FileNotFoundError: '{name}'"
        if isinstance(error, OSError)
        else f"json.decoder.JSONDecodeError: {error}"
    )
    return Result(1, err=f"Traceback (most recent call last):\n{said}\n")


def _with_lie(call: Call, tables: Tables) -> Tables:
    """Return what would be written, with rows that were ordered beside the truth, or in its place."""
    if other := call.machine.trouble.stranger(" ".join(call.words)):
        return read_tables(other)
    if lie := call.machine.trouble.lie(" ".join(call.words)):
        for table, rows in read_tables(lie).items():
            for key, row in rows.items():
                tables.setdefault(table, {}).setdefault(key, {}).update(row)
    return tables


COMMANDS: Mapping[str, Command] = {"sonic-db-cli": told(cli, 1), "sonic-cfggen": told(cfggen)}
