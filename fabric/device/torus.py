"""How a subnet manager finds its way in a torus: size, rings, and where it begins to recognise them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.intent.topology import Torus as TorusIntent
from fabric.topology import HOST_LINK, Role
from fabric.topology.torus import RING, Place, places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device.design import Design

Step = tuple[int, int, str]
"""Dimension from 0, direction 1 or -1, and the switch that is next there."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A switch whose neighbours say which way the dimensions run."""

    origin: str
    offset: tuple[int, ...]
    """Its place, from 0 in each dimension."""
    steps: tuple[Step, ...]

    @property
    def switches(self) -> frozenset[str]:
        """All switches that it needs."""
        return frozenset((self.origin, *(name for *_, name in self.steps)))


@dataclass(frozen=True, slots=True)
class Torus:
    """A grid of switches."""

    size: tuple[int, ...]
    rings: tuple[bool, ...]
    """Whether the ends of each dimension are joined."""
    seeds: tuple[Seed, ...]
    """The second takes over when a switch of the first has failed; there is none in a small grid."""
    group_ports: int
    """The most ports of a switch towards hosts, or towards one neighbour."""


def torus(design: Design) -> Torus | None:
    """Return the grid of a fabric that is one."""
    topology = design.intent.topology
    if not isinstance(topology, TorusIntent):
        return None
    size = topology.size
    leaves = [leaf.name for leaf in design.fabric.of_role(Role.LEAF)]
    names = dict(zip(places(size), leaves, strict=True))
    rings = tuple(topology.wrap and length >= RING for length in size)
    first = _seed(names, size, rings, (1,) * len(size))
    middle = _seed(names, size, rings, tuple(1 + length // 2 for length in size))
    apart = all(rings) and not first.switches & middle.switches
    return Torus(size, rings, (first, middle) if apart else (first,), _group_ports(design, leaves))


def _seed(names: Mapping[Place, str], size: tuple[int, ...], rings: tuple[bool, ...], place: Place) -> Seed:
    """Return a seed with both directions of a ring: a ring of four is not recognised by one."""
    return Seed(names[place], tuple(n - 1 for n in place), tuple(_steps(names, size, rings, place)))


def _steps(
    names: Mapping[Place, str], size: tuple[int, ...], rings: tuple[bool, ...], place: Place
) -> Iterator[Step]:
    for dimension, (length, ring) in enumerate(zip(size, rings, strict=True)):
        for way in (1, -1):
            next_one = place[dimension] + way
            if ring or 1 <= next_one <= length:
                far = (*place[:dimension], (next_one - 1) % length + 1, *place[dimension + 1 :])
                yield dimension, way, names[far]


def _group_ports(design: Design, leaves: list[str]) -> int:
    links_of = design.fabric.links_of
    hosts = (sum(link.kind == HOST_LINK for link in links_of.get(leaf, ())) for leaf in leaves)
    pairs = Counter(
        (link.a.device, link.b.device) for link in design.fabric.links if link.kind == "leaf-leaf"
    )
    return max(*hosts, *pairs.values(), 1)
