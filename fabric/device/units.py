"""The units of a fabric: what gets one set of artifacts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.device.host import HostConfig, host
from fabric.device.subnet_manager import SubnetManagerConfig, subnet_manager
from fabric.device.switch import SwitchConfig, switch
from fabric.topology import Role

if TYPE_CHECKING:
    from fabric.device.design import Design
    from fabric.topology import Fabric

UnitConfig = SwitchConfig | HostConfig | SubnetManagerConfig
UNMANAGED = "unmanaged"
"""Platform of switches that a subnet manager configures: they get no artifacts of their own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A switch, host or subnet manager, and the platform that renders it."""

    name: str
    role: Role
    platform: str


def units(fabric: Fabric) -> tuple[Unit, ...]:
    """Return the units of a fabric in the order of its expansion, switches first."""
    found = (Unit(d.name, d.role, d.platform) for d in fabric.devices.values() if d.platform != UNMANAGED)
    return tuple(sorted(found, key=lambda unit: unit.role is Role.HOST))


def build(design: Design, name: str) -> UnitConfig:
    """Build the configuration of one unit. Raises FabricError."""
    role = design.device(name).role
    if role is Role.HOST:
        return host(design, name)
    if role is Role.MANAGER:
        return subnet_manager(design, name)
    return switch(design, name)
