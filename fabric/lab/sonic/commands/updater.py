"""`config apply-patch`, `replace`, `rollback` and the checkpoints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.lab.sonic import gcu
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.database import read_tables
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.database import Tables
    from fabric.lab.sonic.shell.run import Call, Command

FOLDER = "/etc/sonic/checkpoints"
FLAGS = "-d --dry-run -v --verbose -n --ignore-non-yang-tables -p --parallel -f"
VALUED = "-i --ignore-path -t"
LEFT_OUT = ("BUFFER_PG", "BUFFER_PROFILE", "FLEX_COUNTER_TABLE")
"""What the final comparison of `replace` does not look at."""


async def apply_patch(call: Call) -> Result:
    """Apply a JSON patch step by step."""
    given = options(call.arguments, FLAGS, VALUED)
    try:
        patch = json.loads(call.text(given.rest[0]))
        base = call.machine.db.tables()
        await _go(call, gcu.patched(base, patch))
    except (gcu.GcuRefusedError, OSError, ValueError) as error:
        said = f"Failed to apply patch due to: {error}\n"
        return Result(2, err=f"{said}Usage: config apply-patch [OPTIONS] PATCH_FILE_PATH\n\nError: {error}\n")
    return Result(out=f"{_dry(call)}Patch applied successfully.\n")


async def replace(call: Call) -> Result:
    """Make the whole configuration that of a file."""
    given = options(call.arguments, FLAGS, VALUED)
    try:
        target = read_tables(call.text(given.rest[0]))
        await _go(call, target)
        _verify(call, target)
    except (gcu.GcuRefusedError, OSError, ValueError) as error:
        return _failed("replace", error)
    return Result(out=f"{_dry(call)}Config replaced successfully.\n")


async def rollback(call: Call) -> Result:
    """Make the whole configuration that of a checkpoint, with all that `replace` refuses and disturbs."""
    name = options(call.arguments, FLAGS, VALUED).rest[0]
    before = call.machine.db.version
    try:
        if not call.machine.files.is_file(f"{FOLDER}/{name}.cp.json"):
            raise ValueError(f"Checkpoint '{name}' does not exist")  # noqa: TRY301 - one place words the answer
        target = read_tables(call.machine.files.text(f"{FOLDER}/{name}.cp.json"))
        await _go(call, target)
        _verify(call, target)
    except (gcu.GcuRefusedError, ValueError) as error:
        return _failed("rollback", error)
    if call.machine.db.version != before:
        call.machine.note("rollback", call.shell.user, call.token)
    return Result(out=f"{_dry(call)}Config rolled back successfully.\n")


async def checkpoint(call: Call) -> Result:
    """Keep the running configuration under a name."""
    name = options(call.arguments, "-v --verbose").rest[0]
    call.machine.files.write(f"{FOLDER}/{name}.cp.json", call.machine.db.text())
    return Result(out="Checkpoint created successfully.\n")


async def delete_checkpoint(call: Call) -> Result:
    """Forget a checkpoint."""
    name = options(call.arguments, "-v --verbose").rest[0]
    try:
        call.machine.files.remove(f"{FOLDER}/{name}.cp.json")
    except OSError:
        return _failed("delete-checkpoint", ValueError(f"Checkpoint '{name}' does not exist"))
    return Result(out="Checkpoint deleted successfully.\n")


async def list_checkpoints(call: Call) -> Result:
    """Print the names as a JSON list."""
    names = [n.removesuffix(".cp.json") for n in call.machine.files.names(FOLDER) if n.endswith(".cp.json")]
    return Result(out=json.dumps(names, indent=2) + "\n")


async def _go(call: Call, target: Tables) -> None:
    """Check, then apply change after change; what was applied when the device dies stays applied."""
    machine = call.machine
    base = machine.db.tables()
    gcu.check(base, target, machine.lab.release)
    planned = gcu.steps(base, target)
    await machine.clock.sleep(machine.pace.scaled(machine.pace.gcu_start))
    if _dry(call):
        return
    if machine.trouble.is_partial(" ".join(call.words)):
        planned = planned[: len(planned) // 2]
    for step in planned:
        machine.take(step, call.shell.user, call.token)
        await machine.clock.sleep(machine.pace.scaled(machine.pace.gcu_change))


def _verify(call: Call, target: Tables) -> None:
    """Compare as the updater does at its end; a change made in part by a fault is not found out."""
    kept = [t for t in target if t not in LEFT_OUT]
    now = call.machine.db.tables()
    if not _dry(call) and any(not now.get(table) for table in kept):
        raise ValueError("After replacing config, there are still some parts not updated")


def _dry(call: Call) -> str:
    return "** DRY RUN EXECUTION **\n" if {"-d", "--dry-run"} & set(call.arguments) else ""


def _failed(verb: str, error: Exception) -> Result:
    said = {"replace": "Failed to replace config", "rollback": "Failed to rollback config"}.get(
        verb, f"Failed to {verb}"
    )
    return Result(2, err=f"{said}\nUsage: config {verb} [OPTIONS]\n\nError: {error}\n")


VERBS: Mapping[str, Command] = {
    "apply-patch": apply_patch,
    "replace": replace,
    "rollback": rollback,
    "checkpoint": checkpoint,
    "delete-checkpoint": delete_checkpoint,
    "list-checkpoints": list_checkpoints,
}
