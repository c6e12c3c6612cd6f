"""Who is cabled to whom: parallel links as one bundle, by tier. The ground of every measure and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.topology import Fabric

RANK = {Role.HOST: 0, Role.LEAF: 1, Role.SPINE: 2, Role.CORE: 3}
"""Tiers from below. Subnet managers are in none: they carry no traffic of jobs."""
SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


class Bundle(NamedTuple):
    """The links between two devices."""

    links: int
    gbps: int

    def and_also(self, other: Bundle) -> Bundle:
        """Return both together."""
        return Bundle(self.links + other.links, self.gbps + other.gbps)


NONE = Bundle(0, 0)
Bundles = dict[str, dict[str, Bundle]]


@dataclass(frozen=True, slots=True)
class Weave:
    """Bundles by device and neighbour: `up` to a higher tier, `down` to a lower one, `peers` on the same."""

    up: Mapping[str, Mapping[str, Bundle]]
    down: Mapping[str, Mapping[str, Bundle]]
    peers: Mapping[str, Mapping[str, Bundle]]

    def around(self, name: str) -> dict[str, Bundle]:
        """Return the bundles of a device to all its neighbours."""
        return {**self.up.get(name, {}), **self.down.get(name, {}), **self.peers.get(name, {})}


def weave(fabric: Fabric) -> Weave:
    """Return the bundles of a fabric; linear in links."""
    up: Bundles = {}
    down: Bundles = {}
    peers: Bundles = {}
    for link in fabric.links:
        low, high = link.a.device, link.b.device
        ranks = (RANK.get(fabric.devices[low].role), RANK.get(fabric.devices[high].role))
        if ranks[0] is None or ranks[1] is None:
            continue
        if ranks[0] == ranks[1]:
            _add(peers, low, high, link.speed_gbps)
            _add(peers, high, low, link.speed_gbps)
            continue
        if ranks[0] > ranks[1]:
            low, high = high, low
        _add(up, low, high, link.speed_gbps)
        _add(down, high, low, link.speed_gbps)
    return Weave(up, down, peers)


def _add(to: Bundles, one: str, other: str, gbps: int) -> None:
    row = to.setdefault(one, {})
    before = row.get(other, NONE)
    row[other] = Bundle(before.links + 1, before.gbps + gbps)


def planes_of(fabric: Fabric) -> int:
    """Return the planes that NICs are split over; 1 where they are not."""
    return len({leaf.plane for leaf in fabric.of_role(Role.LEAF) if leaf.plane is not None}) or 1


def capacity(bundles: Mapping[str, Bundle] | None) -> int:
    """Return the rate of all bundles together, Gb/s."""
    return sum(bundle.gbps for bundle in bundles.values()) if bundles else 0


def in_order(fabric: Fabric, role: Role) -> list[str]:
    """Return the devices of a role by plane, pod and name, as people count them."""
    found = [(d.plane or 0, natural(d.pod), natural(d.name), d.name) for d in fabric.of_role(role)]
    return [name for *_, name in sorted(found)]
