"""From cable to cable: what stands at both ends of a way, and the passive devices it leads through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.circuits import Board, Crossed
from fabric.topology.model import Role
from fabric.topology.tips import Tip, tips, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.intent.explicit import Cable, Explicit
    from fabric.topology.model import Device

RANK = {Role.HOST: 0, Role.MANAGER: 0, Role.LEAF: 1, Role.SPINE: 2, Role.CORE: 3}
"""Lower ends first; managers are on leaves as hosts are."""


@dataclass(frozen=True, slots=True)
class Way:
    """What joins two ports: one cable, or several with passive devices between them."""

    low: Tip
    high: Tip
    cables: tuple[Cable, ...]
    """From the lower end on."""
    crossed: tuple[Crossed, ...] = ()
    """Between them."""


def ways(
    topology: Explicit, devices: Mapping[str, Device], catalog: Catalog
) -> tuple[list[Way], list[Diagnostic]]:
    """Return the ways of all cables whose ends exist, and what is wrong with the others."""
    found: list[Way] = []
    problems: list[Diagnostic] = []
    board = Board()
    board.join(topology, catalog)
    for cable in topology.cables:
        missing = [problem for field in ("a", "b") if (problem := unknown(cable, field, devices))]
        problems += missing
        if missing:
            continue
        one, other = tips(cable, devices)
        passive = [(end, far) for end, far in ((one, other), (other, one)) if end.device.role is Role.CIRCUIT]
        for end, far in passive:
            board.plug(cable, end, far, catalog)
        if not passive:
            found.append(_turned(Way(one, other, (cable,))))
    for cables, crossed in () if board.problems else board.ways():  # a wrong port hides where light goes
        problems += _at_odds([cable for cable, _ in cables])
        found.append(_turned(Way(cables[0][1], cables[-1][1], tuple(c for c, _ in cables), crossed)))
    return found, [*problems, *board.problems]


def _turned(way: Way) -> Way:
    """Return a way from its lower end on."""
    if RANK[way.low.device.role] <= RANK[way.high.device.role]:
        return way
    back = tuple(Crossed(one.device, one.far, one.near) for one in reversed(way.crossed))
    return Way(way.high, way.low, way.cables[::-1], back)


def _at_odds(cables: Sequence[Cable]) -> list[Diagnostic]:
    """Return the finding for cables of one way that say different speeds."""
    said = [cable for cable in cables if cable.speed]
    if len({cable.speed for cable in said}) < 2:  # noqa: PLR2004 - one speed is what a link has
        return []
    summary = f"the cables of one link say {said[0].speed:g}G and {said[-1].speed:g}G"
    return [error("TOP-075", summary, said[-1].loc("speed"), "say it once, or the same on both")]
