"""Which devices may start now, by the plan's limits, and how many may fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.plan.checker import faults_of_batch
from fabric.plan.packing import admissible as choose
from fabric.plan.packing import allowed, packed
from fabric.rollout.states import FAILED, State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from fabric.plan.model import Plan
    from fabric.plan.packing import Rules
    from fabric.rollout.history import Progress


def failures_allowed(plan: Plan, wave: int) -> int:
    """Return how many devices of a wave may fail before the rollout turns back; the canary may be several."""
    if wave == 0 or plan.waves[wave].is_canary:
        return plan.constraints.failures_canary
    share = plan.constraints.failures_share
    return allowed(share, len(plan.waves[wave].devices)) if share > 0 else 0


def out_of_service(plan: Plan, progress: Progress) -> frozenset[str]:
    """Return the devices that cannot stand in for others: down before, or quarantined."""
    failed = (n for n in progress.failed if progress.of(n).state in FAILED - _CLEAN)
    return frozenset(failed) | frozenset(plan.down)


_CLEAN = FAILED - {State.QUARANTINED}


def admissible(
    plan: Plan, rules: Rules, waiting: Sequence[str], flying: AbstractSet[str], out: AbstractSet[str]
) -> tuple[str, ...]:
    """Choose what may start beside `flying`, in the given order, while the devices in `out` are missing.

    What was chosen is summed up once more by other means; a difference is a mistake of this program.
    """
    chosen, _ = choose(rules, waiting, flying, out)
    if chosen and (faults := faults_of_batch(plan, rules.limits, (*flying, *chosen), out)):
        raise AssertionError(f"admission broke a limit: {faults[0]}")
    return chosen


def blocked(rules: Rules, waiting: Sequence[str], out: AbstractSet[str]) -> str:
    """Say why none of the waiting devices may start."""
    stuck = packed(rules, waiting, out).stuck
    name, rule = next(iter(stuck.items()))
    missing = f", as {', '.join(f'`{n}`' for n in sorted(out))} {'is' if len(out) == 1 else 'are'} out"
    more = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
    return f"`{name}`{more} may not start: {rule}{missing if out else ''}"
