"""Commands that run other commands, or change the shell itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.options import UsageError, options
from fabric.lab.sonic.files import may_write
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Call, Command

TIMED_OUT = 124
CONTAINERS = frozenset({"bgp", "database", "gnmi", "lldp", "pmon", "snmp", "swss", "syncd", "teamd"})
IN_CONTAINER = {"bgp": frozenset({"vtysh", "frr-reload.py"}), "lldp": frozenset({"lldpctl", "lldpcli"})}
"""What only one container has; plain tools are in all."""
PLAIN = frozenset({"bash", "cat", "cp", "echo", "false", "ls", "mkdir", "mv", "rm", "sh", "test", "true"})


async def sudo(call: Call) -> Result:
    """Run as root; every login of the lab may, without a password."""
    given = options(call.arguments, "-n -E -H -S -s -i", "-u", leading=True)
    inner = replace(call.shell, root=True)
    if not given.rest:
        return Result(0) if given.has("-s", "-i") else Result(1, err="usage: sudo command\n")
    done = await inner.call(given.rest, call.stdin)
    return replace(done, leaves=False)


async def sh(call: Call) -> Result:
    """Run `-c SCRIPT`, a file, or standard input, in a shell of its own."""
    given = options(call.arguments, "-c -e -x -l -s", leading=True)
    inner = replace(call.shell, variables={}, strict=given.has("-e"))
    if given.has("-c"):
        return replace(await inner.run(given.rest[0] if given.rest else "", call.stdin), leaves=False)
    if not given.rest:
        return replace(await inner.run(await call.stdin()), leaves=False)
    try:
        script = call.text(given.rest[0])
    except OSError:
        return Result(127, err=f"sh: 0: cannot open {given.rest[0]}: No such file\n")
    return replace(await inner.run(script, call.stdin), leaves=False)


async def timeout(call: Call) -> Result:
    """Run with a limit in seconds; what was done by then stays done."""
    given = options(call.arguments, "--foreground", "-k -s", leading=True)
    limit = float(given.rest[0].removesuffix("s"))
    work = asyncio.ensure_future(call.shell.call(given.rest[1:], call.stdin))
    alarm = asyncio.ensure_future(call.machine.clock.sleep(limit))
    await asyncio.wait({work, alarm}, return_when=asyncio.FIRST_COMPLETED)
    alarm.cancel()
    if work.done():
        return work.result()
    work.cancel()
    return Result(TIMED_OUT)


async def flock(call: Call) -> Result:
    """Run holding an advisory lock; `-n` does not wait, `-w` waits that many seconds."""
    given = options(call.arguments, "-n -x -e -o", "-w -E", leading=True)
    path = call.shell.path(given.rest[0])
    if not may_write(path, root=call.shell.root):
        return Result(66, err=f"flock: cannot open lock file {path}: Permission denied\n")
    lock = call.machine.locks.setdefault(path, asyncio.Lock())
    conflict = Result(int(given.value("-E") or 1))
    if lock.locked() and (given.has("-n") or not await _obtains(call, lock, given.value("-w"))):
        return conflict
    words = given.rest[1:]
    if not call.machine.files.is_file(path):
        call.machine.files.write(path, b"")
    async with lock:
        if words[:1] == ("-c",):
            return await call.shell.run(words[1], call.stdin)
        return await call.shell.call(words, call.stdin)


async def _obtains(call: Call, lock: asyncio.Lock, wait_s: str) -> bool:
    """Wait until a lock is free, for ever or so many seconds; say whether it is."""
    if not wait_s:
        return True
    free = asyncio.ensure_future(lock.acquire())
    alarm = asyncio.ensure_future(call.machine.clock.sleep(float(wait_s)))
    await asyncio.wait({free, alarm}, return_when=asyncio.FIRST_COMPLETED)
    alarm.cancel()
    if not free.done():
        free.cancel()
        return False
    lock.release()
    return True


async def docker(call: Call) -> Result:
    """`docker exec NAME COMMAND...`."""
    if call.arguments[:1] != ("exec",):
        return Result(1, err=f"docker: '{' '.join(call.arguments[:1])}' is not a docker command.\n")
    name, *words = options(call.arguments[1:], "-i -t -d -it", "-u -e -w", leading=True).rest
    if name not in CONTAINERS:
        return Result(1, err=f"Error response from daemon: No such container: {name}\n")
    if not call.machine.ready and name != "database":
        return Result(1, err=f"Error response from daemon: Container {name} is not running\n")
    command = words[0].rpartition("/")[2]
    if command not in PLAIN | IN_CONTAINER.get(name, frozenset()):
        missing = f'exec: "{words[0]}": executable file not found in $PATH'
        return Result(127, err=f"OCI runtime exec failed: exec failed: {missing}: unknown\n")
    inner = replace(call.shell, container=name, root=True, folder="/")
    return replace(await inner.call(tuple(words), call.stdin), leaves=False)


async def leave(call: Call) -> Result:
    """End the script, with a code or that of the command before."""
    before = call.shell.variables.get("?", "0")
    return Result(int(call.arguments[0] if call.arguments else before), leaves=True)


async def assign(call: Call) -> Result:
    """`export NAME=value`."""
    for word in call.arguments:
        name, equals, value = word.partition("=")
        if equals:
            call.shell.variables[name] = value
    return Result()


async def settings(call: Call) -> Result:
    """`set -e`, `set +e`; other settings change nothing here."""
    for word in call.arguments:
        if "e" in word and word[0] in "-+" and word != "-o":
            call.shell.strict = word[0] == "-"
    return Result()


async def change_folder(call: Call) -> Result:
    """`cd`."""
    target = call.shell.path(call.arguments[0] if call.arguments else "/home/admin")
    if not call.machine.files.is_folder(target):
        return Result(1, err=f"-bash: cd: {call.arguments[0]}: No such file or directory\n")
    call.shell.folder = target
    return Result()


async def through(call: Call) -> Result:
    """`nohup`, `command`, `exec`: run the rest."""
    return await call.shell.call(call.arguments, call.stdin)


def told(command: Command, usage_code: int = 2) -> Command:
    """Return the command with option mistakes turned into a usage message."""

    async def run(call: Call) -> Result:
        try:
            return await command(call)
        except UsageError as error:
            return Result(usage_code, err=f"{call.words[0]}: invalid option -- '{error}'\n")
        except OSError as error:
            return Result(usage_code, err=f"{call.words[0]}: {error}: No such file or directory\n")
        except (LookupError, ValueError) as error:
            return Result(usage_code, err=f"{call.words[0]}: invalid arguments: {error}\n")

    return run


COMMANDS: Mapping[str, Command] = {
    "sudo": told(sudo, 1),
    "sh": told(sh),
    "bash": told(sh),
    "timeout": told(timeout, 125),
    "flock": told(flock, 64),
    "docker": told(docker, 1),
    "nohup": told(through, 125),
    "exit": told(leave),
    "set": told(settings),
    "export": told(assign),
    "cd": told(change_folder),
}
