"""Torus: switches in a grid, each joined to its neighbours in every dimension."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.topology.attach import whole_hosts
from fabric.topology.called import called
from fabric.topology.exceptions import with_exceptions
from fabric.topology.ground import Ground, Wiring, link
from fabric.topology.hosts import by_pod, host_links
from fabric.topology.model import HOST_LINK, End, Role
from fabric.topology.panels import Front, panels
from fabric.topology.tiers import switch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.intent.topology import Torus
    from fabric.topology.model import Device, Link
    from fabric.topology.panels import Panel

Place = tuple[int, ...]
"""Coordinates from 1, one for each dimension; the last is the number of the pod."""
DOWN, UP = 0, 1
RING = 3
"""Switches that make a ring: two are neighbours on one side only."""
DIRECTIONS = 2
"""Down and up: the blocks of ports are x-, x+, y-, y+, and so on."""


def torus(ground: Ground) -> Wiring:
    """Return a grid of switches, its dimensions rings if they wrap. Raises FabricError."""
    topology = cast("Torus", ground.intent.topology)
    tier = topology.leaf
    _whole(ground, topology)
    pods = [pod.name for pod in ground.pods]
    names = {place: _name(ground.intent.prefix, pods, place) for place in places(topology.size)}
    made = with_exceptions(called(_leaves(topology, pods, names), ground), topology, ground.catalog)
    names = dict(zip(names, made, strict=True))
    needed = DIRECTIONS * len(topology.size) * tier.links
    front = Front(tier, needed, HOST_LINK, "leaf-leaf", "links")
    fronts = panels({Role.LEAF: front}, made, ground)
    leaves = by_pod(made.values())
    of_pod = len(names) // len(pods)
    hosts = host_links(ground, leaves, fronts, lambda pod, room: whole_hosts(of_pod, pod, room))
    links = (*hosts, *_links(ground, topology, names, fronts))
    return Wiring(MappingProxyType(made), links, MappingProxyType(fronts), MappingProxyType(leaves))


def places(size: tuple[int, ...]) -> list[Place]:
    """Return the places of a grid, pod by pod; the first dimension runs fastest."""
    spans = (range(1, length + 1) for length in reversed(size))
    return [place[::-1] for place in product(*spans)]


def neighbours(size: tuple[int, ...], place: Place, *, wrap: bool) -> Iterator[tuple[int, Place]]:
    """Yield (dimension, place) of each neighbour upwards. A dimension of two has one cable, not a ring."""
    for dimension, length in enumerate(size):
        if place[dimension] < length:
            yield dimension, (*place[:dimension], place[dimension] + 1, *place[dimension + 1 :])
        elif wrap and length >= RING:
            yield dimension, (*place[:dimension], 1, *place[dimension + 1 :])


def _name(prefix: str, pods: list[str], place: Place) -> str:
    return f"{prefix}{pods[place[-1] - 1]}-leaf{'-'.join(map(str, place[:-1]))}"


def _whole(ground: Ground, topology: Torus) -> None:
    """Raise FabricError unless the pods are numbered through: a grid has no holes."""
    found = {pod.number for pod in ground.pods}
    wanted = set(range(1, topology.size[-1] + 1))
    if found == wanted:
        return
    missing, beyond = ([str(number) for number in sorted(ones)] for ones in (wanted - found, found - wanted))
    what = f"has no pod {listing(missing)}" if missing else f"ends before pod {listing(beyond)}"
    summary = f"a torus with {topology.size[-1]} switches in its last dimension {what}"
    hint = "the pod's number is the place in the last dimension: number pods from 1, without a gap"
    raise FabricError(error("TOP-026", summary, topology.loc("size", len(topology.size) - 1), hint))


def _leaves(topology: Torus, pods: list[str], names: Mapping[Place, str]) -> Iterator[Device]:
    made = switch(Role.LEAF, topology.leaf)
    of_pod = len(names) // len(pods)
    for number, (place, name) in enumerate(names.items()):
        yield replace(made, name=name, pod=pods[place[-1] - 1], index=number % of_pod + 1)


def _links(
    ground: Ground, topology: Torus, names: Mapping[Place, str], fronts: Mapping[str, Panel]
) -> Iterator[Link]:
    """Join each switch to its neighbours upwards; those downwards have joined it."""
    cls, parallel = ground.classes["leaf-leaf"], topology.leaf.links

    def end(name: str, block: int, turn: int) -> End:
        panel = fronts[name]
        return End(name, panel.uplinks.port(block * parallel + turn, panel.first_uplink_cage))

    for place, name in names.items():
        for dimension, far in neighbours(topology.size, place, wrap=topology.wrap):
            block = DIRECTIONS * dimension
            for turn in range(parallel):
                yield link(end(name, block + UP, turn), end(names[far], block + DOWN, turn), cls)
