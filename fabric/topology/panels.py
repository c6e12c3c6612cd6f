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
    """Return the panels of switches by role; those of one model and place in the intent share the work.

    Raises FabricError.
    """
    shared: dict[tuple[object, ...], Panel] = {}
    found: dict[str, Panel] = {}
    for device in made.values():
        if device.role not in fronts:
            continue
        key = (device.role, device.model, device.path)
        if key not in shared:
            shared[key] = _panel(fronts[device.role], device, ground)
        found[device.name] = shared[key]
    return found


def cages(device: Device, speed_gbps: int, catalog: Catalog) -> Cages:
    """Return the data ports of a switch at a speed. Raises FabricError when it cannot run them."""
    group = catalog.switch(device.model).cages[0]
    lanes = -(-speed_gbps // group.lane_gbps)
    if speed_gbps > group.max_gbps or group.lanes % lanes:
        has = f"its cages have {group.lanes} lanes of {group.lane_gbps}G"
        summary = f"`{device.model}` has no {speed_gbps}G port: {has}"
        hint = "choose another model, or modules of another speed"
        raise FabricError(error("TOP-010", summary, device.path, hint))
    return Cages(group.count, group.lanes, lanes)


def _panel(front: Front, device: Device, ground: Ground) -> Panel:
    """Return the panel of a switch. Raises FabricError when the uplinks do not fit behind the other ports."""
    speeds = [ground.classes[kind].speed_gbps for kind in (front.below, front.above)]
    down, uplinks = (cages(device, speed, ground.catalog) for speed in speeds)
    first = getattr(front.tier, "first_uplink_cage", None) or down.count // 2 + 1
    room = (uplinks.count - first + 1) * uplinks.per_cage
    if front.uplinks > room:
        held = f"cages {first} to {uplinks.count} of `{device.model}` hold {max(room, 0)}"
        summary = f"{front.uplinks} {front.words} of {speeds[1]}G do not fit: {held}"
        hint = f"use fewer {front.words}, or an earlier `first_uplink_cage`"
        raise FabricError(error("TOP-009", summary, front.tier.loc(front.field), hint))
    return Panel(down, uplinks, first)
