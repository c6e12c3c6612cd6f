"""Switches that share one quality of service, and the ports that it is for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.device import UNMANAGED, qos_of
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Asic
    from fabric.device import Design, Headroom, Qos
    from fabric.topology import Device

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


@dataclass(frozen=True, slots=True)
class Kind:
    """Switches of one kind, and one of them with the most ports."""

    names: tuple[str, ...]
    device: Device
    asic: Asic
    qos: Qos
    ports: Mapping[tuple[int, float], int]
    """(speed in Gb/s, cable in m) to how many ports of that switch have it."""

    @property
    def count(self) -> int:
        """Ports of that switch."""
        return sum(self.ports.values())

    def sum(self, field: str) -> int:
        """Return a size of the headroom, summed over ports and lossless classes."""
        groups = len(self.qos.lossless)
        return sum(getattr(row, field) * self.used(row) * groups for row in self.qos.headroom)

    def used(self, row: Headroom) -> int:
        """Return how many ports a row of headroom is for."""
        return self.ports.get((row.speed_gbps, row.cable_m), 0)


def kinds(design: Design) -> tuple[Kind, ...]:
    """Return the kinds of switches with classes of traffic; made once for all rules."""
    return design.once(("kinds",), lambda: _kinds(design))


def _kinds(design: Design) -> tuple[Kind, ...]:
    shared: dict[int, tuple[Qos, list[Device], Counter[tuple[int, float]]]] = {}
    for device in design.fabric.of_role(*SWITCHES):
        qos = qos_of(design, device) if device.platform != UNMANAGED else None
        if qos is None:
            continue
        ports = Counter((x.speed_gbps, x.length_m) for x in design.fabric.links_of.get(device.name, ()))
        _, devices, most = shared.setdefault(id(qos), (qos, [], ports))
        devices.append(device)
        if ports.total() > most.total():
            shared[id(qos)] = (qos, devices, ports)
    return tuple(
        Kind(tuple(d.name for d in devices), devices[0], _asic(design, devices[0]), qos, ports)
        for qos, devices, ports in shared.values()
    )


def _asic(design: Design, device: Device) -> Asic:
    return design.catalog.asic(design.catalog.switch(device.model).asic)
