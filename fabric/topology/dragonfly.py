"""Dragonfly+: groups of leaves and spines, and links between the spines of every two groups."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from fabric.topology.attach import attachments
from fabric.topology.cabling import Draft, leaf_links
from fabric.topology.called import called
from fabric.topology.exceptions import with_exceptions
from fabric.topology.ground import Ground, Wiring, link
from fabric.topology.hosts import by_pod, host_links
from fabric.topology.model import HOST_LINK, End, Role
from fabric.topology.panels import Front, panels
from fabric.topology.shape import shape_of
from fabric.topology.tiers import switches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.tiers import GroupSpine
    from fabric.intent.topology import DragonflyPlus
    from fabric.topology.model import Device, Link


def dragonfly(ground: Ground) -> Wiring:
    """Return groups of two tiers, each joined to every other by its spines. Raises FabricError."""
    topology, prefix = cast("DragonflyPlus", ground.intent.topology), ground.intent.prefix
    shape, spine = shape_of(topology), topology.spine
    made = with_exceptions(called(switches(shape, prefix, ground.pods), ground), topology, ground.catalog)
    needed = _needed(spine, [pod.number for pod in ground.pods])
    fronts = {
        Role.LEAF: Front(shape.leaf, shape.leaf.uplinks, HOST_LINK, "leaf-spine"),
        Role.SPINE: Front(spine, needed, "leaf-spine", "spine-spine", "global_links"),
    }
    draft = Draft(ground, shape, made, panels(fronts, made, ground))
    leaves = by_pod(device for device in made.values() if device.role is Role.LEAF)
    hosts = host_links(
        ground,
        leaves,
        draft.panels,
        lambda pod, room: attachments(shape, pod, room),
        lambda nic: nic + 1 if shape.rails else None,
    )
    links = (*hosts, *leaf_links(draft), *_global_links(draft, spine))
    return Wiring(MappingProxyType(made), links, MappingProxyType(draft.panels), MappingProxyType(leaves))


def _classes(spine: GroupSpine) -> tuple[int, int]:
    """Return how many classes spines fall into, and the links that one of the right class has to a group.

    With fewer links than spines only those of one class serve a pair of groups: the sum of their numbers says
    which, the same at both ends.
    """
    return max(spine.count // spine.global_links, 1), max(spine.global_links // spine.count, 1)


def _slot(own: int, far: int, classes: int) -> int:
    """Return the place of a group among those that a spine of the group `own` is joined to, from 0.

    One group in each run of `classes` numbers falls to the spine; where its own would, the later move up.
    """
    return (far - 1) // classes - (1 if far > own and (far - own) % classes == 0 else 0)


def _needed(spine: GroupSpine, groups: list[int]) -> int:
    """Return the ports that the fullest spine needs for other groups."""
    classes, parallel = _classes(spine)
    slots = (_slot(own, far, classes) for one in combinations(groups, 2) for own, far in (one, one[::-1]))
    return (max(slots, default=-1) + 1) * parallel


def _global_links(draft: Draft, spine: GroupSpine) -> Iterator[Link]:
    classes, parallel = _classes(spine)
    cls = draft.ground.classes["spine-spine"]
    spines: defaultdict[str, list[Device]] = defaultdict(list)
    for device in draft.switches.values():
        if device.role is Role.SPINE:
            spines[device.pod].append(device)

    def end(device: Device, slot: int) -> End:
        panel = draft.panels[device.name]
        return End(device.name, panel.uplinks.port(slot, panel.first_uplink_cage))

    for one, other in combinations(draft.ground.pods, 2):
        chosen = (one.number + other.number) % classes
        near, far = (_slot(*pair, classes) for pair in _both(one.number, other.number))
        for low, high in zip(
            spines[one.name][chosen::classes], spines[other.name][chosen::classes], strict=True
        ):
            for turn in range(parallel):
                yield link(end(low, near * parallel + turn), end(high, far * parallel + turn), cls)


def _both(one: int, other: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (one, other), (other, one)
