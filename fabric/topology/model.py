"""The graph of a fabric: devices, ports and the cables between them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.diagnostic import Path


class Role(StrEnum):
    """The place of a device in a fabric."""

    HOST = "host"
    LEAF = "leaf"
    SPINE = "spine"
    CORE = "core"
    MANAGER = "subnet-manager"


class Port(NamedTuple):
    """A port by its place: front-panel cage, first lane of the child port, lanes it takes.

    Cages and lanes count from 1. `Port(17, 5, 4)` is the second half of an eight-lane cage. On a host
    the cage is the number of the NIC. Vendor names are made from it by the platform.
    """

    cage: int
    lane: int
    lanes: int

    def __str__(self) -> str:
        return f"{self.cage}/{self.lane}"


class End(NamedTuple):
    """One end of a cable."""

    device: str
    port: Port

    def __str__(self) -> str:
        return f"{self.device}:{self.port}"


@dataclass(frozen=True, slots=True)
class Device:
    """A switch, host or subnet manager, named by its place."""

    name: str
    role: Role
    model: str
    """Identifier in the catalog."""
    platform: str
    """Name of the platform that renders it; empty for a switch that is managed by a subnet manager."""
    release: str = ""
    hwsku: str = ""
    pod: str = ""
    index: int = 0
    """Number within its pod and role, from 1."""
    rail: int | None = None
    path: Path = ()
    """Where the intent speaks of it."""
    plane: int | None = None
    """Of the planes that NICs are split over; None where they are not."""
    rack: str = ""
    """Rack it stands in; empty when the intent does not say."""
    unit: int = 0
    """Lowest rack unit it takes, from 1."""


BETWEEN_EQUALS = frozenset({"leaf-leaf", "spine-spine", "core-core"})
"""Classes of links inside a tier."""


@dataclass(frozen=True, slots=True)
class Link:
    """A cable between two ports. `a` is the lower end: host below leaf below spine; of equals, either."""

    a: End
    b: End
    speed_gbps: int
    kind: str
    """Class of the link, as `physical.links` names it: `host-leaf`, `leaf-spine`, ..."""
    rail: int | None = None
    media_a: str = ""
    media_b: str = ""
    fibre: str = ""
    length_m: float = 0.0
    given: Mapping[str, Path] = field(default_factory=dict, compare=False)
    """Where the intent says what: by `speed`, `host`, `switch`, `fibre`, `length`; `link`, if it has one."""

    @property
    def written(self) -> Path:
        """Where the intent names both ends; () for a link that follows from a rule."""
        return self.given.get("link", ())

    def of_length(self, length_m: float, given: Mapping[str, Path]) -> Link:
        """Return the cable with a length; `dataclasses.replace` takes three times as long."""
        return Link(
            self.a, self.b, self.speed_gbps, self.kind, self.rail, self.media_a, self.media_b, self.fibre,
            length_m, given,
        )  # fmt: skip

    @property
    def path(self) -> Path:
        """Where the intent speaks of its modules, or else of its length; () where it says nothing of it."""
        found = self.given.get("host") or self.given.get("switch") or self.given.get("length")
        return found[:-1] if found else ()


@dataclass(frozen=True, slots=True)
class Fabric:
    """One fabric, expanded. Look-ups are made once."""

    name: str
    transport: str
    devices: Mapping[str, Device]
    links: tuple[Link, ...]
    links_of: Mapping[str, tuple[Link, ...]] = field(init=False, repr=False)
    """Links by the name of either end, in the order of the ports of that end."""

    def __post_init__(self) -> None:
        ends: defaultdict[str, list[tuple[Port, Link]]] = defaultdict(list)
        for link in self.links:
            ends[link.a.device].append((link.a.port, link))
            ends[link.b.device].append((link.b.port, link))
        ordered = {
            name: tuple(link for _, link in sorted(found, key=lambda pair: pair[0]))
            for name, found in ends.items()
        }
        object.__setattr__(self, "links_of", MappingProxyType(ordered))

    def of_role(self, *roles: Role) -> tuple[Device, ...]:
        """Return the devices of the given roles, in the order of expansion."""
        return tuple(device for device in self.devices.values() if device.role in roles)


def far_end(link: Link, name: str) -> End:
    """Return the end of a link that is not on the named device."""
    return link.b if link.a.device == name else link.a


def near_end(link: Link, name: str) -> End:
    """Return the end of a link that is on the named device."""
    return link.a if link.a.device == name else link.b
