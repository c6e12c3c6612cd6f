"""What OpenSM's engine torus-2QoS is told: the grid, its seeds, and arbitration that is fair to it.

Source: torus-2QoS(8) and torus-2QoS.conf(5) of OpenSM 3.3.23. Between switches the engine rides lanes 0 to 3
with one level of quality and 4 to 7 with the other; at hosts, lanes 0 and 1. Lanes of a level must be served
alike, or traffic that crossed a dateline waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.intent.engines import SECOND_QUALITY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.device import ServiceLevel, Torus

AXES = "xyz"
LANES_OF_QUALITY = 4
DEFAULT_GROUP_PORTS = 16
"""What the engine makes room for by itself."""
OPEN = "m"
"""Marks a dimension whose ends are not joined."""
_UNLIMITED = 255
_DEFAULT_WEIGHT = 64
_NOTHING = "0:0"


@dataclass(frozen=True, slots=True)
class TorusWords:
    """Lines of torus-2QoS.conf, and values of the `qos_` keys of opensm.conf."""

    lines: tuple[str, ...]
    ends_high: str
    ends_low: str
    between_high: str
    between_low: str
    high_limit: int


def torus_words(
    torus: Torus | None, levels: tuple[ServiceLevel, ...], guid_of: Callable[[str], str]
) -> TorusWords | None:
    """Return the words, or None for another shape. `guid_of` gives the GUID of a switch."""
    if torus is None:
        return None
    weights = [_DEFAULT_WEIGHT, _DEFAULT_WEIGHT]
    strict = [False, False]
    for level in levels:
        quality = level.number // SECOND_QUALITY
        weights[quality], strict[quality] = level.weight, level.strict
    served = tuple(zip(weights, strict, strict=True))
    return TorusWords(
        tuple(_lines(torus, guid_of)),
        ends_high=_table(served, 1, strict=True),
        ends_low=_table(served, 1, strict=False),
        between_high=_table(served, LANES_OF_QUALITY, strict=True),
        between_low=_table(served, LANES_OF_QUALITY, strict=False),
        high_limit=_UNLIMITED if any(strict) else 0,
    )


def _table(served: tuple[tuple[int, bool], ...], lanes: int, *, strict: bool) -> str:
    """Return an arbitration table of the levels that are strict, or that are not; each has so many lanes."""
    return (
        ",".join(
            f"{quality * lanes + lane}:{weight}"
            for quality, (weight, urgent) in enumerate(served)
            if urgent is strict
            for lane in range(lanes)
        )
        or _NOTHING
    )


def _lines(torus: Torus, guid_of: Callable[[str], str]) -> Iterator[str]:
    sizes = [f"{length}{'' if ring else OPEN}" for length, ring in zip(torus.size, torus.rings, strict=True)]
    yield " ".join(("torus", *sizes, *["1"] * (len(AXES) - len(sizes))))
    # The switch's own port 0 stands in one group with those of hosts.
    yield f"portgroup_max_ports {max(torus.group_ports + 1, DEFAULT_GROUP_PORTS)}"
    for number, seed in enumerate(torus.seeds):
        if number:
            yield "next_seed"
        for dimension, way, name in seed.steps:
            sign = "p" if way > 0 else "m"
            yield f"{AXES[dimension]}{sign}_link {guid_of(seed.origin)} {guid_of(name)}"
        # Datelines stay where the first seed has them, or paths would change their service level.
        yield from (f"{AXES[d]}_dateline -{offset}" for d, offset in enumerate(seed.offset) if offset)
