"""The units of a fabric: what gets one set of artifacts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.device.dpu import DpuConfig, dpu
from fabric.device.host import HostConfig, host
from fabric.device.subnet_manager import SubnetManagerConfig, subnet_manager
from fabric.device.switch import SwitchConfig, switch
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device.design import Design
    from fabric.topology import Fabric

UnitConfig = SwitchConfig | HostConfig | DpuConfig | SubnetManagerConfig
_LAST = {Role.DPU: 1, Role.HOST: 2}
"""What stands behind all switches."""
UNMANAGED = "unmanaged"
"""Platform of switches that a subnet manager configures: they get no artifacts of their own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A switch, DPU, host or subnet manager, and the platform that renders it."""

    name: str
    role: Role
    platform: str
    fabrics: tuple[str, ...]
    """Fabrics it is on, by name: one, or for a host as many as it has NICs on."""


def units(fabrics: Iterable[Fabric]) -> tuple[Unit, ...]:
    """Return the units of a site, each once, in the order of expansion: switches, DPUs, hosts."""
    found: dict[str, Unit] = {}
    for fabric in fabrics:
        for device in (*fabric.devices.values(), *fabric.dpus.values()):
            if device.platform != UNMANAGED:
                before = found[device.name].fabrics if device.name in found else ()
                on = tuple(sorted((*before, fabric.name)))
                found[device.name] = Unit(device.name, device.role, device.platform, on)
    return tuple(sorted(found.values(), key=lambda unit: _LAST.get(unit.role, 0)))


def build(designs: Iterable[Design], name: str) -> UnitConfig:
    """Build the configuration of one unit from the designs of its site. Raises FabricError."""
    own = tuple(d for d in designs if name in d.fabric.devices or name in d.fabric.dpus)
    design, role = own[0], own[0].device(name).role
    if role is Role.HOST:
        return host(own, name)
    if role is Role.DPU:
        return dpu(design, name)
    if role is Role.MANAGER:
        return subnet_manager(design, name)
    return switch(design, name)
