"""Formulas without domain objects of their own: headroom, marking, link budget, power."""

from fabric.physics.ecn import Thresholds, bandwidth_delay_bytes, ecn_auto, pause_threshold_bytes
from fabric.physics.headroom import (
    error_floor_bytes,
    headroom_key,
    modelled_xoff_bytes,
    nic_xoff_bytes,
    pool_oversubscription,
    tabulated,
    warn_floor_bytes,
)
from fabric.physics.link import Basis, Budget, link_budget, reach_m
from fabric.physics.nvidia import nvidia_xon_bytes
from fabric.physics.power import cage_limit_w, headroom_w, module_power_w

__all__ = [
    "Basis",
    "Budget",
    "Thresholds",
    "bandwidth_delay_bytes",
    "cage_limit_w",
    "ecn_auto",
    "error_floor_bytes",
    "headroom_key",
    "headroom_w",
    "link_budget",
    "modelled_xoff_bytes",
    "module_power_w",
    "nic_xoff_bytes",
    "nvidia_xon_bytes",
    "pause_threshold_bytes",
    "pool_oversubscription",
    "reach_m",
    "tabulated",
    "warn_floor_bytes",
]
