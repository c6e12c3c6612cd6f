"""LLDP: what the cabling check reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.device.origin import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Lldp:
    """LLDP timers in seconds."""

    interval_s: int
    hold_multiplier: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


INTERVAL_S, HOLD_MULTIPLIER = 10, 4
"""A miswired cable shows within seconds, and a neighbour is kept for 40 s."""


def lldp() -> Lldp:
    """Build LLDP timers."""
    origin = Origin("lldp.default")
    return Lldp(INTERVAL_S, HOLD_MULTIPLIER, {"interval_s": origin, "hold_multiplier": origin})
