"""Cables between switches: uplinks in the order of what is above, downlinks in the order of what is below."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.ground import Ground, link
from fabric.topology.model import Device, End, Link, Role
from fabric.topology.panels import Panel, cages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.topology.ports import Cages
    from fabric.topology.shape import Shape
    from fabric.topology.speeds import LinkClass


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a fabric of tiers before its cables."""

    ground: Ground
    shape: Shape
    switches: Mapping[str, Device]
    panels: Mapping[str, Panel]


Lower = tuple[Device, Panel, int]
"""A switch with uplinks, and its place among all that the switches above are joined to, from 0."""
Upper = tuple[Device, "Cages"]
"""A switch and its ports downward."""


def leaf_links(draft: Draft) -> Iterator[Link]:
    """Join every leaf to every spine of its plane, or of its pod if it has spines. Raises FabricError."""
    shape, cls = draft.shape, draft.ground.classes["leaf-spine"]
    parallel = shape.leaf.uplinks // shape.spine.count
    numbers = {pod.name: pod.number for pod in draft.ground.pods}
    lowers: defaultdict[object, list[Lower]] = defaultdict(list)
    uppers: defaultdict[object, list[Upper]] = defaultdict(list)
    _spine_room(draft, parallel)
    for device in draft.switches.values():
        group: object = device.pod if shape.spines_of_pods else device.plane
        if device.role is Role.LEAF:
            before = 0 if shape.spines_of_pods else (numbers[device.pod] - 1) * shape.leaves
            lowers[group].append((device, draft.panels[device.name], before + device.index - 1))
        elif device.role is Role.SPINE:
            front = (
                draft.panels[device.name].down
                if shape.spines_of_pods
                else cages(device, cls.speed_gbps, draft.ground.catalog)
            )
            uppers[group].append((device, front))
    for place, members in lowers.items():
        yield from _joined(members, uppers[place], parallel, cls)


def core_links(draft: Draft) -> Iterator[Link]:
    """Join every spine to every core of its plane. Raises FabricError."""
    shape, cls = draft.shape, draft.ground.classes["spine-core"]
    if not shape.core:
        return
    parallel = shape.spine_uplinks // shape.cores_of_plane
    numbers = {pod.name: pod.number for pod in draft.ground.pods}
    lowers: defaultdict[int, list[Lower]] = defaultdict(list)
    uppers: defaultdict[int, list[Upper]] = defaultdict(list)
    for device in draft.switches.values():
        turn, plane = divmod(device.index - 1, shape.planes)
        if device.role is Role.SPINE:
            place = (numbers[device.pod] - 1) * shape.places_of_pod + turn
            lowers[plane].append((device, draft.panels[device.name], place))
        elif device.role is Role.CORE:
            uppers[plane].append((device, cages(device, cls.speed_gbps, draft.ground.catalog)))
    _core_room(draft, parallel, min((front.ports, core.model) for core, front in _all(uppers)))
    for plane, members in lowers.items():
        yield from _joined(members, uppers[plane], parallel, cls)


def _all(groups: Mapping[int, list[Upper]]) -> Iterator[Upper]:
    for members in groups.values():
        yield from members


def _joined(
    lowers: Sequence[Lower], uppers: Sequence[Upper], parallel: int, cls: LinkClass
) -> Iterator[Link]:
    """Join all of two tiers: uplinks in the order of what is above, ports above in the order of places."""
    for lower, panel, place in lowers:
        for number, (upper, front) in enumerate(uppers):
            for turn in range(parallel):
                up = panel.uplinks.port(number * parallel + turn, panel.first_uplink_cage)
                down = front.port(place * parallel + turn)
                yield link(End(lower.name, up), End(upper.name, down), cls, lower.rail)


def _spine_room(draft: Draft, parallel: int) -> None:
    shape, last = draft.shape, draft.ground.pods[-1]
    spines = [device for device in draft.switches.values() if device.role is Role.SPINE]
    model, tier = spines[0].model, shape.spine
    if shape.spines_of_pods:
        needed = shape.leaves * parallel
        ports = min(draft.panels[spine.name].down_ports for spine in spines)
        summary = f"a spine needs {needed} ports for the leaves of its pod, `{model}` has {ports} for them"
        hint = "use more spines with fewer links to each, or a later `first_uplink_cage`"
    else:
        needed = last.number * shape.leaves * parallel
        speed = draft.ground.classes["leaf-spine"].speed_gbps
        ports = min(cages(spine, speed, draft.ground.catalog).ports for spine in spines)
        summary = f"a spine needs {needed} ports up to pod `{last.name}`, `{model}` has {ports} of that speed"
        hint = f"use {-(-needed // ports)} times as many spines with fewer links to each, or larger ones"
    if needed > ports:
        raise FabricError(error("TOP-004", summary, tier.loc("count"), hint))


def _core_room(draft: Draft, parallel: int, smallest: tuple[int, str]) -> None:
    shape, last, (ports, model) = draft.shape, draft.ground.pods[-1], smallest
    needed = last.number * shape.places_of_pod * parallel
    if shape.core and needed > ports:
        summary = f"a core needs {needed} ports up to pod `{last.name}`, `{model}` has {ports} of that speed"
        hint = f"use {-(-needed // ports)} times as many cores, or as many times more planes, or larger ones"
        raise FabricError(error("TOP-004", summary, shape.core.loc("count"), hint))
