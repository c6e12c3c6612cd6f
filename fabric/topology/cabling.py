"""Cables between switches: uplinks in the order of what is above, downlinks in the order of what is below."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.ground import Ground, link
from fabric.topology.model import Device, End, Link, Role
from fabric.topology.panels import Panel, down_ports
from fabric.topology.speeds import CORES, SPINES

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
Group = tuple[str, int | None, int]
"""What a switch above shares with those below it: pod, plane of the NICs, and group of the tier."""
Upper = tuple[Device, "Cages"]
"""A switch and its ports downward, for one class of links."""


def leaf_links(draft: Draft) -> Iterator[Link]:
    """Join every leaf to every spine of its plane, or of its pod if it has spines. Raises FabricError."""
    shape, ground = draft.shape, draft.ground
    parallel = shape.leaf.uplinks // shape.spines_of_leaf
    numbers = {pod.name: pod.number for pod in ground.pods}
    lowers: defaultdict[Group, list[Lower]] = defaultdict(list)
    uppers: defaultdict[Group, list[Device]] = defaultdict(list)
    _spine_room(draft, parallel)
    for device in draft.switches.values():
        turn, plane = divmod(device.index - 1, shape.rail_planes)
        group = (device.pod if shape.spines_of_pods else "", device.plane, plane)
        if device.role is Role.LEAF:
            before = 0 if shape.spines_of_pods else (numbers[device.pod] - 1) * shape.leaves_of_plane
            lowers[group].append((device, draft.panels[device.name], before + turn))
        elif device.role is Role.SPINE:
            uppers[group].append(device)
    for place, members in lowers.items():
        for cls, same in _by_class(draft, SPINES, members):
            slots = cls if shape.spines_of_pods else ground.classes[SPINES]
            fronts = [(spine, down_ports(spine, cls, slots, ground.catalog)) for spine in uppers[place]]
            yield from _joined(same, fronts, parallel, cls)


def core_links(draft: Draft) -> Iterator[Link]:
    """Join every spine to every core of its plane. Raises FabricError."""
    shape, ground, slots = draft.shape, draft.ground, draft.ground.classes[CORES]
    if not shape.core:
        return
    parallel = shape.spine_uplinks // shape.cores_of_plane
    numbers = {pod.name: pod.number for pod in ground.pods}
    lowers: defaultdict[Group, list[Lower]] = defaultdict(list)
    uppers: defaultdict[Group, list[Device]] = defaultdict(list)
    for device in draft.switches.values():
        turn, plane = divmod(device.index - 1, shape.planes)
        if device.role is Role.SPINE:
            place = (numbers[device.pod] - 1) * shape.places_of_pod + turn
            lowers["", device.plane, plane].append((device, draft.panels[device.name], place))
        elif device.role is Role.CORE:
            uppers["", device.plane, plane].append(device)
    _core_room(draft, parallel, [core for members in uppers.values() for core in members])
    for group, members in lowers.items():
        for cls, same in _by_class(draft, CORES, members):
            fronts = [(core, down_ports(core, cls, slots, ground.catalog)) for core in uppers[group]]
            yield from _joined(same, fronts, parallel, cls)


def _by_class(draft: Draft, kind: str, members: Sequence[Lower]) -> Iterator[tuple[LinkClass, list[Lower]]]:
    """Yield the classes of the uplinks of some switches, each with those that have it."""
    classes = draft.ground.classes
    of_pods: defaultdict[str, list[Lower]] = defaultdict(list)
    for member in members:
        pod = member[0].pod
        of_pods[pod if (kind, pod) in classes.of_pods else ""].append(member)
    for pod, same in of_pods.items():
        yield classes.of(kind, pod), same


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
        needed = last.number * shape.leaves_of_plane * parallel
        slots = draft.ground.classes[SPINES]
        ports = min(down_ports(spine, slots, slots, draft.ground.catalog).ports for spine in spines)
        summary = f"a spine needs {needed} ports up to pod `{last.name}`, `{model}` has {ports} of that speed"
        hint = f"use {-(-needed // ports)} times as many spines with fewer links to each, or larger ones"
    if needed > ports:
        raise FabricError(error("TOP-004", summary, tier.loc("count"), hint))


def _core_room(draft: Draft, parallel: int, cores: Sequence[Device]) -> None:
    shape, last, slots = draft.shape, draft.ground.pods[-1], draft.ground.classes[CORES]
    fronts = ((down_ports(core, slots, slots, draft.ground.catalog).ports, core.model) for core in cores)
    ports, model = min(fronts)
    needed = last.number * shape.places_of_pod * parallel
    if shape.core and needed > ports:
        summary = f"a core needs {needed} ports up to pod `{last.name}`, `{model}` has {ports} of that speed"
        hint = f"use {-(-needed // ports)} times as many cores, or as many times more planes, or larger ones"
        raise FabricError(error("TOP-004", summary, shape.core.loc("count"), hint))
