"""Whether batches keep what was promised, by plain sums: it shares nothing with the packing it judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from fabric.plan.constraints import Limit
    from fabric.plan.model import Plan


def faults_of_waves(plan: Plan) -> tuple[str, ...]:
    """Say where a plan's waves do not take each device once."""
    seats = [name for wave in plan.waves for name in wave.devices]
    twice = {name for name in seats if seats.count(name) > 1} if len(set(seats)) < len(seats) else set()
    missing = plan.devices.keys() - set(seats)
    return tuple(
        [f"`{name}` goes twice" for name in sorted(twice)]
        + [f"`{name}` never goes" for name in sorted(missing)]
        + [f"`{name}` changes the way in, and does not go alone" for name in _not_alone(plan)]
    )


def _not_alone(plan: Plan) -> list[str]:
    """Return those of the first two devices whose way in changes that go beside another."""
    changed = [
        (name, len(wave.devices))
        for wave in plan.waves
        for name in wave.devices
        if name in plan.devices and plan.devices[name].risky
    ]
    return [name for name, size in changed[:2] if size > 1]


def faults_of_batch(
    plan: Plan, limits: Iterable[Limit], batch: Sequence[str], out: Collection[str]
) -> tuple[str, ...]:
    """Say what devices that are out together break, beside those that are out anyway."""
    limit_of_all, gone = plan.constraints, {*batch, *out}
    found = []
    if len(batch) > limit_of_all.max_in_flight:
        found.append(f"{len(batch)} change at once, {limit_of_all.max_in_flight} may")
    roles = {plan.devices[name].role for name in batch}
    if limit_of_all.one_role_at_a_time and len(roles) > 1:
        found.append(f"roles {', '.join(sorted(roles))} change at once")
    lanes = {plan.devices[name].lane for name in batch} - {""}
    if limit_of_all.lanes and len(lanes) > limit_of_all.lanes:
        found.append(f"{len(lanes)} planes or rails change at once, {limit_of_all.lanes} may")
    for limit in limits:
        if limit.weights.keys().isdisjoint(batch):
            continue
        members = [name for name in gone if limit.weights.get(name, 0) > 0]
        lost = sum(limit.weights[name] for name in members)
        starts = [name for name in members if name in batch and name not in out]
        if starts and lost > limit.most and not (limit.alone and len(members) == 1):
            found.append(f"{limit.name}: {lost} of {limit.most} that may be out")
    return tuple(found)
