"""`useradd`, `userdel`, `chpasswd`: SONiC keeps local accounts as Debian does, and none in CONFIG_DB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Call, Command

EXISTS, NOT_THERE = 9, 6
"""Exit codes of useradd(8) and userdel(8)."""


async def add(call: Call) -> Result:
    """Make an account that no password opens yet."""
    given = options(call.arguments, "-m --create-home", "-G --groups -s --shell")
    name = given.rest[0]
    if not call.shell.root:
        return Result(1, err="useradd: Permission denied.\n")
    if name in call.machine.accounts:
        return Result(EXISTS, err=f"useradd: user '{name}' already exists\n")
    call.machine.accounts[name] = ""
    return Result()


async def remove(call: Call) -> Result:
    """Delete an account."""
    name = options(call.arguments, "-r --remove -f --force").rest[0]
    if not call.shell.root:
        return Result(1, err="userdel: Permission denied.\n")
    if call.machine.accounts.pop(name, None) is None:
        return Result(NOT_THERE, err=f"userdel: user '{name}' does not exist\n")
    return Result()


async def passwords(call: Call) -> Result:
    """Set passwords, `NAME:PASSWORD` a line on the standard input."""
    if not call.shell.root:
        return Result(1, err="chpasswd: Permission denied.\n")
    for line in (await call.stdin()).splitlines():
        name, _, password = line.partition(":")
        if name not in call.machine.accounts:
            return Result(1, err=f"chpasswd: (user {name}) pam_chauthtok() failed\n")
        call.machine.accounts[name] = password
    return Result()


COMMANDS: Mapping[str, Command] = {
    "useradd": told(add, 1),
    "userdel": told(remove, 1),
    "chpasswd": passwords,
}
