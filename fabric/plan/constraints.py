"""Limits on what may be out at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Limit:
    """What devices take from something that must not be lost."""

    name: str
    """What it is, for people: ``uplinks of `pod1` ``."""
    most: int
    """Most that may be out at once."""
    weights: Mapping[str, int]
    """What each device takes while it is out, changed by the plan or not."""
    alone: bool = True
    """Whether one device may always go when nothing else of it is out."""
    whole: int = 0
    """All that there is of it; 0: what all devices take together."""
    traffic: bool = False
    """Whether a device whose change traffic does not notice takes nothing."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Limits on what may be out at the same time. Shares are per cent; any share allows one device."""

    profile: str
    max_in_flight: int
    group_share: float
    """Most of a redundancy group that may be in flight."""
    failures_canary: int
    """Failed devices tolerated in the first wave."""
    failures_share: float
    """Most of a later wave that may fail before the rollout turns back."""
    one_role_at_a_time: bool = True
    pod_share: float = 100.0
    """Most of a pod's uplinks that may be out."""
    group_most: int = 1
    """Most leaves below the same hosts that may be out."""
    job_share: float = 0.0
    """Most of a job's ports on one rail that may be out; 0: nothing that disturbs it starts."""
    lanes: int = 0
    """Planes, or rails of leaves, in which devices change at the same time; 0: any number."""
    exposed_share: float = 100.0
    """Most of the changed devices in one wave."""
    exposed_gpus: int = 0
    """Most GPUs behind one wave; 0: any number."""
    logins_per_s: float = 0.0
    """Devices that may be logged into within a second; 0: any number."""
    site_most: int = 0
    """Devices of all fabrics of the site that may be in flight; 0: any number."""


PROFILES: Mapping[str, Constraints] = {
    # A laboratory has no users: wide, and still never a whole group at once.
    "lab": Constraints("lab", 100, 50.0, 0, 0.0, one_role_at_a_time=False),
    # reference/rollout.md 3.4: one rail of eight is the most a pod may miss.
    "default": Constraints("default", 50, 12.5, 0, 1.0, pod_share=12.5, lanes=1, logins_per_s=10.0),
}
