"""How much a fabric carries: oversubscription of each tier, and bandwidth between two halves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.weave import SWITCHES, capacity, in_order
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.analysis.weave import Bundle, Weave
    from fabric.topology import Fabric


@dataclass(frozen=True, slots=True)
class Tier:
    """All switches of a role; rates in Gb/s, one direction."""

    role: Role
    switches: int
    down_gbps: int
    up_gbps: int
    peer_gbps: int
    """Between switches of the tier; each link counted once."""
    worst: str
    """Switch with the highest oversubscription; empty at the top."""
    worst_ratio: float | None
    """Its oversubscription; None at the top."""

    @property
    def ratio(self) -> float | None:
        """Oversubscription of the tier: 1.0 is non-blocking; None at the top, where nothing goes up."""
        return self.down_gbps / self.up_gbps if self.up_gbps else None


@dataclass(frozen=True, slots=True)
class Bisection:
    """Bandwidth between two halves of what sends."""

    gbps: float
    """What gets across, one direction, Gb/s."""
    offered_gbps: float
    """What the smaller half can send, Gb/s."""
    bound: bool
    """It is an upper bound: links between equals were counted without routing over them."""

    @property
    def share(self) -> float:
        """Part of the offered load that gets across: 1.0 is full bisection."""
        return self.gbps / self.offered_gbps if self.offered_gbps else 0.0


def tiers(fabric: Fabric, woven: Weave) -> tuple[Tier, ...]:
    """Return the tiers that a fabric has, from below."""
    return tuple(_tier(fabric, woven, role) for role in SWITCHES if fabric.of_role(role))


def _tier(fabric: Fabric, woven: Weave, role: Role) -> Tier:
    names = [device.name for device in fabric.of_role(role)]
    down = {name: capacity(woven.down.get(name)) for name in names}
    up = {name: capacity(woven.up.get(name)) for name in names}
    ratios = {name: down[name] / up[name] for name in names if up[name]}
    worst = max(ratios, key=lambda name: ratios[name], default="")
    peers = sum(capacity(woven.peers.get(name)) for name in names) // 2
    return Tier(
        role, len(names), sum(down.values()), sum(up.values()), peers, worst, ratios.get(worst)
    )  # fmt: skip


def between_hosts(fabric: Fabric, woven: Weave) -> Bisection:
    """Return the bandwidth between the first and the second half of the hosts."""
    hosts = in_order(fabric, Role.HOST)
    first = set(hosts[: len(hosts) // 2])
    return _crossing(fabric, woven, lambda host, _leaf: host in first)


def between_leaves(fabric: Fabric, woven: Weave) -> Bisection:
    """Return the bandwidth between the ports on the first half of the leaves and those on the second.

    No flow stays below its leaf, so this is what unaligned traffic gets. Planes are halved one by one, for
    nothing is sent from one to another.
    """
    planes: dict[int | None, list[str]] = {}
    for name in in_order(fabric, Role.LEAF):
        planes.setdefault(fabric.devices[name].plane, []).append(name)
    first = {name for leaves in planes.values() for name in leaves[: len(leaves) // 2]}
    return _crossing(fabric, woven, lambda _host, leaf: leaf in first)


def _crossing(fabric: Fabric, woven: Weave, in_first: Callable[[str, str], bool]) -> Bisection:
    """Let both halves send; what meets its other half in a switch turns there, the rest climbs.

    A switch spreads what climbs over its uplinks by their rate, as ECMP does.
    """
    load: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    offered = [0.0, 0.0]
    for host in fabric.of_role(Role.HOST):
        for leaf, bundle in woven.up.get(host.name, {}).items():
            side = 0 if in_first(host.name, leaf) else 1
            load[leaf][side] += bundle.gbps
            offered[side] += bundle.gbps
    across, bound = 0.0, False
    for role in SWITCHES:
        names = [device.name for device in fabric.of_role(role) if device.name in load]
        for name in names:
            across += _turn(load[name])
        over_peers = _over_peers(names, woven, load)
        bound = bound or over_peers > 0
        across += over_peers
        for name in names:
            _climb(load[name], woven.up.get(name, {}), load)
    return Bisection(min(across, *offered), min(offered), bound)


def _turn(load: list[float]) -> float:
    turned = min(load)
    load[0] -= turned
    load[1] -= turned
    return turned


def _over_peers(names: list[str], woven: Weave, load: Mapping[str, list[float]]) -> float:
    """Return what links between equals can carry from switches of one half to those of the other."""
    crossing = sum(
        bundle.gbps
        for name in names
        if load[name][0] > 0
        for peer, bundle in woven.peers.get(name, {}).items()
        if peer in load and load[peer][1] > 0
    )
    sides = [sum(load[name][side] for name in names if not woven.up.get(name)) for side in (0, 1)]
    return min(crossing, *sides)


def _climb(load: list[float], up: Mapping[str, Bundle], loads: Mapping[str, list[float]]) -> None:
    room = capacity(up)
    for side in (0, 1):
        sent = min(load[side], room)
        for parent, bundle in up.items():
            loads[parent][side] += sent * bundle.gbps / room
