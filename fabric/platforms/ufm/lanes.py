"""Service levels as OpenSM's tables: which virtual lane each rides, and how the lanes share a port."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.device import ServiceLevel

_LEVELS = range(16)
_OPERATIONAL_LANES = {1: 1, 2: 2, 4: 3, 8: 4, 15: 5}
"""Code of `max_op_vls` by the number of data lanes (IBTA PortInfo.OperationalVLs)."""
_NOTHING = "0:0"
"""An arbitration table that serves no lane: an entry of weight 0 is passed over."""
_UNLIMITED = 255
"""`qos_high_limit` at which high-priority lanes never give way (IBTA PortInfo.VLHighLimit)."""
_MOST = 255


@dataclass(frozen=True, slots=True)
class LaneWords:
    """Values of the `qos_` keys of opensm.conf."""

    max_vls: int
    max_op_vls: int
    sl2vl: str
    high: str
    low: str
    high_limit: int


def lane_words(levels: tuple[ServiceLevel, ...]) -> LaneWords | None:
    """Return the tables, or None when everything rides on level 0."""
    if not levels:
        return None
    lane_of = {level.number: level.virtual_lane for level in levels}
    rest = lane_of.get(0, 0)
    weights: defaultdict[int, int] = defaultdict(int)
    for level in levels:
        weights[level.virtual_lane] += level.weight
    strict = {level.virtual_lane for level in levels if level.strict}
    lanes = next(count for count in _OPERATIONAL_LANES if count > max(*weights, rest))
    return LaneWords(
        max_vls=lanes,
        max_op_vls=_OPERATIONAL_LANES[lanes],
        # A level without a lane of its own rides with level 0: lane 15 would drop it.
        sl2vl=",".join(str(lane_of.get(number, rest)) for number in _LEVELS),
        high=_table({lane: weight for lane, weight in weights.items() if lane in strict}),
        low=_table({lane: weight for lane, weight in weights.items() if lane not in strict}),
        high_limit=_UNLIMITED if strict else 0,
    )


def _table(weights: dict[int, int]) -> str:
    return ",".join(f"{lane}:{min(weights[lane], _MOST)}" for lane in sorted(weights)) or _NOTHING
