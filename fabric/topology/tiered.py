"""Shapes of tiers: leaves below spines, and cores above them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from fabric.topology.attach import attachments
from fabric.topology.cabling import Draft, core_links, leaf_links
from fabric.topology.called import called
from fabric.topology.exceptions import with_exceptions
from fabric.topology.ground import Ground, Wiring
from fabric.topology.hosts import by_pod, host_links
from fabric.topology.model import HOST_LINK, Role
from fabric.topology.panels import Front, panels
from fabric.topology.shape import Shape, shape_of
from fabric.topology.tiers import switches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.topology import Tiered
    from fabric.topology.attach import Attachment
    from fabric.topology.pods import Pod


def tiered(ground: Ground) -> Wiring:
    """Return a fabric of two or three tiers. Raises FabricError."""
    topology, prefix = cast("Tiered", ground.intent.topology), ground.intent.prefix
    shape = shape_of(topology)
    made = with_exceptions(called(switches(shape, prefix, ground.pods), ground), topology, ground.catalog)
    front = panels(_fronts(shape), made, ground)
    draft = Draft(ground, shape, made, front)
    leaves = by_pod(device for device in made.values() if device.role is Role.LEAF)

    def attached(pod: Pod, room: int) -> Iterator[Attachment]:
        return attachments(shape, pod, room)

    def rail_of(nic: int) -> int | None:
        return nic // shape.nic_planes + 1 if shape.rails else None

    links = (
        *host_links(ground, leaves, front, attached, rail_of),
        *leaf_links(draft),
        *core_links(draft),
    )
    return Wiring(MappingProxyType(made), links, MappingProxyType(front), MappingProxyType(leaves))


def _fronts(shape: Shape) -> dict[Role, Front]:
    """Return how the ports of switches with uplinks are shared out."""
    fronts = {Role.LEAF: Front(shape.leaf, shape.leaf.uplinks, HOST_LINK, "leaf-spine")}
    if shape.core is not None:
        fronts[Role.SPINE] = Front(shape.spine, shape.spine_uplinks, "leaf-spine", "spine-core")
    return fronts
