"""Ports of out-of-band leaves for managed switches: kept in the ledger, so that growth moves no cable.

    oob-management:
      pod1-leaf1: 1001
      spine1: 1002

A number is that of the leaf in its own fabric, times a thousand, and a place on it: from 1 on at the
last port for hosts downward, as hosts take them from the first one upward.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.names import listing, natural
from fabric.intent.topology import bridged_leaf
from fabric.topology import End

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.intent import Fabric as FabricIntent
    from fabric.topology import Device, Fabric

PLACES = 1000
"""Numbers of each leaf: more than any has ports."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Ports of switches that are managed through a fabric."""

    numbers: Mapping[str, int]
    """By switch, in the ledger's form; removed switches keep theirs."""
    missing: tuple[str, ...]
    """Switches whose place the ledger does not know, or that lost it with its leaf."""
    ends: Mapping[str, End]
    """The leaf port of each switch that there is."""


class _Place(NamedTuple):
    leaf: str
    number: int
    """From 1, at the last port for hosts downward."""


class _Leaves:
    """Leaves of an out-of-band fabric and what is free on them. It is filled, and ends with its function."""

    def __init__(self, fabric: Fabric, numbers: Mapping[str, int]) -> None:
        """Take the ports of hosts."""
        self.fabric, self.numbers = fabric, numbers
        self.names = {numbers[name]: name for name in fabric.access}
        self.free: dict[str, list[int]] = {}
        self.near: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        used = {link.b for link in fabric.links}
        for name, ports in fabric.access.items():
            last = len(ports)
            free = (last - slot for slot, port in enumerate(ports) if End(name, port) not in used)
            self.free[name] = list(free)
            for group in _groups(fabric.devices[name]):
                self.near[group].append(name)

    def place(self, number: int) -> _Place | None:
        """Return the place that a number of the ledger stands for; None where its leaf is gone."""
        leaf = self.names.get(number // PLACES)
        return _Place(leaf, number % PLACES) if leaf else None

    def end(self, place: _Place) -> End:
        """Return the port of a place."""
        return End(place.leaf, self.fabric.access[place.leaf][-place.number])

    def take(self, places: Iterable[_Place]) -> None:
        """Let nobody have some places."""
        gone: defaultdict[str, set[int]] = defaultdict(set)
        for leaf, number in places:
            gone[leaf].add(number)
        for leaf, numbers in gone.items():
            self.free[leaf] = [number for number in self.free[leaf] if number not in numbers]

    def nearest(self, device: Device) -> _Place | None:
        """Take the nearest free place: of its rack, its row, its pod, or anywhere; none is left for None.

        In a row fewer racks between are nearer. Of equally near leaves, the one with most free places has it.
        """
        for group in (*_groups(device), None):
            names = list(self.free) if group is None else self.near[group]
            found = [name for name in names if self.free[name] and name != device.name]
            if found:
                leaf = max(found, key=lambda name: (-self._racks_between(device, name), len(self.free[name])))
                return _Place(leaf, self.free[leaf].pop())
        return None

    def _racks_between(self, device: Device, leaf: str) -> int:
        """Return how far the racks of a row are from each other; 0 for those of different rows."""
        (row, _, one), (other, _, two) = (
            r.rpartition("-") for r in (device.rack, self.fabric.devices[leaf].rack)
        )
        return abs(int(one) - int(two)) if row and row == other else 0


def _groups(device: Device) -> tuple[tuple[str, str], ...]:
    """Return what makes two devices near, the nearest first."""
    row = device.rack.rpartition("-")[0]
    found = (("rack", device.rack), ("row", row), ("pod", device.pod))
    return tuple(group for group in found if group[1])


def seats(
    fabric: Fabric, intent: FabricIntent, numbers: Mapping[str, int], switches: Mapping[str, Device],
    known: Mapping[str, int],
) -> Seats:  # fmt: skip
    """Give every managed switch a port of a leaf: known ones keep theirs, new ones get the nearest free.

    Raises FabricError when ports are too few, or hosts have come to one of them.
    """
    leaves = _Leaves(fabric, numbers)
    kept = {name: place for name, number in known.items() if (place := leaves.place(number))}
    if problems := list(_met(kept, leaves, intent)):
        raise FabricError(*problems)
    leaves.take(kept.values())
    missing = tuple(name for name in sorted(switches, key=natural) if name not in kept)
    given = {name: leaves.nearest(switches[name]) for name in missing}
    if none := [name for name, place in given.items() if place is None]:
        raise FabricError(_too_few(none, fabric, intent))
    placed = kept | {name: place for name, place in given.items() if place is not None}
    made = {name: numbers[place.leaf] * PLACES + place.number for name, place in placed.items()}
    ends = {name: leaves.end(placed[name]) for name in switches}
    return Seats({**known, **made}, missing, ends)


def _met(kept: Mapping[str, _Place], leaves: _Leaves, intent: FabricIntent) -> Iterator[Diagnostic]:
    """Yield management ports that hosts have come to, or that their leaf no longer has."""
    free = {name: frozenset(places) for name, places in leaves.free.items()}
    lost = [name for name, place in kept.items() if place.number not in free[place.leaf]]
    if lost:
        leaf = kept[lost[0]].leaf
        summary = f"`{leaf}` has no port left for management ports that it had: {listing(lost)}"
        hint = "put the new hosts into another pod; or delete these lines of the ledger, and move the cables"
        yield error("TOP-093", summary, intent.loc("manages"), hint)


def _too_few(names: list[str], fabric: Fabric, intent: FabricIntent) -> Diagnostic:
    ports = min((len(found) for found in fabric.access.values()), default=1)
    pods = len({fabric.devices[name].pod for name in fabric.access}) or 1
    more = -(-len(names) // (ports * pods))
    summary = f"no port of an out-of-band leaf is left for management ports: {listing(names)}"
    hint = f"add {more} to `leaf.count` of this fabric: its leaves have {ports} ports for hosts each"
    leaf = bridged_leaf(intent.topology)
    return error("TOP-090", summary, leaf.loc("count") if leaf else intent.loc("manages"), hint)
