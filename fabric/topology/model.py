"""The graph of a fabric: devices, ports and the cables between them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.physics.choice import Choice


class Role(StrEnum):
    """The place of a device in a fabric."""

    HOST = "host"
    LEAF = "leaf"
    SPINE = "spine"
    CORE = "core"
    MANAGER = "subnet-manager"
    DPU = "dpu"
    """A router inside a host, never among the devices of a fabric: no cable of its own leads there."""
    CIRCUIT = "ocs"
    """An optical circuit switch: passive, never among the devices of a fabric."""


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
    routing_mode: str = "split-unified"
    """Where its routing daemon takes its configuration from, in the words of the intent."""
    host: str = ""
    """Host that it is inside of; empty for what stands alone."""


class Passage(NamedTuple):
    """A passive device that a link leads through, such as an optical circuit switch."""

    device: str
    near: int
    """Port towards `a` of the link."""
    far: int
    """Port towards `b`."""
    before_m: float
    """Length of the cable that leads to it."""
    loss_db: float | None
    """Light lost in it; None when not known."""


HOST_LINK: Literal["host-leaf"] = "host-leaf"
"""Class of links between hosts and leaves."""
MANAGEMENT: Literal["management"] = "management"
"""Class of links from management ports, of this fabric or others, to out-of-band leaves."""
MANAGEMENT_PORT = Port(0, 1, 1)
"""The management port of a switch: data cages count from 1."""
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

    via: tuple[Passage, ...] = ()
    """Passive devices in the way, from `a` on; `length_m` is that of all cables together."""

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
    passive: Mapping[str, Device] = field(default_factory=dict)
    """Devices that links lead through; they are ordered, cabled and drawn, and get no configuration."""
    dpus: Mapping[str, Device] = field(default_factory=dict)
    """Routers inside hosts: every link of such a host on this fabric ends at its DPU."""
    choices: Mapping[tuple[Path, int], Choice] = field(default_factory=dict, compare=False)
    """What `media: auto` chose, by its place in the intent and the speed of the links in Gb/s."""
    access: Mapping[str, tuple[Port, ...]] = field(default_factory=dict)
    """Ports of each leaf for hosts, in the order that they take them; of a fabric that manages switches."""
    managed: Mapping[str, Device] = field(default_factory=dict)
    """Switches that are managed through this fabric; units of theirs, and no devices of this graph."""
    management: tuple[Link, ...] = ()
    """Their cables: they carry no traffic of the fabric, and are none of its `links`."""
    management_of: Mapping[str, tuple[Link, ...]] = field(init=False, repr=False)
    """The same by the name of either end, in the order of the ports of that end."""
    links_of: Mapping[str, tuple[Link, ...]] = field(init=False, repr=False)
    """Links by the name of either end, in the order of the ports of that end."""
    dpu_of: Mapping[str, Device] = field(init=False, repr=False)
    """DPUs by the host that they are inside of."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "links_of", _by_end(self.links))
        object.__setattr__(self, "management_of", _by_end(self.management))
        inside = {device.host: device for device in self.dpus.values()}
        object.__setattr__(self, "dpu_of", MappingProxyType(inside))

    def cables(self) -> Iterator[Link]:
        """Yield what lies between ports: a link, or its stretches between passive devices."""
        for link in self.links:
            yield from stretches(link)
        yield from self.management

    def of_role(self, *roles: Role) -> tuple[Device, ...]:
        """Return the devices of the given roles, in the order of expansion."""
        return tuple(device for device in self.devices.values() if device.role in roles)


def _by_end(links: tuple[Link, ...]) -> Mapping[str, tuple[Link, ...]]:
    ends: defaultdict[str, list[tuple[Port, Link]]] = defaultdict(list)
    for link in links:
        ends[link.a.device].append((link.a.port, link))
        ends[link.b.device].append((link.b.port, link))
    return MappingProxyType(
        {
            name: tuple(link for _, link in sorted(found, key=lambda pair: pair[0]))
            for name, found in ends.items()
        }
    )


def stretches(link: Link) -> tuple[Link, ...]:
    """Return the cables of a link: itself, or one from passive device to passive device."""
    if not link.via:
        return (link,)
    found: list[Link] = []
    start, media, left = link.a, link.media_a, link.length_m
    for passage in link.via:
        end = End(passage.device, Port(passage.near, 1, 1))
        cable = replace(link, a=start, b=end, media_a=media, media_b="", length_m=passage.before_m, via=())
        found.append(cable)
        start, media, left = End(passage.device, Port(passage.far, 1, 1)), "", left - passage.before_m
    return (*found, replace(link, a=start, media_a=media, length_m=left, via=()))


def far_end(link: Link, name: str) -> End:
    """Return the end of a link that is not on the named device."""
    return link.b if link.a.device == name else link.a


def near_end(link: Link, name: str) -> End:
    """Return the end of a link that is on the named device."""
    return link.a if link.a.device == name else link.b
