"""NVIDIA's headroom formula, as SONiC computes it for the dynamic buffer model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.catalog.models.buffers import Asic, NvidiaFit

# sonic-net/sonic-swss@e6b0c5b5 cfgmgr/buffer_headroom_mellanox.lua, and the older form in
# sonic-net/SONiC doc/qos/dynamically-headroom-calculation.md.
_LIGHT_M_PER_S = 198_000_000
_KIB = 1024
_SMALL_PACKET_BYTES = 64
_QUANTUM_BYTES = 64
_TWO_CELL_LIMIT_BYTES = 128
"""Up to this cell size the worst packet is one byte longer than a cell, and takes two."""


def nvidia_xoff_bytes(asic: Asic, point: NvidiaFit, quanta: int, speed_mbps: int, length_m: float) -> int:
    """Return the xoff of a lossless priority group in bytes, rounded up to KiB.

    `quanta` is the peer's pause response at this speed; a point with a fixed response does not use it.
    """
    cable = 2 * length_m * speed_mbps * 1e6 / (8 * _LIGHT_M_PER_S)
    gearbox = 2 * speed_mbps * point.gearbox_ns / (8 * _KIB)
    mac_phy = (asic.mac_phy_delay_kib or 0) * _KIB
    tile = speed_mbps / 1000 * (asic.tile_ns or 0) / 8
    response = quanta * _QUANTUM_BYTES if point.response == "quanta" else (asic.peer_response_kib or 0) * _KIB
    arriving = point.port_mtu_bytes + cable + gearbox + mac_phy + response + tile
    return math.ceil((point.lossless_mtu_bytes + arriving * occupancy(asic, point)) / _KIB) * _KIB


def occupancy(asic: Asic, point: NvidiaFit) -> float:
    """Return the buffer bytes one wire byte takes, when `small_packet_pct` of the packets are small."""
    cell = asic.cell_bytes or 0
    worst = cell / 64 if cell > _TWO_CELL_LIMIT_BYTES else 2 * cell / (1 + cell)
    share = float(point.small_packet_pct)
    if point.occupancy != "by-packet":
        worst = math.ceil(worst)
    if point.occupancy == "by-byte":
        mean = (share * _SMALL_PACKET_BYTES + (100 - share) * point.lossless_mtu_bytes) / 100
        share = 100 * _SMALL_PACKET_BYTES / mean  # the lua does not multiply by the share of packets
    return (100 - share + share * worst) / 100


def nvidia_xon_bytes(asic: Asic, *, eight_lanes: bool) -> int:
    """Return the level below which the pause ends: the data in the pipeline, twice on an eight-lane port."""
    return int((asic.pipeline_latency_kib or 0) * _KIB) * (2 if eight_lanes else 1)
