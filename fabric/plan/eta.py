"""How long a rollout takes at most, from its waves and limits."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.plan.model import TIMINGS
from fabric.plan.packing import packed, rules_of
from fabric.plan.waves import MS_PER_S

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.intent.rollout import Rollout
    from fabric.plan.model import Plan, Timing, Wave
    from fabric.plan.packing import Rules


@dataclass(frozen=True, slots=True)
class Pace:
    """What limits how many devices change at once, and how long one takes."""

    rules: Rules
    timing: Timing
    out: frozenset[str] = frozenset()
    """Devices that are out anyway."""


@dataclass(frozen=True, slots=True)
class Span:
    """How one wave goes."""

    most_s: int
    """The longest it takes when every gate passes, its soak included."""
    batches: int
    binding: str
    """The limit that makes it take longest; empty when all devices go at once."""


def timing_of(rollout: Rollout, own_s: int = 0) -> Timing:
    """Return how long the parts of a change may take: as the profile says, but for what the intent says."""
    timing = replace(TIMINGS[rollout.limits.profile], own_s=own_s)
    within = None if rollout.gates == "default" else rollout.gates.within
    return timing if within is None else replace(timing, check_s=math.ceil(within / MS_PER_S))


def span(wave: Wave, pace: Pace) -> Span:
    """Return how a wave goes."""
    found = packed(pace.rules, wave.devices, pace.out)
    batches = len(found.batches)
    return Span(batches * change_s(pace.timing) + wave.soak_s, batches, found.binding)


def total_s(waves: Iterable[Wave], pace: Pace) -> int:
    """Return the longest that all waves take, one after the other."""
    return sum(span(wave, pace).most_s for wave in waves)


def change_s(timing: Timing) -> int:
    """Return the longest that the change of one device takes."""
    return timing.commit_s + timing.check_s + timing.confirm_s + timing.own_s


def there_and_back_s(plan: Plan, wave: Wave) -> int:
    """Return the longest that one more change of a wave takes, and then the way back of the whole wave.

    It goes back under the limits that hold on the way out, so in as many batches.
    """
    batches = len(packed(rules_of(plan), wave.devices, frozenset(plan.down)).batches)
    return change_s(plan.timing) + max(1, batches) * plan.timing.commit_s
