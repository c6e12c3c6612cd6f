"""How long a rollout takes at most, from its waves and limits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.plan.model import Constraints, Timing, Wave


@dataclass(frozen=True, slots=True)
class Pace:
    """What limits how many devices change at once, and how long one takes."""

    constraints: Constraints
    timing: Timing
    group_of: Mapping[str, str]
    """Redundancy group by device."""
    size_of: Mapping[str, int]
    """All members of each group."""


def duration_s(wave: Wave, pace: Pace) -> int:
    """Return the longest a wave takes when every gate passes, its soak included."""
    limits, timing = pace.constraints, pace.timing
    at_once = Counter(pace.group_of[name] for name in wave.devices)
    batches = [-(-len(wave.devices) // limits.max_in_flight)]
    for group, count in at_once.items():
        seats = max(1, int(pace.size_of.get(group, count) * limits.group_share / 100))
        batches.append(-(-count // seats))
    return max(batches) * (timing.commit_s + timing.check_s + timing.confirm_s) + wave.soak_s


def total_s(waves: Iterable[Wave], pace: Pace) -> int:
    """Return the longest that all waves take, one after the other."""
    return sum(duration_s(wave, pace) for wave in waves)
