"""Length of the way of a cable: up to the tray, along the row, across rows, and down again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

UNIT_M = 0.04445
"""A rack unit: 1.75 inches (EIA-310-D)."""


class Seat(NamedTuple):
    """Where a device stands on the floor."""

    row: int
    """Place of the row, from 1."""
    rack: int
    """Number of the rack in its row, from 1."""
    height: int
    """Rack units of the rack."""
    unit: float
    """Rack units from the floor of the rack to the middle of the device."""


@dataclass(frozen=True, slots=True)
class Trays:
    """How cables run between racks, in metres."""

    rack_pitch: float
    row_pitch: float
    tray: float
    """From the top of a rack to the tray."""
    slack: float
    """At each end."""
    crossings: tuple[int, ...]
    """Numbers of racks above which trays cross from row to row."""


def way_m(a: Seat, b: Seat, trays: Trays) -> float:
    """Return the length of the way between two devices, slack at both ends included."""
    spare = 2 * trays.slack
    if a[:2] == b[:2]:
        return abs(a.unit - b.unit) * UNIT_M + spare
    up_and_down = (a.height - a.unit + b.height - b.unit) * UNIT_M + 2 * trays.tray
    return up_and_down + _along(a, b, trays) + abs(a.row - b.row) * trays.row_pitch + spare


def _along(a: Seat, b: Seat, trays: Trays) -> float:
    """Return the way along rows: straight within one, else by the crossing that is nearest to both."""
    if a.row == b.row:
        return abs(a.rack - b.rack) * trays.rack_pitch
    return min([abs(a.rack - at) + abs(b.rack - at) for at in trays.crossings]) * trays.rack_pitch


def rounded_up(length_m: float, step_m: float) -> float:
    """Return a length as the next multiple of a step; a multiple stays, whatever floating point adds."""
    return round(math.ceil(round(length_m / step_m, 6)) * step_m, 6)
