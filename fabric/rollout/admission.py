"""Which devices may start now: limits in flight, per redundancy group and by role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.rollout.states import FAILED, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from fabric.plan.model import Plan
    from fabric.rollout.history import Progress


def allowed(share: float, size: int) -> int:
    """Return how many of `size` a share in per cent allows: one at least, whatever the share."""
    return max(1, int(size * share / 100))


def failures_allowed(plan: Plan, wave: int) -> int:
    """Return how many devices of a wave may fail before the rollout turns back."""
    if wave == 0:
        return plan.constraints.failures_canary
    share = plan.constraints.failures_share
    return allowed(share, len(plan.waves[wave].devices)) if share > 0 else 0


@dataclass(frozen=True, slots=True)
class Groups:
    """Sizes and limits of the redundancy groups of a plan, computed once."""

    of: Mapping[str, str]
    limit: Mapping[str, int]

    def used(self, names: Iterable[str]) -> dict[str, int]:
        """Count names by group."""
        counts: dict[str, int] = {}
        for name in names:
            group = self.of[name]
            counts[group] = counts.get(group, 0) + 1
        return counts


def groups(plan: Plan) -> Groups:
    """Index the plan's groups."""
    of = {name: device.group for name, device in plan.devices.items()}
    sizes: dict[str, int] = {}
    for group in of.values():
        sizes[group] = sizes.get(group, 0) + 1
    sizes |= {group: len(members) for group, members in plan.groups.items()}
    share = plan.constraints.group_share
    return Groups(of, {group: allowed(share, size) for group, size in sizes.items()})


def out_of_service(progress: Progress) -> frozenset[str]:
    """Return the devices that cannot stand in for others: those that failed and are not known to be well."""
    clean = FAILED - {State.QUARANTINED}
    return frozenset(n for n in progress.failed if progress.of(n).state not in clean)


def admissible(
    plan: Plan, known: Groups, waiting: Sequence[str], flying: AbstractSet[str], out: AbstractSet[str]
) -> tuple[str, ...]:
    """Choose what may start beside `flying`, in the given order, while the devices in `out` are missing."""
    used = known.used(flying | out)
    roles = {plan.devices[name].role for name in flying}
    room = plan.constraints.max_in_flight - len(flying)
    chosen: list[str] = []
    for name in waiting:
        device = plan.devices[name]
        if len(chosen) >= room:
            break
        if plan.constraints.one_role_at_a_time and roles and device.role not in roles:
            continue
        if used.get(device.group, 0) >= known.limit[device.group]:
            continue
        used[device.group] = used.get(device.group, 0) + 1
        roles.add(device.role)
        chosen.append(name)
    return tuple(chosen)


def blocked(plan: Plan, known: Groups, waiting: Sequence[str], out: AbstractSet[str]) -> str:
    """Say why none of the waiting devices may start."""
    used = known.used(out)
    full = sorted({plan.devices[n].group for n in waiting if used.get(plan.devices[n].group, 0)})
    return f"members of {', '.join(f'`{group}`' for group in full)} are out: no other member may start"
