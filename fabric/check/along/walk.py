"""A fabric and all its units as their artifacts were read back: what rules along a path look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.diagnostic import Path
    from fabric.device import Design
    from fabric.device.hop import Hop, PortHop
    from fabric.topology import End


@dataclass(frozen=True)
class Walk:
    """A fabric, and its units as their artifacts say."""

    design: Design
    hops: Mapping[str, Hop]
    """By unit; without those that have no artifacts of their own."""

    def port(self, end: End) -> PortHop | None:
        """Return a port as its unit's artifacts have it; None where the unit has no artifacts."""
        hop = self.hops.get(end.device)
        return hop.ports.get(self.design.port_name(end)) if hop else None

    def name(self, end: End) -> str:
        """Return a port for a sentence."""
        return f"`{end.device}:{self.design.port_name(end)}`"

    def path(self, unit: str) -> Path:
        """Return where the intent speaks of a unit."""
        return self.design.device(unit).path


def codes(points: list[int]) -> str:
    """Return code points for a sentence."""
    return listing([str(point) for point in points], most=4)
