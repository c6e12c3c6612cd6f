"""Headroom and pools behind the lossless classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.origin import Origin


@dataclass(frozen=True, slots=True)
class Headroom:
    """Lossless headroom of one port speed and cable length.

    The model's `xoff_bytes` is for checking; `key_m` is the length the device knows: the next tabulated
    one upwards, or None where the device computes headroom from any length.
    """

    speed_gbps: int
    cable_m: float
    key_m: int | None
    xoff_bytes: int
    xon_bytes: int
    size_bytes: int
    xon_offset_bytes: int
    dynamic_threshold: int
    """SAI alpha exponent: alpha = 2 ** n."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buffers:
    """Shared pools of the ASIC, in bytes."""

    ingress_pool_bytes: int | None
    headroom_pool_bytes: int | None
    egress_pool_bytes: int | None
    cell_bytes: int | None
    computed_by_device: bool
    """The device computes pools and headroom itself (SONiC's dynamic buffer model, NVUE's RoCE mode)."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
