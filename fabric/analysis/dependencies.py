"""What waits for what when everything is paused: the channel dependency graph of shortest paths.

A channel is one direction of the cables between two switches. It waits for the next one on the way of a
packet that it holds; channels that wait in a circle never move again (Dally and Seitz, 1987). In a fabric of
tiers without valleys packets go up and then down, so a circle would need one that goes up after it went down:
there is none, and nothing need be searched. Only cables between switches of one tier can close a circle.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.topology import Fabric

    Channel = tuple[str, str]
    Waits = dict[Channel, set[Channel]]
    Neighbours = Mapping[str, tuple[str, ...]]

RANKS = {Role.LEAF: 1, Role.SPINE: 2, Role.CORE: 3}


def circle(fabric: Fabric) -> tuple[str, ...] | None:
    """Return switches whose channels wait in a circle, the first again at the end; None if none do."""
    if not flat_links(fabric):
        return None
    neighbours = _neighbours(fabric)
    ends = [name for name in neighbours if fabric.devices[name].role is Role.LEAF] or list(neighbours)
    waits: Waits = defaultdict(set)
    judged = 0
    for number, end in enumerate(ends, start=1):
        _add(waits, neighbours, end)
        if number >= 2 * judged or number == len(ends):  # a circle of some ends is one of all: look early
            judged = number
            if found := _circle(waits):
                return found
    return None


def flat_links(fabric: Fabric) -> tuple[Channel, ...]:
    """Return the pairs of switches of one tier that are joined directly."""
    found: dict[Channel, None] = {}
    for link in fabric.links:
        a, b = (fabric.devices[end.device] for end in (link.a, link.b))
        if a.role in RANKS and RANKS.get(a.role) == RANKS.get(b.role):
            found[a.name, b.name] = None
    return tuple(found)


def _neighbours(fabric: Fabric) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for link in fabric.links:
        a, b = link.a.device, link.b.device
        if fabric.devices[a].role in RANKS and fabric.devices[b].role in RANKS:
            found[a][b] = None
            found[b][a] = None
    return {name: tuple(others) for name, others in found.items()}


def _add(waits: Waits, neighbours: Neighbours, end: str) -> None:
    """Add what waits on all shortest ways to one switch."""
    far = _distances(neighbours, end)
    for middle, distance in far.items():
        after = [name for name in neighbours[middle] if far[name] == distance - 1]
        for before in neighbours[middle]:
            if far[before] == distance + 1:
                waits[before, middle].update((middle, name) for name in after)


def _distances(neighbours: Neighbours, end: str) -> dict[str, int]:
    far = {end: 0}
    queue = deque([end])
    while queue:
        name = queue.popleft()
        for other in neighbours[name]:
            if other not in far:
                far[other] = far[name] + 1
                queue.append(other)
    return far


def _circle(waits: Waits) -> tuple[str, ...] | None:
    """Return the switches of one circle, found by taking away channels that wait for nothing."""
    stuck = _stuck(waits)
    if not stuck:
        return None
    channel = next(iter(stuck))
    way: dict[Channel, int] = {}
    while channel not in way:
        way[channel] = len(way)
        channel = next(other for other in sorted(waits[channel]) if other in stuck)
    turns = list(way)[way[channel] :]
    return (*(start for start, _ in turns), turns[0][0])


def _stuck(waits: Waits) -> dict[Channel, None]:
    """Return the channels that wait, at last, for a channel of a circle."""
    before: defaultdict[Channel, list[Channel]] = defaultdict(list)
    left = {channel: len(others) for channel, others in waits.items()}
    for channel, others in waits.items():
        for other in others:
            before[other].append(channel)
            left.setdefault(other, 0)
    free = deque(channel for channel, number in left.items() if not number)
    while free:
        channel = free.popleft()
        del left[channel]
        for waiting in before[channel]:
            left[waiting] -= 1
            if not left[waiting]:
                free.append(waiting)
    return dict.fromkeys(sorted(left))


def valleys(fabric: Fabric, asn: Mapping[str, int]) -> Iterable[tuple[str, str, str]]:
    """Yield (switch, one above it, another of another AS): between the two, it would carry their traffic.

    A route from above that a switch tells another switch above is refused there when the two share an AS.
    """
    above: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for link in fabric.links:
        low, high = link.a.device, link.b.device
        ranks = [RANKS.get(fabric.devices[name].role, 0) for name in (low, high)]
        if 0 < ranks[0] < ranks[1]:
            above[low].setdefault(asn[high], high)
    for name, found in above.items():
        if len(found) > 1:
            first, second, *_ = found.values()
            yield name, first, second
