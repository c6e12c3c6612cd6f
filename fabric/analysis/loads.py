"""What stands in each rack: rack units and power, as far as the catalog knows them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.modules import draws_w
from fabric.analysis.orders import Sum
from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import Design
    from fabric.topology import Device


@dataclass(frozen=True, slots=True)
class Load:
    """The contents of a rack."""

    rack: str
    devices: int
    rack_units: Sum
    power_w: Sum
    """Of hosts the most they draw, of switches what is typical, and the most of the modules in both."""


Figures = tuple[str, float | None]
"""A model, and its figure; None when nobody knows it."""


def loads(designs: Iterable[Design]) -> tuple[Load, ...]:
    """Return the racks of a site that something stands in; what several fabrics share counts once."""
    devices: dict[str, Device] = {}
    heights: defaultdict[str, list[Figures]] = defaultdict(list)
    powers: defaultdict[str, list[Figures]] = defaultdict(list)
    for design in designs:
        modules = draws_w(design)
        for device in design.fabric.devices.values():
            if not device.rack:
                continue
            powers[device.rack] += modules.get(device.name, ())
            if device.name not in devices:
                devices[device.name] = device
                height, power = _figures(design, device)
                heights[device.rack].append((device.model, height))
                powers[device.rack].append((device.model, power))
    return tuple(
        Load(rack, len(heights[rack]), _sum(heights[rack]), _sum(powers[rack]))
        for rack in sorted(heights, key=natural)
    )


def _figures(design: Design, device: Device) -> tuple[float | None, float | None]:
    """Return height and power of a device without modules."""
    if device.role is Role.MANAGER:
        return None, None
    if device.role is Role.HOST:
        host = design.catalog.host(device.model)
        return host.rack_units, host.max_power_w
    switch = design.catalog.switch(device.model)
    return switch.rack_units, switch.power_w


def _sum(figures: Iterable[Figures]) -> Sum:
    known, missing = 0.0, dict[str, None]()
    for model, figure in figures:
        if figure is None:
            missing[model] = None
        else:
            known += figure
    return Sum(known, tuple(missing))
