"""How many equal ways there are between two ports, and how long they are, by class of pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.weave import in_order
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.analysis.weave import Weave
    from fabric.topology import Device, Fabric

SAMPLES = 3
"""Leaves that a fabric is looked at from, first, middle and last: linear, and enough for a regular one."""
SAME_LEAF = "same leaf"
OTHER_PLANE = "other plane of the NICs"


@dataclass(frozen=True, slots=True)
class PairClass:
    """Ports of hosts that lie alike to each other."""

    name: str
    pairs: int
    """Pairs of leaves that were looked at."""
    fewest: int
    """Shortest ways between them, link by link; 0 when some pair has none."""
    most: int
    nearest: int
    """Switches on the way; 0 when no pair has one."""
    farthest: int


def diversity(fabric: Fabric, woven: Weave) -> tuple[PairClass, ...]:
    """Return number and length of the shortest ways between leaves, by class of pair."""
    leaves = in_order(fabric, Role.LEAF)
    found: dict[str, list[tuple[int, int]]] = {}
    if any(bundles for name in leaves if (bundles := woven.down.get(name))):
        found[SAME_LEAF] = [(1, 1)]
    for source in _sampled(leaves):
        ways = _ways(source, fabric, woven)
        for leaf in leaves:
            if leaf != source:
                name = _class(fabric.devices[source], fabric.devices[leaf])
                found.setdefault(name, []).append(ways.get(leaf, (0, 0)))
    return tuple(_summed(name, pairs) for name, pairs in sorted(found.items(), key=_closeness))


def _sampled(leaves: list[str]) -> Iterator[str]:
    step = max((len(leaves) - 1) // (SAMPLES - 1), 1)
    yield from dict.fromkeys([*leaves[::step][: SAMPLES - 1], *leaves[-1:]])


def _class(one: Device, other: Device) -> str:
    if one.plane != other.plane:
        return OTHER_PLANE
    pod = "same pod" if one.pod == other.pod else "other pod"
    if one.rail is None or other.rail is None:
        return f"{pod}, other leaf"
    return f"{pod}, {'same' if one.rail == other.rail else 'other'} rail"


def _closeness(entry: tuple[str, list[tuple[int, int]]]) -> tuple[bool, bool, bool, str]:
    name = entry[0]
    return name == OTHER_PLANE, name != SAME_LEAF, name.startswith("other"), name.replace("same rail", "")


def _summed(name: str, pairs: list[tuple[int, int]]) -> PairClass:
    ways = [number for number, _ in pairs]
    switches = [length for _, length in pairs if length]
    return PairClass(
        name, len(pairs), min(ways), max(ways), min(switches, default=0), max(switches, default=0)
    )


def _ways(source: str, fabric: Fabric, woven: Weave) -> Mapping[str, tuple[int, int]]:
    """Return number of shortest ways and switches on them, by switch; breadth first, never through a host."""
    ways = {source: 1}
    length = {source: 1}
    border = [source]
    while border:
        following: dict[str, None] = {}
        for name in border:
            for other, bundle in woven.around(name).items():
                if fabric.devices[other].role is Role.HOST:
                    continue
                if other not in length:
                    length[other] = length[name] + 1
                    ways[other] = 0
                    following[other] = None
                if length[other] == length[name] + 1:
                    ways[other] += ways[name] * bundle.links
        border = list(following)
    return {name: (ways[name], length[name]) for name in ways}
