"""Mesh: every leaf is joined to every other."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from fabric.topology.attach import by_group
from fabric.topology.called import called
from fabric.topology.exceptions import with_exceptions
from fabric.topology.ground import Ground, Wiring, link
from fabric.topology.hosts import by_pod, host_links
from fabric.topology.model import HOST_LINK, End, Role
from fabric.topology.panels import Front, panels
from fabric.topology.tiers import switch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.intent.tiers import MeshLeaf
    from fabric.intent.topology import Mesh
    from fabric.topology.model import Device, Link
    from fabric.topology.panels import Panel


def mesh(ground: Ground) -> Wiring:
    """Return a fabric whose leaves are all joined to each other. Raises FabricError."""
    topology = cast("Mesh", ground.intent.topology)
    tier = topology.leaf
    made = with_exceptions(called(_leaves(ground, tier), ground), topology, ground.catalog)
    needed = (ground.pods[-1].number * tier.count - 1) * tier.links
    front = Front(tier, needed, HOST_LINK, "leaf-leaf", "links")
    fronts = panels({Role.LEAF: front}, made, ground)
    leaves = by_pod(made.values())
    hosts = host_links(ground, leaves, fronts, lambda pod, room: by_group(tier.count, pod, room))
    links = (*hosts, *_links(ground, tier, made, fronts))
    return Wiring(MappingProxyType(made), links, MappingProxyType(fronts), MappingProxyType(leaves))


def _leaves(ground: Ground, tier: MeshLeaf) -> Iterator[Device]:
    for pod in ground.pods:
        for index in range(1, tier.count + 1):
            name = f"{ground.intent.prefix}{pod.name}-leaf{index}"
            yield replace(switch(Role.LEAF, tier), name=name, pod=pod.name, index=index)


def _links(
    ground: Ground, tier: MeshLeaf, made: Mapping[str, Device], fronts: Mapping[str, Panel]
) -> Iterator[Link]:
    numbers = {pod.name: pod.number for pod in ground.pods}
    places = [(numbers[leaf.pod] - 1) * tier.count + leaf.index - 1 for leaf in made.values()]
    names = list(made)
    for first, name in enumerate(names):
        for second in range(first + 1, len(names)):
            other = names[second]
            for turn in range(tier.links):
                # A leaf keeps no port for itself: leaves after it have the slot one below their place.
                slots = ((places[second] - 1) * tier.links + turn, places[first] * tier.links + turn)
                a, b = (
                    End(leaf, fronts[leaf].uplinks.port(slot, fronts[leaf].first_uplink_cage))
                    for leaf, slot in zip((name, other), slots, strict=True)
                )
                yield link(a, b, ground.classes["leaf-leaf"])
