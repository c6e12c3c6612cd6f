"""`decode-syseeprom`: serial number and base MAC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.sonic.commands.control import told
from fabric.lab.sonic.commands.options import options
from fabric.lab.sonic.commands.table import table
from fabric.lab.sonic.identity import identity
from fabric.lab.sonic.shell.run import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell.run import Call, Command


async def decode(call: Call) -> Result:
    """Print the system EEPROM; `-s` the serial number only, `-m` the MAC only."""
    given = options(call.arguments, "-s -m -d -p")
    who = identity(call.machine)
    if given.has("-s"):
        return Result(out=f"{who.serial}\n")
    if given.has("-m"):
        return Result(out=f"{who.mac}\n")
    fields = [
        ("Product Name", "0x21", call.machine.lab.model),
        ("Serial Number", "0x23", who.serial),
        ("Base MAC Address", "0x24", who.mac.upper()),
        ("Device Version", "0x26", "1"),
    ]
    rows = [[name, code, str(6 if code == "0x24" else len(value)), value] for name, code, value in fields]
    head = "TlvInfo Header:\n   Id String:    TlvInfo\n   Version:      1\n   Total Length: 169\n"
    return Result(out=head + table(["TLV Name", "Code", "Len", "Value"], rows))


COMMANDS: Mapping[str, Command] = {"decode-syseeprom": told(decode, 1)}
