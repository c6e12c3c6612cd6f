"""The commands a SONiC switch answers to, by name. Anything else is `command not found`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.sonic.commands import (
    accounts,
    config,
    control,
    eeprom,
    files,
    ports,
    redis,
    routing,
    show,
    systemd,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.sonic.shell import Command

COMMANDS: Mapping[str, Command] = {
    **control.COMMANDS,
    **files.COMMANDS,
    **text.COMMANDS,
    **redis.COMMANDS,
    **config.COMMANDS,
    **routing.COMMANDS,
    **systemd.COMMANDS,
    **ports.COMMANDS,
    **eeprom.COMMANDS,
    **accounts.COMMANDS,
    **show.COMMANDS,
}
