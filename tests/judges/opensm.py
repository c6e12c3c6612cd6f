"""OpenSM, routing the intended subnet on ibsim, judges the files of a subnet manager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.twin.opensm_rehearsal import rehearse
from judges import tally
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import SubnetManagerConfig


def judge(config: SubnetManagerConfig, artifacts: Mapping[str, str], seconds: float = 120.0) -> Verdict:
    """Judge rendered `opensm.conf`, `partitions.conf`, `qos-policy.conf` and `root_guid.conf`.

    `config` says which nodes and cables the simulated subnet has. `seconds` bounds each program.
    """
    tally.count("opensm")
    return findings(config, artifacts, seconds)


def findings(config: SubnetManagerConfig, artifacts: Mapping[str, str], seconds: float = 120.0) -> Verdict:
    """Return the objections, uncounted."""
    said = rehearse(config, artifacts, seconds=seconds)
    return tuple(Finding(found.code, found.summary) for found in said.diagnostics)
