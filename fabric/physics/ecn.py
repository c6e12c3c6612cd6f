"""ECN marking: thresholds from the speed, and where a pause comes before full marking."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.catalog.models.buffers import EcnRule


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Marking begins at `min_bytes` of queue and is total at `max_bytes`; just below, `probability_pct`."""

    min_bytes: int
    max_bytes: int
    probability_pct: int


def ecn_auto(rule: EcnRule, speed_gbps: int) -> Thresholds:
    """Return the thresholds of `ecn: auto` at a port speed.

    The minimum is a share of the bandwidth-delay product, never below a floor; the maximum a multiple of it.
    Thresholds therefore grow with the rate: those of a slower generation, carried over, starve a faster one.
    Meant for 200G and up; at 100G everything is marked earlier than any vendor publishes.
    """
    share = bandwidth_delay_bytes(speed_gbps, rule.round_trip_us) * rule.min_share_of_bdp
    minimum = max(math.ceil(share), rule.floor_bytes)
    return Thresholds(minimum, minimum * rule.max_over_min, rule.probability_pct)


def bandwidth_delay_bytes(speed_gbps: float, round_trip_us: float) -> float:
    """Return the bytes that fill a path of a given speed and unloaded round trip."""
    return speed_gbps * 1000 / 8 * round_trip_us


def pause_threshold_bytes(shared_pool_bytes: int, alpha_exponent: int, groups: int = 1) -> float:
    """Return the queue at which a priority group pauses its peer, with so many groups at their threshold.

    `shared_pool_bytes` excludes the headroom pool; alpha is 2 ** `alpha_exponent` (SAI dynamic_th).
    Marking must be total below it, else flows are paused before they are told to slow down.
    """
    alpha = 2.0**alpha_exponent
    return alpha * shared_pool_bytes / (1 + alpha * groups)
