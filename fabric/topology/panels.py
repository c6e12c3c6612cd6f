"""The room on the front of a switch: which ports go down, which up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.ports import Cages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.catalog.models.switches import Cages as CageGroup
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
        cages = min(self.first_uplink_cage - self.down.first, self.down.count)
        return cages * self.down.per_cage


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
    return _lanes_in(_group(device, speed_gbps, catalog), device, speed_gbps)


def _group(device: Device, speed_gbps: int, catalog: Catalog) -> CageGroup:
    """Return the first cages of a switch that run a speed; the first ones if none does."""
    groups = catalog.switch(device.model).cages
    return next((group for group in groups if _runs(group, speed_gbps)), groups[0])


def _runs(group: CageGroup, speed_gbps: int) -> bool:
    return speed_gbps <= group.max_gbps and group.lanes % -(-speed_gbps // group.lane_gbps) == 0


def _lanes_in(group: CageGroup, device: Device, speed_gbps: int) -> int:
    if not _runs(group, speed_gbps):
        has = f"its cages have {group.lanes} lanes of {group.lane_gbps}G"
        summary = f"`{device.model}` has no {speed_gbps}G port: {has}"
        hint = "choose another model, or modules of another speed"
        raise FabricError(error("TOP-010", summary, device.path, hint))
    return -(-speed_gbps // group.lane_gbps)


def _cages(device: Device, gbps: int, slots: LinkClass, held: int | None, catalog: Catalog) -> Cages:
    """Return the ports of a speed in the slots of a class, of which a cage holds so many."""
    group = _group(device, slots.speed_gbps, catalog)
    most = group.lanes // _lanes_in(group, device, slots.speed_gbps)
    asked = slots.given.get("ports_per_cage")
    if asked and held and (held > most or group.lanes % held):
        summary = f"a cage of `{device.model}` is not shared out to {held} ports of {slots.speed_gbps}G"
        hint = f"it has {group.lanes} lanes of {group.lane_gbps}G: room for {most}"
        raise FabricError(error("TOP-043", summary, asked, hint))
    return Cages(
        group.count, group.lanes, _lanes_in(group, device, gbps), min(held or most, most), group.first
    )


def _panel(front: Front, device: Device, classes: tuple[LinkClass, LinkClass], catalog: Catalog) -> Panel:
    """Return the panel of a switch for the classes of its links down and up.

    Raises FabricError when the uplinks do not fit behind the other ports.
    """
    below, above = classes
    down, uplinks = down_ports(device, below, below, catalog), up_ports(device, above, catalog)
    apart = uplinks.first if uplinks.first != down.first else down.first + down.count // 2
    first = getattr(front.tier, "first_uplink_cage", None) or apart
    last = uplinks.first + uplinks.count - 1
    room = (last - first + 1) * uplinks.per_cage
    if front.uplinks > room:
        held = f"cages {first} to {last} of `{device.model}` hold {max(room, 0)}"
        summary = f"{front.uplinks} {front.words} of {above.speed_gbps}G do not fit: {held}"
        hint = f"use fewer {front.words}, or an earlier `first_uplink_cage`"
        raise FabricError(error("TOP-009", summary, front.tier.loc(front.field), hint))
    return Panel(down, uplinks, first)
