"""The room on the front of a switch: which ports go down, which up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.model import Role
from fabric.topology.ports import Cages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.topology.model import Device
    from fabric.topology.shape import AnyLeaf, AnySpine, Shape
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


def panels(
    shape: Shape, made: Mapping[str, Device], classes: Mapping[str, LinkClass], catalog: Catalog
) -> dict[str, Panel]:
    """Return the panels of switches with uplinks; those of one model and place in the intent share the work.

    Raises FabricError.
    """
    tiers: dict[Role, tuple[AnyLeaf | AnySpine, int, str, str]] = {
        Role.LEAF: (shape.leaf, shape.leaf.uplinks, "host-leaf", "leaf-spine")
    }
    if shape.core is not None:
        tiers[Role.SPINE] = (shape.spine, shape.spine_uplinks, "leaf-spine", "spine-core")
    shared: dict[tuple[object, ...], Panel] = {}
    found: dict[str, Panel] = {}
    for device in made.values():
        if device.role not in tiers:
            continue
        key = (device.role, device.model, device.path)
        if key not in shared:
            tier, uplinks, below, above = tiers[device.role]
            speeds = classes[below].speed_gbps, classes[above].speed_gbps
            shared[key] = _panel(tier, uplinks, device, speeds, catalog)
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


def _panel(
    tier: AnyLeaf | AnySpine, wanted: int, device: Device, speeds: tuple[int, int], catalog: Catalog
) -> Panel:
    """Return the panel of a switch for the speeds of its ports down and up, in Gb/s.

    Raises FabricError when the uplinks do not fit behind the other ports.
    """
    down, uplinks = (cages(device, speed, catalog) for speed in speeds)
    first = getattr(tier, "first_uplink_cage", None) or down.count // 2 + 1
    room = (uplinks.count - first + 1) * uplinks.per_cage
    if wanted > room:
        held = f"cages {first} to {uplinks.count} of `{device.model}` hold {max(room, 0)}"
        summary = f"{wanted} uplinks of {speeds[1]}G do not fit: {held}"
        hint = "use fewer uplinks, or an earlier `first_uplink_cage`"
        raise FabricError(error("TOP-009", summary, tier.loc("uplinks"), hint))
    return Panel(down, uplinks, first)
