"""The SSH side of a UFM server: the double of SONiC's shell, with the commands that such a server has."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fabric.lab.faults import Kind
from fabric.lab.sonic.commands import control, files, text
from fabric.lab.sonic.node import listen as listen_for_ssh
from fabric.lab.sonic.shell import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell import Command
    from fabric.lab.sonic.shell.run import Call
    from fabric.lab.state import Node
    from fabric.lab.ufm.box import Box

PID = "15131"
"""Of OpenSM."""


async def listen(box: Box) -> Node:
    """Let the files of a UFM be reached. What these commands ask of a machine, its box has."""
    return await listen_for_ssh(cast("Machine", box), COMMANDS)


def _box(call: Call) -> Box:
    return cast("Box", call.machine)


async def pidof(call: Call) -> Result:
    """Print the process of a program: OpenSM runs."""
    return Result(out=f"{PID}\n") if call.arguments == ("opensm",) else Result(1)


async def kill(call: Call) -> Result:
    """`kill -s HUP PID`: OpenSM reads its files again, unless it was ordered not to hear."""
    *signal, pid = call.arguments or ("",)
    if (signal, pid) != (["-s", "HUP"], PID):
        return Result(1, err=f"kill: ({pid}) - No such process\n")
    if not call.machine.trouble.ignores(" ".join(call.words)):
        _box(call).sweep()
    return Result()


async def stat(call: Call) -> Result:
    """`stat -c '%.9Y %n' FILE...`: when each was written."""
    done = Result()
    for name in call.arguments[2:]:
        written = _box(call).files.times.get(name)
        if written is None or not call.machine.files.is_file(name):
            done = done.then(Result(1, err=f"stat: cannot statx '{name}': {files.ABSENT}\n"))
        else:
            done = done.then(Result(done.code, f"{written:.9f} {name}\n"))
    return done


async def copy(call: Call) -> Result:
    """`cp`, on a disk that may be full: half of the file is there then."""
    line = " ".join(call.words)
    if not call.machine.world.faults.take(call.machine.lab.name, line, Kind.PARTIAL):
        return await files.copy(call)
    source, target = call.arguments[-2:]
    half = call.text(source)
    call.machine.files.write(call.shell.path(target), half[: len(half) // 2])
    return Result(1, err=f"cp: error writing '{target}': No space left on device\n")


async def rights(call: Call) -> Result:
    """`chmod` and `chown`: rights are of no effect here."""
    name = call.arguments[-1] if call.arguments else ""
    if call.machine.files.is_file(call.shell.path(name)):
        return Result()
    return Result(1, err=f"{call.words[0]}: cannot access '{name}': {files.ABSENT}\n")


COMMANDS: Mapping[str, Command] = {
    **control.COMMANDS,
    **files.COMMANDS,
    **text.COMMANDS,
    "cp": control.told(copy, 1),
    "pidof": pidof,
    "kill": kill,
    "stat": stat,
    "chmod": rights,
    "chown": rights,
}
