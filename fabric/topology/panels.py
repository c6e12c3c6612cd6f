"""The room on the front of a switch: which ports go down, which up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.ports import Cages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.intent.tiers import Switches
    from fabric.topology.ground import Ground
    from fabric.topology.model import Device, Role
    from fabric.topology.speeds import LinkClass


@dataclass(frozen=True, slots=True)
class Panel:
    """How the ports of one switch are shared out."""

    down: Cages
    """Towards hosts, or the tier below."""
    uplinks: Cages
    first_uplink_cage: int

    @property
    def down_ports(self) -> int:
        """Ports before the first cage with uplinks."""
        return (self.first_uplink_cage - 1) * self.down.per_cage


@dataclass(frozen=True, slots=True)
class Front:
    """How the ports of a tier of switches are to be shared out."""

    tier: Switches
    """Its `first_uplink_cage`, if it has one, says where uplinks begin."""
    uplinks: int
    """Ports behind that cage that are needed."""
    below: str
    """Class of the links before it."""
    above: str
    """Class of the links behind it."""
    field: str = "uplinks"
    """Where the intent says how many there are."""

    @property
    def words(self) -> str:
        """What the ports behind that cage are for."""
        return self.field if self.field == "uplinks" else f"{self.above} links"


def panels(fronts: Mapping[Role, Front], made: Mapping[str, Device], ground: Ground) -> dict[str, Panel]:
    """Return the panels of switches by role; equal ones share the work.

    Raises FabricError.
    """
    shared: dict[tuple[object, ...], Panel] = {}
    found: dict[str, Panel] = {}
    for device in made.values():
        if device.role not in fronts:
            continue
        front = fronts[device.role]
        below, above = (ground.classes.of(kind, device.pod) for kind in (front.below, front.above))
        key = (device.role, device.model, device.path, below, above)
        if key not in shared:
            shared[key] = _panel(front, device, (below, above), ground.catalog)
        found[device.name] = shared[key]
    return found


def down_ports(device: Device, cls: LinkClass, slots: LinkClass, catalog: Catalog) -> Cages:
    """Return the ports of a switch for links of a class from below, in the slots of another class.

    Raises FabricError when it cannot run them.
    """
    return _cages(device, cls.speed_gbps, slots, slots.per_cage_b, catalog)


def up_ports(device: Device, cls: LinkClass, catalog: Catalog) -> Cages:
    """Return the ports of a switch for links of a class to above. Raises FabricError."""
    return _cages(device, cls.speed_gbps, cls, cls.per_cage_a, catalog)


def lanes_of(device: Device, speed_gbps: int, catalog: Catalog) -> int:
    """Return the lanes of a port of a speed. Raises FabricError when the switch has no such port."""
    group = catalog.switch(device.model).cages[0]
    lanes = -(-speed_gbps // group.lane_gbps)
    if speed_gbps > group.max_gbps or group.lanes % lanes:
        has = f"its cages have {group.lanes} lanes of {group.lane_gbps}G"
        summary = f"`{device.model}` has no {speed_gbps}G port: {has}"
        hint = "choose another model, or modules of another speed"
        raise FabricError(error("TOP-010", summary, device.path, hint))
    return lanes


def _cages(device: Device, gbps: int, slots: LinkClass, held: int | None, catalog: Catalog) -> Cages:
    """Return the ports of a speed in the slots of a class, of which a cage holds so many."""
    group = catalog.switch(device.model).cages[0]
    lanes, most = lanes_of(device, gbps, catalog), group.lanes // lanes_of(device, slots.speed_gbps, catalog)
    asked = slots.given.get("ports_per_cage")
    if asked and held and (held > most or group.lanes % held):
        summary = f"a cage of `{device.model}` is not shared out to {held} ports of {slots.speed_gbps}G"
        hint = f"it has {group.lanes} lanes of {group.lane_gbps}G: room for {most}"
        raise FabricError(error("TOP-043", summary, asked, hint))
    return Cages(group.count, group.lanes, lanes, min(held or most, most))


def _panel(front: Front, device: Device, classes: tuple[LinkClass, LinkClass], catalog: Catalog) -> Panel:
    """Return the panel of a switch for the classes of its links down and up.

    Raises FabricError when the uplinks do not fit behind the other ports.
    """
    below, above = classes
    down, uplinks = down_ports(device, below, below, catalog), up_ports(device, above, catalog)
    first = getattr(front.tier, "first_uplink_cage", None) or down.count // 2 + 1
    room = (uplinks.count - first + 1) * uplinks.per_cage
    if front.uplinks > room:
        held = f"cages {first} to {uplinks.count} of `{device.model}` hold {max(room, 0)}"
        summary = f"{front.uplinks} {front.words} of {above.speed_gbps}G do not fit: {held}"
        hint = f"use fewer {front.words}, or an earlier `first_uplink_cage`"
        raise FabricError(error("TOP-009", summary, front.tier.loc(front.field), hint))
    return Panel(down, uplinks, first)
