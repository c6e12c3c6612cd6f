"""What happens on an SSH channel: one script and its exit code, or a prompt until `exit`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import asyncssh

from fabric.lab.faults import Kind
from fabric.lab.sonic.shell import IncompleteError, PowerLostError, Result, Shell, ShellSyntaxError, parse
from fabric.lab.sonic.shell.run import nothing
from fabric.lab.wire import GARBLES, garbled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.sonic.machine import Machine
    from fabric.lab.sonic.shell import Command
    from fabric.lab.sonic.shell.run import Stdin

DRIPS = 20
CHUNK = 2**20
"""Letters that are on their way at a time."""
BECOMES_ROOT = frozenset({"sudo -s", "sudo -i", "sudo su", "sudo su -", "sudo bash", "sudo -s -H", "su"})


class _CutError(Exception):
    """The connection was broken, or is about to be."""


class Service:
    """Serves the channels of one connection."""

    def __init__(
        self, machine: Machine, abort: Callable[[], None], user: str, commands: Mapping[str, Command]
    ) -> None:
        self._machine = machine
        self._abort = abort
        self._user = user
        self._commands = commands

    async def handle(self, process: asyncssh.SSHServerProcess[str]) -> None:
        """Serve a channel to its end."""
        shell = Shell(self._machine, self._commands, self._user)
        try:
            if process.command is None:
                await self._prompt(process, shell)
            else:
                shell.origin = process.command
                done = await self._run(process, shell, process.command, _input_of(process))
                process.exit(done.code)
        except _CutError:
            self._abort()
        except (asyncssh.Error, BrokenPipeError, ConnectionError):
            return  # the client left; what it started goes on

    async def _run(
        self, process: asyncssh.SSHServerProcess[str], shell: Shell, script: str, stdin: Stdin
    ) -> Result:
        """Run a script and send its output. It runs to its end even if the client leaves."""
        trouble = self._machine.trouble
        fault = trouble.arriving(script)
        if fault is not None and fault.kind is Kind.DROP_BEFORE:
            raise _CutError
        if fault is not None:
            await self._machine.clock.sleep(fault.seconds)
        await trouble.revived(script)
        done = await self._detached(shell, script, stdin)
        fault = trouble.leaving(script)
        if fault is not None and fault.kind is Kind.DROP_AFTER:
            raise _CutError
        if fault is not None and fault.kind in GARBLES:
            done = replace(done, out=garbled(fault.kind, done.out.encode()).decode())
        await self._send(process, done, over_s=fault.seconds if fault is not None else 0.0)
        return done

    async def _detached(self, shell: Shell, script: str, stdin: Stdin) -> Result:
        outcome: list[Result] = []

        async def work() -> None:
            try:
                outcome.append(await shell.run(script, stdin))
            except PowerLostError:
                return

        await asyncio.wait({self._machine.spawn(work())})
        if not outcome:
            raise _CutError
        return outcome[0]

    async def _send(self, process: asyncssh.SSHServerProcess[str], done: Result, over_s: float) -> None:
        step = max(1, len(done.out) // DRIPS) if over_s else CHUNK
        for start in range(0, len(done.out), step):
            if over_s:
                await self._machine.clock.sleep(over_s / DRIPS)
            process.stdout.write(done.out[start : start + step])
            await process.stdout.drain()
        if done.err:
            process.stderr.write(done.err)

    async def _prompt(self, process: asyncssh.SSHServerProcess[str], shell: Shell) -> None:
        """Read lines and run them; a line that is not complete is continued."""
        host = self._machine.hostname  # bash keeps the name it started with
        stack = [shell]
        pending = ""
        while True:
            process.stdout.write("> " if pending else _prompt_of(stack[-1], host))
            line = await _line(process)
            if line is None or (not pending and line.split()[:1] in (["exit"], ["logout"])):
                stack.pop()
                if line is None or not stack:
                    process.exit(0)
                    return
                continue
            pending = f"{pending}{line}"
            if _goes_on(pending):
                continue
            script, pending = pending.strip(), ""
            if script in BECOMES_ROOT:
                stack.append(replace(stack[-1], root=True, variables={}))
            elif script:
                stack[-1].origin = script
                await self._run(process, stack[-1], script, nothing)


async def _line(process: asyncssh.SSHServerProcess[str]) -> str | None:
    """Return the next line; empty after an interrupt, None at the end."""
    try:
        line = await process.stdin.readline()
    except asyncssh.BreakReceived:
        return "\n"
    except asyncssh.TerminalSizeChanged:
        return "\n"
    return line.replace("\r", "") or None


def _goes_on(script: str) -> bool:
    try:
        parse(script)
    except IncompleteError:
        return True
    except ShellSyntaxError:
        return False
    return script.endswith("\\\n")


def _prompt_of(shell: Shell, host: str) -> str:
    if shell.root:
        return f"root@{host}:{shell.folder}# "
    return f"{shell.user}@{host}:{shell.folder.replace('/home/admin', '~', 1)}$ "


def _input_of(process: asyncssh.SSHServerProcess[str]) -> Stdin:
    """Return what reads the channel to its end, when a command wants it."""

    async def read() -> str:
        return await process.stdin.read()

    return read
