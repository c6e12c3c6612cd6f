"""The fabric that both sides of a measurement build: names, cables and their places, made by formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

UPLINKS = HOST_PORTS = 32
"""Ports of a leaf, all of 400G, two to a cage: the first 16 cages to hosts, cages 33 to 48 to spines."""
RAILS = 4
"""Leaves of a pod; each of its 32 hosts has one NIC for each."""
FIRST_UPLINK_CAGE = 33
LEAVES_PER_SPINE = 3
LARGEST_FABRIC = 128
"""Switches of one fabric; a larger site has several of them, so that all sizes have equal devices."""


@dataclass(frozen=True, slots=True)
class Uplink:
    """A cable between a leaf and a spine, its ports in the words of EOS."""

    leaf_port: str
    spine: str
    spine_port: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf and where it stands."""

    name: str
    fabric: int
    """From 1."""
    place: int
    """Within its fabric, from 0."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Two tiers; 64 ports on a leaf."""

    fabrics: int
    """Equal fabrics of the site."""
    pods: int
    """Pods of each fabric."""
    spines: int
    """Spines of each fabric."""
    chassis: bool = False
    """Spines have a port for every leaf, however many: a model that nobody sells."""

    @property
    def devices(self) -> int:
        """Switches of all fabrics."""
        return self.fabrics * (self.pods * RAILS + self.spines)

    @property
    def leaves(self) -> Iterator[Leaf]:
        """The leaves of all fabrics."""
        for fabric in range(1, self.fabrics + 1):
            for place in range(self.pods * RAILS):
                pod, rail = divmod(place, RAILS)
                yield Leaf(f"f{fabric}-pod{self.pod(fabric, pod)}-leaf{rail + 1}", fabric, place)

    @property
    def spine_names(self) -> Iterator[tuple[int, str]]:
        """Fabric and name of all spines."""
        for fabric in range(1, self.fabrics + 1):
            for index in range(1, self.spines + 1):
                yield fabric, f"f{fabric}-spine{index}"

    def pod(self, fabric: int, index: int) -> int:
        """Return the number in the name of a pod; it differs between fabrics."""
        return (fabric - 1) * self.pods + index + 1

    def uplinks(self, leaf: Leaf) -> Iterator[Uplink]:
        """Yield the uplinks of a leaf, spine by spine."""
        parallel = UPLINKS // self.spines
        for slot in range(UPLINKS):
            spine, turn = divmod(slot, parallel)
            yield Uplink(
                port(slot, FIRST_UPLINK_CAGE),
                f"f{leaf.fabric}-spine{spine + 1}",
                port(leaf.place * parallel + turn),
            )


def equal_fabrics(devices: int) -> Shape:
    """Return fabrics with three leaves to a spine, so that a spine has 96 ports at every size.

    Raises ValueError for a number of switches that cannot be shared out.
    """
    fabrics = -(-devices // LARGEST_FABRIC)
    spines, rest = divmod(devices, fabrics * (1 + LEAVES_PER_SPINE))
    if rest or UPLINKS % spines:
        raise ValueError(f"{devices} switches cannot be shared out: take 16, 32, 64, or n times 128")
    return Shape(fabrics, spines * LEAVES_PER_SPINE // RAILS, spines)


def one_fabric(pods: int) -> Shape:
    """Return one fabric of any number of pods below 32 spines."""
    return Shape(1, pods, UPLINKS, chassis=True)


def port(slot: int, first_cage: int = 1) -> str:
    """Return the name of a 400G port by its number from 0, counted from a cage."""
    cage, half = divmod(slot, 2)
    return f"Ethernet{first_cage + cage}/{1 + 4 * half}"
