"""Optical circuit switches in a picture: links end in them and go on, instead of passing unseen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.analysis.weave import NONE, RANK, Bundle
from fabric.core.names import natural
from fabric.topology import stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.topology import Fabric


def direct(fabric: Fabric) -> Fabric:
    """Return a fabric with those links alone that lead through nothing."""
    if not fabric.passive:
        return fabric
    return replace(fabric, links=tuple(link for link in fabric.links if not link.via))


def passive_rank(fabric: Fabric) -> float:
    """Return the height of the passive devices: below the highest of what they join; above equals."""
    joined = (name for link in fabric.links if link.via for name in (link.a.device, link.b.device))
    ranks = sorted({RANK.get(fabric.devices[name].role, 0) for name in joined})
    if not ranks:
        return RANK_OF_NOTHING
    return ranks[-1] - 0.5 if len(ranks) > 1 else ranks[-1] + 0.5


RANK_OF_NOTHING = 0.5
"""Height of passive devices that join nothing yet."""


def legs(fabric: Fabric) -> Iterator[tuple[str, str, Bundle]]:
    """Yield what joins devices to passive ones and these to each other: lower end, upper end, bundle."""
    own = passive_rank(fabric)
    found: dict[tuple[str, str], Bundle] = {}
    for cable in (one for link in fabric.links if link.via for one in stretches(link)):
        ends = sorted(
            (cable.a.device, cable.b.device), key=lambda name: (_rank(fabric, name, own), natural(name))
        )
        key = (ends[0], ends[1])
        found[key] = found.get(key, NONE).and_also(Bundle(1, cable.speed_gbps))
    for (low, high), bundle in found.items():
        yield low, high, bundle


def _rank(fabric: Fabric, name: str, own: float) -> float:
    return own if name in fabric.passive else RANK.get(fabric.devices[name].role, 0)
