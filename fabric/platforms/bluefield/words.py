"""NVUE's words for the router on a DPU.

HBN 2.4 and 3.0 speak NVUE as Cumulus Linux did before 5.15 (NVIDIA/doca-platform, startup.yaml of guides).
Later ones take a file of 3.0.0 and translate it: those guides give one to the image 3.2.1. Nobody publishes
HBN's own schema: what those files have is written, and of BGP what every schema of Cumulus Linux from 5.6 to
5.14 has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.device import DpuConfig
from fabric.platforms.block_yaml import scalar
from fabric.platforms.nvue.dialect import LEGACY
from fabric.platforms.nvue.policy import carried, policies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import UnitConfig


_SPOKEN = (3, 0, 0)
"""The newest release whose own words these are known to be."""


def context(config: UnitConfig) -> Mapping[str, object]:
    """Return the words of a DPU. Raises FabricError for a release that is none."""
    if not isinstance(config, DpuConfig):
        raise TypeError(f"`{config.name}` is no DPU")
    uplinks = zip(config.uplinks, config.bgp.neighbors, strict=True)
    return {
        "dialect": LEGACY,
        "header_version": "{}.{}.{}".format(*min(_version(config.release), _SPOKEN)),
        "ports": (*config.uplinks, *config.host_ports),
        "neighbors": tuple((port.name, one.group, one.asn, scalar(one.peer)) for port, one in uplinks),
        "groups": tuple(carried(config.bgp)),
        "max_paths": config.bgp.max_paths,
        "policies": tuple(policies(config.bgp)),
    }


def _version(release: str) -> tuple[int, int, int]:
    match = re.fullmatch(r"(\d+)\.(\d+)(?:\.(\d+))?", release)
    if match is None:
        raise FabricError(error("BLF-001", f"`{release}` is no release of HBN", hint="write it as `3.2.1`"))
    return int(match[1]), int(match[2]), int(match[3] or 0)
