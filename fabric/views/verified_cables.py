"""Cables as neighbours are heard on them, against those of an intent: swaps, wrong ends, silence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fabric.core.diagnostic import Place, error
from fabric.core.names import natural, shortened
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Diagnostic
    from fabric.device import Design


class Spot(NamedTuple):
    """A port by the name that its platform gives it."""

    device: str
    port: str

    def __str__(self) -> str:
        return f"`{shortened(self.device)}` {shortened(self.port)}"


class Listener(Protocol):
    """What one device heard on its ports, and where that stands."""

    @property
    def ports(self) -> Mapping[str, tuple[str, str]]:
        """The far end of each port that hears one."""

    def place(self, port: str) -> Place:
        """Return where a file speaks of a port; its beginning where it does not."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What one switch heard by LLDP, and the file that says so."""

    file: str
    text: str
    ports: Mapping[str, tuple[str, str]]

    def place(self, port: str) -> Place:
        """Return where the file speaks of a port; its beginning where it does not."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if (column := line.find(f'"{port}"')) >= 0:
                return Place(self.file, number, column + 1)
        return Place(self.file, 1, 1)


@dataclass(frozen=True, slots=True)
class Cabling:
    """Both ends of every cable, as they should be and as they are heard."""

    heard: Mapping[str, Listener]
    wanted: dict[Spot, Spot] = field(default_factory=dict)
    hosts: set[str] = field(default_factory=set)
    actual: dict[Spot, Spot] = field(default_factory=dict)
    strange: list[Spot] = field(default_factory=list)
    """Ports that lead out of the intent and are none of its own."""
    missing: set[str] = field(default_factory=set)
    """Devices that are not there at all, which is told once and not for each cable."""
    look: str = "is the cable there, and are both ports up with LLDP?"
    """What to look at where nobody is heard."""

    @property
    def right(self) -> int:
        """Return the cables that lead where they should."""
        return sum(self.actual.get(one) == other for one, other in self.wanted.items() if one < other)

    def at(self, one: Spot, other: Spot) -> Place:
        """Return where a cable was heard."""
        spot = one if one.device in self.heard and one.port in self.heard[one.device].ports else other
        if spot.device not in self.heard:
            spot = one if one.device in self.heard else other
        return self.heard[spot.device].place(spot.port)


def cabling(designs: Iterable[Design], heard: Mapping[str, Heard]) -> Cabling:
    """Return the cables of an intent beside those that its switches hear."""
    found = Cabling(heard)
    for design in designs:
        found.hosts.update(device.name for device in design.fabric.of_role(Role.HOST))
        for link in (*design.fabric.links, *design.fabric.management):
            a, b = (Spot(end.device, design.port_name(end)) for end in (link.a, link.b))
            found.wanted.update({a: b, b: a})
    names = {spot.device for spot in found.wanted}
    for device, one in heard.items():
        for port, said in one.ports.items():
            _take(found, names, Spot(device, port), said)
    return found


def _take(found: Cabling, names: set[str], near: Spot, said: tuple[str, str]) -> None:
    """Keep what a port heard, by the names of the intent. A host is known by its name alone."""
    name = said[0].lower()
    name = name if name in names else name.partition(".")[0]
    far = Spot(name if name in names else said[0], said[1])
    wanted = found.wanted.get(near)
    if wanted is not None and wanted.device == far.device and far.device in found.hosts:
        far = far if far in found.wanted else wanted
    if wanted is None and far.device not in names:
        found.strange.append(near)
        return
    found.actual[near] = far
    if far in found.wanted:
        found.actual.setdefault(far, near)


def cable_findings(found: Cabling) -> Iterator[Diagnostic]:
    """Yield what is wrong, each cable once: swaps first, and what follows from them not again."""
    explained: set[Spot] = set()
    wrong = [spot for spot, far in found.actual.items() if found.wanted.get(spot) != far]
    wrong.sort(key=_order)
    for one, other in _swaps(found, wrong, explained):
        summary = f"`{one.device}` {one.port} and {other.port} are swapped"
        hint = f"exchange them: {one.port} leads to {found.actual[one]}, and should to {found.wanted[one]}"
        yield error("LDP-002", summary, hint=hint).at(found.at(one, found.actual[one]))
    for spot in wrong:
        far = found.actual[spot]
        if spot in explained:
            continue
        explained |= {spot, far}
        wanted = found.wanted.get(spot)
        place = found.at(spot, far)
        if wanted is not None:
            summary = f"{spot} leads to {far}, it should lead to {wanted}"
            yield error("LDP-003", summary, hint="move the cable, or correct the intent").at(place)
        else:
            summary = f"{spot} leads to {far}, where the intent has no cable"
            yield error("LDP-004", summary, hint="take it out, or add it to the intent").at(place)
    yield from _silent(found, explained)


def _order(spot: Spot) -> tuple[object, ...]:
    return natural(spot.device), natural(spot.port)


def _swaps(found: Cabling, wrong: list[Spot], explained: set[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the ports of one device that have each other's cable."""
    holders = {(spot.device, found.wanted[spot]): spot for spot in wrong if spot in found.wanted}
    for one in wrong:
        holder = holders.get((one.device, found.actual[one]))
        if holder is None or one not in found.wanted or {one, holder} & explained:
            continue
        if found.actual[holder] != found.wanted[one]:
            continue
        explained |= {one, holder, found.actual[one], found.actual[holder]}
        yield one, holder


def _silent(found: Cabling, explained: set[Spot]) -> Iterator[Diagnostic]:
    """Yield the cables between switches of which neither end is heard."""
    for spot in sorted(found.wanted, key=_order):
        far = found.wanted[spot]
        known = {spot, far} & (explained | found.actual.keys())
        if (
            known
            or spot.device not in found.heard
            or {spot.device, far.device} & (found.hosts | found.missing)
        ):
            continue
        explained |= {spot, far}
        summary = f"{spot} hears nobody, it should lead to {far}"
        yield error("LDP-005", summary, hint=found.look).at(found.heard[spot.device].place(spot.port))
