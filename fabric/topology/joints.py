"""From a way to a link: its class, its ports, its speed and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing, natural
from fabric.topology.managers import manager_ports
from fabric.topology.media import module, port_gbps
from fabric.topology.model import End, Link, Passage, Port, Role
from fabric.topology.places import port_at
from fabric.topology.pods import unlisted
from fabric.topology.speeds import nic_gbps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.intent.explicit import Explicit
    from fabric.topology.ground import Ground
    from fabric.topology.pods import Pod
    from fabric.topology.speeds import LinkClass
    from fabric.topology.tips import Tip
    from fabric.topology.ways import Way

IB_NAMES = {"unmanaged": "ib"}
"""The catalog's name for ports of switches that a subnet manager configures."""


@dataclass(frozen=True, slots=True)
class Joiner:
    """Makes links, and remembers what was wrong."""

    ground: Ground
    pods: Mapping[str, Pod]
    topology: Explicit
    problems: list[Diagnostic] = field(default_factory=list)
    planes: int = field(init=False)
    """Planes that NICs are split over."""
    most_gbps: dict[str, int] = field(init=False)
    """Speed of a NIC port of each pod."""

    def __post_init__(self) -> None:
        intent, catalog = self.ground.intent, self.ground.catalog
        most = {name: nic_gbps(intent, pod, catalog) for name, pod in self.pods.items()}
        object.__setattr__(self, "planes", self.topology.planes)
        object.__setattr__(self, "most_gbps", most)

    def link(self, way: Way) -> Link | None:
        """Return the link of a way, or None for one that cannot be; then `problems` say why."""
        found = [*self._impossible(way), *self._unlisted(way)]
        link = None if found else self._link(way, found)
        self.problems.extend(found)
        return link

    def _link(self, way: Way, found: list[Diagnostic]) -> Link | None:
        made = self._class(way)
        low, high = (self._end(tip, made.speed_gbps, found) for tip in (way.low, way.high))
        if low is None or high is None:
            return None
        found += self._off_rail(way, low)
        return self._made(way, made, (low, high))

    def _impossible(self, way: Way) -> Iterator[Diagnostic]:
        low, high = way.low.device, way.high.device
        if low.name == high.name:
            yield error("TOP-065", f"`{low.name}` is linked to itself", way.high.path, "name another device")
        elif _kind(way) not in self.ground.classes.shared:
            summary = f"no link joins a {low.role} and a {high.role}: `{low.name}` and `{high.name}`"
            hint = f"links are {listing(list(self.ground.classes.shared), 9)}; what hosts are on is a leaf"
            yield error("TOP-068", summary, way.low.path, hint)

    def _unlisted(self, way: Way) -> Iterator[Diagnostic]:
        catalog = self.ground.catalog
        for cable in way.cables:
            for name in ("media", "media_a", "media_b"):
                if value := getattr(cable, name):
                    yield from unlisted(lambda media: module(media, catalog), value, cable.loc(name))
            if cable.fibre:
                yield from unlisted(catalog.fibre, cable.fibre, cable.loc("fibre"))

    def _class(self, way: Way) -> LinkClass:
        """Return what a way is made of: what its cables say, and else what their class says."""
        cls = self.ground.classes.of(_kind(way), way.low.device.pod)
        own = way.low.media or way.high.media
        said = next((cable.speed for cable in way.cables if cable.speed), None)
        speed = int(said) if said else port_gbps(own, self.ground.catalog) if own else cls.speed_gbps
        fibre = next((cable.fibre for cable in way.cables if cable.fibre), None)
        return replace(
            cls,
            speed_gbps=speed,
            media_a=way.low.media or cls.media_a,
            media_b=way.high.media or cls.media_b,
            fibre=fibre or ("" if own and _fixed(own, self.ground) else cls.fibre),
            length_m=sum(cable.length or cls.length_m for cable in way.cables),
            given=MappingProxyType({**cls.given, **_given(way)}),
        )

    def _end(self, tip: Tip, gbps: int, found: list[Diagnostic]) -> End | None:
        """Return the end at a device, or None after adding to what was found."""
        device = tip.device
        if device.role in {Role.HOST, Role.MANAGER}:
            of_host = device.role is Role.HOST
            count = self.pods[device.pod].nics if of_host else manager_ports(self.ground, device)
            if not tip.port.isdecimal() or not 1 <= int(tip.port) <= count:
                summary = f"`{device.name}` has no port `{tip.port}`"
                found.append(error("TOP-061", summary, tip.path, f"its ports here are 1 to {count}"))
                return None
            found += self._too_fast(tip, gbps) if of_host else ()
            return End(device.name, Port(int(tip.port), 1, 1))
        switch = self.ground.catalog.switch(device.model)
        try:
            return End(
                device.name, port_at(switch, IB_NAMES.get(device.platform, device.platform), tip.port, gbps)
            )
        except CatalogError as failure:
            summary = f"`{device.name}:{tip.port}` cannot be: {failure.summary}"
            found.append(error("TOP-061", summary, tip.path, failure.hint))
            return None

    def _too_fast(self, tip: Tip, gbps: int) -> Iterator[Diagnostic]:
        most = self.most_gbps[tip.device.pod]
        if gbps > most:
            summary = f"a port of `{self.pods[tip.device.pod].nic_model}` has {most}G, the link {gbps}G"
            yield error("TOP-064", summary, tip.path, "name slower modules, or another NIC")

    def _off_rail(self, way: Way, end: End) -> Iterator[Diagnostic]:
        """Yield a NIC that is on a leaf of another rail."""
        rail, served = self._rail(way, end), way.high.device.rail
        if rail and served and rail != served:
            summary = f"port {end.port.cage} of `{end.device}` is of rail {rail}, "
            summary += f"`{way.high.device.name}` serves rail {served}"
            yield error("TOP-069", summary, way.low.path, "swap cables, or correct the rail of the leaf")

    def _rail(self, way: Way, end: End) -> int | None:
        if way.low.device.role is Role.HOST and self.topology.rails:
            return (end.port.cage - 1) // self.planes + 1
        return None

    def _made(self, way: Way, cls: LinkClass, ends: tuple[End, End]) -> Link:
        low, high = ends
        role = way.low.device.role
        rail = self._rail(way, low) or (way.high if role is Role.HOST else way.low).device.rail
        media = (cls.media_a, cls.media_b)
        via = self._passages(way)
        if role is way.high.device.role and _order(high) < _order(low):  # of equals the first is first
            low, high, media, via = high, low, (media[1], media[0]), _reversed(via, cls.length_m)
        return Link(
            low, high, cls.speed_gbps, cls.kind, rail, *media, cls.fibre, cls.length_m,
            given=cls.given, via=via,
        )  # fmt: skip

    def _passages(self, way: Way) -> tuple[Passage, ...]:
        """Return the passive devices on a way, each with the cable before it and what is lost in it."""
        topology, catalog, cls = self.topology, self.ground.catalog, self.ground.classes.shared[_kind(way)]
        return tuple(
            Passage(
                device, near, far, cable.length or cls.length_m,
                catalog.circuit_switch(topology.ocs[device].model).insertion_loss_db,
            )
            for (device, near, far), cable in zip(way.crossed, way.cables, strict=False)
        )  # fmt: skip


def _reversed(via: tuple[Passage, ...], length_m: float) -> tuple[Passage, ...]:
    """Return passages from the other end on: the cable behind one is then before it."""
    last = length_m - sum(passage.before_m for passage in via)
    behind = (*(passage.before_m for passage in via[1:]), *((last,) if via else ()))
    turned = [
        Passage(device, far, near, after, loss)
        for (device, near, far, _, loss), after in zip(via, behind, strict=True)
    ]
    return tuple(reversed(turned))


def _given(way: Way) -> dict[str, Path]:
    """Return where the cables of a way say what of it; modules by the end that they are at."""
    found = {"link": way.cables[0].loc()}
    for cable in way.cables:
        said = [name for name in ("speed", "fibre", "length") if getattr(cable, name)]
        base = cable.loc() if said else ()
        found |= {name: (*base, name) for name in said}
    if way.crossed:  # what racks make is the length of one cable
        found.setdefault("length", way.cables[0].loc())
    for tip, end in ((way.low, "host"), (way.high, "switch")):
        if tip.media is not None:
            found[end] = tip.said
            found.setdefault("speed", tip.said)
    return found


def _kind(way: Way) -> str:
    """Return the class of a way by what stands at its ends; managers are on leaves as hosts are."""
    roles = (way.low.device.role, way.high.device.role)
    return "-".join(Role.HOST if role is Role.MANAGER else role for role in roles)


def _order(end: End) -> tuple[object, ...]:
    return natural(end.device), end.port


def _fixed(name: str, ground: Ground) -> bool:
    """Whether a name is that of a cable with fixed ends, which needs no fibre."""
    try:
        ground.catalog.cable(name)
    except CatalogError:
        return False
    return True
