"""Headroom as fixed bytes plus line rate times delay: Broadcom's and Marvell's tables in three parameters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.catalog.models.buffers import TimeDomainFit

_ROUND_TRIP_NS_PER_M = 10.0
_SMALLEST_ON_WIRE_BYTES = 84
"""A frame of 64 bytes with preamble and gap takes one cell: the worst share of cell to wire."""
_UNKNOWN_CELL_BYTES = 254


def time_domain_xoff_bytes(
    fit: TimeDomainFit, speed_gbps: float, length_m: float, cell_bytes: int | None
) -> int:
    """Return the xoff of a lossless priority group in bytes, rounded up to a buffer cell.

    A fit describes one vendor's table: other vendors' tables of the same ASIC stand -76 to +217 % beside it.
    """
    cell = fit.cell_bytes or cell_bytes
    share = fit.occupancy or (cell or _UNKNOWN_CELL_BYTES) / _SMALLEST_ON_WIRE_BYTES
    delay_ns = fit.delay_ns + _ROUND_TRIP_NS_PER_M * length_m
    xoff = fit.fixed_bytes + share * speed_gbps / 8 * delay_ns
    return math.ceil(xoff / cell) * cell if cell else math.ceil(xoff)
