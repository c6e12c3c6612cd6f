"""The live side of every platform: `connect` gives the driver of one device, loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fabric.drivers.contract import Driver, DriverError
from fabric.drivers.entry import HostEntry, entry_of
from fabric.drivers.secrets import Secrets
from fabric.drivers.understood import Understood

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["DRIVERS", "Driver", "HostEntry", "Secrets", "connect", "entry_of", "load"]

DRIVERS: Mapping[str, str] = {
    "cumulus": "fabric.drivers.cumulus:CumulusDriver",
    "eos": "fabric.drivers.eos:EosDriver",
    "sonic": "fabric.drivers.sonic:SonicDriver",
    "ufm": "fabric.drivers.ufm:UfmDriver",
}
"""Platform to its driver class; a network library is loaded with the class and not before."""


def load(platforms: Iterable[str]) -> None:
    """Import the drivers of platforms, before threads use them: their imports could wait for each other."""
    for platform in platforms:
        if platform in DRIVERS:
            import_module(DRIVERS[platform].partition(":")[0])


def connect(entry: HostEntry, secrets: Secrets) -> Driver:
    """Return the driver of a device; the connection itself is made by the first verb."""
    place = DRIVERS.get(entry.platform)
    if place is None:
        raise DriverError(f"{entry.name}: nothing is pushed to platform `{entry.platform}`")
    module, _, name = place.partition(":")
    return Understood(entry.name, getattr(import_module(module), name)(entry, secrets), secrets.mask)
