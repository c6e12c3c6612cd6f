"""Who a device says it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.lab.sonic.machine import Machine


@dataclass(frozen=True, slots=True)
class Identity:
    """Name and numbers of one device."""

    hostname: str
    serial: str
    mac: str


def identity(machine: Machine) -> Identity:
    """Return who answers: the device, or another one under its address while that fault holds."""
    if machine.trouble.is_impostor():
        return Identity("impostor", "IMPOSTOR0001", "02:00:00:ba:dd:ad")
    return Identity(machine.hostname, machine.lab.serial, machine.lab.mac)
