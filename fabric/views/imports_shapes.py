"""Shapes that a network as it is cabled may have: from counts of its switches and cables, to be expanded."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, get_args

from fabric.core.names import natural
from fabric.intent.physical import KindOfPod
from fabric.intent.tiers import RAILS_OF_LEAF
from fabric.topology.model import HOST_LINK, Role

Words: TypeAlias = "dict[str, int | str]"
Tiers: TypeAlias = "dict[str, Words]"
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.topology import Device, Fabric, Link

OF_PODS = get_args(KindOfPod)
PER_CAGE = "ports_per_cage"
SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)
MOST_PLANES = 4
"""Ports that a NIC is split into at most."""
TREE = 3
"""Levels of a tree with cores."""


class Told(NamedTuple):
    """A field that a shape has a default for."""

    section: str
    """Tier, or class of links."""
    name: str
    value: int
    pod: str = ""
    """Of which alone it is told; empty for all."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape with the counts of a network."""

    kind: str
    head: Mapping[str, int]
    """Fields of `topology`."""
    tiers: Mapping[str, Words]
    told: tuple[Told, ...] = ()
    """What would follow by itself if the network were cabled by default."""

    def variants(self) -> Iterator[Shape]:
        """Yield it with all that is told, and with cages as full as they can be: few links fill none."""
        yield self
        yield replace(self, told=tuple(one for one in self.told if one.name != PER_CAGE))

    def without(self, one: Told) -> Shape:
        """Return it without one of the fields that are told."""
        return replace(self, told=tuple(other for other in self.told if other != one))


@dataclass(frozen=True, slots=True)
class Counted:
    """What there is of everything."""

    fabric: Fabric
    numbers: Mapping[str, int]
    """Of pods."""
    rails: int
    """0 where nobody knows of any."""
    leaves: int = field(init=False)
    """Of the largest pod."""
    nics: int = field(init=False)
    """Ports of a host."""

    def __post_init__(self) -> None:
        leaves = Counter(device.pod for device in self.fabric.of_role(Role.LEAF))
        hosts = (device.name for device in self.fabric.of_role(Role.HOST))
        nics = Counter(len(self.fabric.links_of.get(name, ())) for name in hosts)
        object.__setattr__(self, "leaves", max(leaves.values(), default=0))
        object.__setattr__(self, "nics", nics.most_common(1)[0][0] if nics else 0)

    @property
    def by_class(self) -> dict[str, dict[str, list[Link]]]:
        """Return the links of each class by the pod at their lower end, in the order of pods."""
        found: dict[str, dict[str, list[Link]]] = {}
        for link in self.fabric.links:
            lower = link.b if link.kind == HOST_LINK else link.a
            pod = self.fabric.devices[lower.device].pod if link.kind in OF_PODS else ""
            found.setdefault(link.kind, {}).setdefault(pod, []).append(link)
        return {kind: dict(sorted(pods.items(), key=self._place)) for kind, pods in found.items()}

    def _place(self, pod: tuple[str, object]) -> int:
        return self.numbers.get(pod[0], 0)

    def links(self, kind: str) -> list[Link]:
        """Return the links of a class."""
        return [link for link in self.fabric.links if link.kind == kind]

    def of_pod(self, role: Role) -> int:
        """Return the switches of a tier, or of its largest pod if it has pods."""
        return max(Counter(device.pod for device in self.fabric.of_role(role)).values(), default=0)

    def up(self, kind: str) -> int:
        """Return the links of a class that most switches at the lower end have."""
        counts = Counter(Counter(link.a.device for link in self.links(kind)).values())
        return counts.most_common(1)[0][0] if counts else 0

    def planes(self, *roles: Role) -> int:
        """Return the parts that switches of some tiers fall into by the links between them."""
        part = {device.name: device.name for device in self.fabric.of_role(*roles)}

        def root(name: str) -> str:
            while part[name] != name:
                part[name] = part[part[name]]
                name = part[name]
            return name

        for link in self.fabric.links:
            if link.a.device in part and link.b.device in part:
                part[root(link.a.device)] = root(link.b.device)
        return len({root(name) for name in part})

    def served(self, planes: int = 1) -> int:
        """Return the rails that a leaf serves, if NIC ports go to leaves by rail; 0 for no such number."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for link in self.links(HOST_LINK):
            found[link.b.device].add((link.a.port.cage - 1) // planes)
        counts = Counter(map(len, found.values()))
        most = counts.most_common(1)[0][0] if counts else 0
        return most if most in RAILS_OF_LEAF else 0


def shapes(counted: Counted) -> Iterator[Shape]:
    """Yield the shapes that its counts allow, the likeliest first."""
    spines, cores = (counted.fabric.of_role(role) for role in (Role.SPINE, Role.CORE))
    if cores:
        found = [*_three_tiers(counted)]
    elif spines:
        found = [*_two_tiers(counted)]
    else:
        found = [*_mesh(counted)]
    railed = [one for one in found if "rails" in one.head]
    plain = [one for one in found if "rails" not in one.head]
    yield from railed if counted.rails else (*plain, *railed)


def _two_tiers(counted: Counted) -> Iterator[Shape]:
    tiers: Tiers
    parts = counted.planes(Role.LEAF, Role.SPINE)
    spines = counted.of_pod(Role.SPINE)
    leaf: Words = {"uplinks": counted.up("leaf-spine")}
    told = (*_first_up(counted, "leaf", "leaf-spine"), *_per_cage(counted))
    if 1 < parts <= MOST_PLANES and (railed := _railed(counted, parts)):
        tiers = {"leaf": railed.leaf | leaf, "spine": {"count": spines // parts}}
        yield Shape("multi-plane", {"planes": parts, **railed.head}, tiers, told)
    if railed := _railed(counted):
        tiers = {"leaf": railed.leaf | leaf, "spine": {"count": spines}}
        yield Shape("rail-optimised", railed.head | _planes(parts), tiers, told)
    tiers = {"leaf": {"count": counted.leaves, **leaf}, "spine": {"count": spines}}
    yield Shape("leaf-spine", {}, tiers, told)
    yield Shape("fat-tree", {}, tiers, told)


def _three_tiers(counted: Counted) -> Iterator[Shape]:
    tiers: Tiers
    above: Tiers
    planes, parts = counted.planes(Role.SPINE, Role.CORE), counted.planes(*SWITCHES)
    spines, cores = counted.of_pod(Role.SPINE), counted.of_pod(Role.CORE)
    leaf: Words = {"uplinks": counted.up("leaf-spine")}
    up: Words = {"uplinks": counted.up("spine-core")}
    told = (
        *_first_up(counted, "leaf", "leaf-spine"),
        *_first_up(counted, "spine", "spine-core"),
        *_room(counted, planes // parts),
        *_per_cage(counted),
    )
    if 1 < parts <= MOST_PLANES and (railed := _railed(counted, parts)):
        head = {"planes": parts, **railed.head}
        head |= {"core_planes": planes // parts} if planes > parts else {}
        above = {"spine": {"count": spines // parts, **up}, "core": {"count": cores // parts}}
        yield Shape("multi-plane", head, {"leaf": railed.leaf | leaf, **above}, told)
    above = {"spine": {"count": spines, **up}, "core": {"count": cores}}
    if railed := _railed(counted):
        tiers = {"leaf": railed.leaf | leaf, **above}
        yield Shape("clos3", railed.head | _planes(planes), tiers, told)
    tiers = {"leaf": {"count": counted.leaves, **leaf}, **above}
    yield Shape("clos3", _planes(planes), tiers, told)
    yield Shape("fat-tree", {"levels": TREE, **_planes(planes)}, tiers, told)


def _planes(count: int) -> dict[str, int]:
    return {"planes": count} if count > 1 else {}


def _mesh(counted: Counted) -> Iterator[Shape]:
    found = Counter(frozenset((link.a.device, link.b.device)) for link in counted.links("leaf-leaf"))
    if found:
        links = Counter(found.values()).most_common(1)[0][0]
        told = (*_first_up(counted, "leaf", "leaf-leaf"), *_per_cage(counted))
        yield Shape("mesh", {}, {"leaf": {"count": counted.leaves, "links": links}}, told)


class _Railed(NamedTuple):
    """What a fabric with rails says."""

    head: dict[str, int]
    leaf: Words


def _railed(counted: Counted, planes: int = 1) -> _Railed | None:
    """Return the rails and their leaves, if each leaf serves some; None where NICs go to no leaf by rail."""
    rails, served = counted.nics // planes, counted.served(planes)
    even = counted.nics % planes == 0 and served and rails % served == 0
    if not even or not rails or counted.leaves * served % (rails * planes):
        return None
    leaf: Words = {"per": "rail"}
    leaf |= {"rails": served} if served > 1 else {}
    count = counted.leaves * served // (rails * planes)
    return _Railed({"rails": rails}, leaf | ({"count": count} if count > 1 else {}))


def _first_up(counted: Counted, tier: str, kind: str) -> Iterator[Told]:
    links = counted.links(kind)
    cages = [link.a.port.cage for link in links]
    cages += [link.b.port.cage for link in links if kind == "leaf-leaf"]
    if cages:
        yield Told(tier, "first_uplink_cage", min(cages))


def _per_cage(counted: Counted) -> Iterator[Told]:
    """Yield the ports that a cage holds: of each class of links, and of pods that differ from the first."""
    for kind, of_pods in counted.by_class.items():
        first = next(iter(of_pods.values()))
        yield Told(kind, PER_CAGE, _fullest(first))
        for pod, links in [*of_pods.items()][1:]:
            if (speed_of(links), _fullest(links)) != (speed_of(first), _fullest(first)):
                yield Told(kind, PER_CAGE, _fullest(links), pod)


def speed_of(links: Iterable[Link]) -> int:
    """Return the speed that most links have."""
    return Counter(link.speed_gbps for link in links).most_common(1)[0][0]


def _fullest(links: Iterable[Link]) -> int:
    ends = (end for link in links for end in ((link.b,) if link.kind == HOST_LINK else (link.a, link.b)))
    return max(Counter((end.device, end.port.cage) for end in ends).values())


def _room(counted: Counted, planes: int) -> Iterator[Told]:
    """Yield the spines of a pod that cores keep ports for: how far apart the ports of two pods are."""
    links = counted.links("spine-core")
    first = min((link.b.device for link in links), key=natural, default="")
    lowest: dict[str, Link] = {}
    for link in sorted((link for link in links if link.b.device == first), key=lambda link: link.b.port):
        lowest.setdefault(counted.fabric.devices[link.a.device].pod, link)
    pods = sorted(lowest, key=lambda pod: counted.numbers.get(pod, 0))
    if len(pods) < 2:  # noqa: PLR2004 - the first two
        return
    (one, other), apart = pods[:2], counted.numbers[pods[1]] - counted.numbers[pods[0]]
    low, high = lowest[one].b.port, lowest[other].b.port
    per = _fullest(links)
    slots = (high.cage - low.cage) * per + (high.lane - low.lane) // low.lanes
    parallel = sum(link.a.device == lowest[one].a.device for link in links if link.b.device == first)
    if slots > 0 and apart > 0 and slots // (apart * parallel):
        yield Told("spine", "room", slots // (apart * parallel) * planes)


FIELDS = ("model", "platform", "release", "hwsku", "routing_mode")
"""What makes the kind of a switch."""


def kind_of(device: Device) -> tuple[str, ...]:
    """Return the kind of a switch, as its fields are."""
    return tuple(str(getattr(device, field)) for field in FIELDS)


def usual_of(devices: Iterable[Device]) -> Counter[tuple[str, ...]]:
    """Return how many switches there are of each kind."""
    return Counter(map(kind_of, devices))
