"""LLDP: what the cabling check reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.origin import Origin


@dataclass(frozen=True, slots=True)
class Lldp:
    """LLDP timers in seconds."""

    interval_s: int
    hold_multiplier: int
    origins: Mapping[str, Origin] = field(default_factory=dict)
