"""Devices into batches that may be out together, under limits that hold for everything that is out.

The planner counts turns with it, and the running rollout admits by it; `checker` judges both by other means.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.plan.constraints import Limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from fabric.plan.constraints import Constraints
    from fabric.plan.model import Plan

IN_FLIGHT, ONE_ROLE, LANES = "changes at once", "one role at a time", "planes or rails at once"


def allowed(share: float, size: int) -> int:
    """Return how many of `size` a share in per cent allows: one at least, whatever the share."""
    return max(1, int(size * share / 100))


@dataclass(frozen=True, slots=True)
class Rules:
    """What limits who may go together, indexed once."""

    constraints: Constraints
    limits: tuple[Limit, ...]
    role_of: Mapping[str, str]
    lane_of: Mapping[str, str]
    """Plane or rail by device; a device without one is in nobody's way."""
    _on: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for number, limit in enumerate(self.limits):
            for name in limit.weights:
                self._on[name].append(number)

    def on(self, name: str) -> Sequence[int]:
        """Return the numbers of the limits that speak of a device."""
        return self._on.get(name, ())


def rules_of(plan: Plan) -> Rules:
    """Return the rules of a plan."""
    return Rules(
        plan.constraints,
        (*tiers(plan), *plan.limits),
        {name: device.role for name, device in plan.devices.items()},
        {name: device.lane for name, device in plan.devices.items() if device.lane},
    )


def tiers(plan: Plan) -> tuple[Limit, ...]:
    """Return the limits on the redundancy groups of a plan."""
    members: dict[str, set[str]] = {}
    for name, device in plan.devices.items():
        members.setdefault(device.group, set()).add(name)
    for group, names in plan.groups.items():
        members.setdefault(group, set()).update(names)
    share = plan.constraints.group_share
    return tuple(
        Limit(group, max(1, int(len(names) * share / 100)), dict.fromkeys(sorted(names), 1))
        for group, names in members.items()
    )


def admissible(
    rules: Rules, waiting: Iterable[str], flying: AbstractSet[str], out: AbstractSet[str]
) -> tuple[tuple[str, ...], Counter[str]]:
    """Choose what may start beside `flying`, in order, while the devices in `out` are missing.

    Also returns how many were kept back by each rule.
    """
    used: Counter[int] = Counter()
    for name in flying | out:
        _take(rules, name, used)
    roles = {rules.role_of[name] for name in flying}
    lanes = {rules.lane_of[name] for name in flying if name in rules.lane_of}
    room = rules.constraints.max_in_flight - len(flying)
    chosen: list[str] = []
    kept: Counter[str] = Counter()
    for name in waiting:
        if len(chosen) >= room:
            kept[IN_FLIGHT] += 1
            break
        if why := _against(rules, name, None if name in out else used, roles, lanes):
            kept[why] += 1
            continue
        if name not in out:
            _take(rules, name, used)
        roles.add(rules.role_of[name])
        lanes |= {rules.lane_of[name]} if name in rules.lane_of else set()
        chosen.append(name)
    return tuple(chosen), kept


def _take(rules: Rules, name: str, used: Counter[int]) -> None:
    for number in rules.on(name):
        used[number] += rules.limits[number].weights[name]


def _against(
    rules: Rules, name: str, used: Mapping[int, int] | None, roles: set[str], lanes: set[str]
) -> str:
    """Say which rule keeps a device back; empty for none. `used` is None for one that is out anyway."""
    most, lane = rules.constraints.lanes, rules.lane_of.get(name)
    if rules.constraints.one_role_at_a_time and roles and rules.role_of[name] not in roles:
        return ONE_ROLE
    if most and lane is not None and lane not in lanes and len(lanes) >= most:
        return LANES
    if used is None:
        return ""
    full = (n for n in rules.on(name) if not fits(rules.limits[n], name, used.get(n, 0)))
    return next((rules.limits[n].name for n in full), "")


def fits(limit: Limit, name: str, used: int) -> bool:
    """Whether a device may go where so much of a limit is used; a share never keeps back the only one."""
    taken = limit.weights[name]
    return not taken or (used == 0 and limit.alone) or used + taken <= limit.most


@dataclass(frozen=True, slots=True)
class Packed:
    """A wave in batches."""

    batches: tuple[tuple[str, ...], ...]
    binding: str = ""
    """The rule that kept back most; empty when all go at once."""
    stuck: Mapping[str, str] = field(default_factory=dict)
    """Devices that can never start, and the rule against each."""


def packed(rules: Rules, names: Sequence[str], out: AbstractSet[str] = frozenset()) -> Packed:
    """Return a wave's devices in batches; whoever cannot start even alone is stuck."""
    waiting, found, kept = list(names), [], Counter[str]()
    while waiting:
        batch, why = admissible(rules, waiting, frozenset(), out)
        if not batch:
            break
        found.append(batch)
        if len(batch) == len(waiting):
            waiting = []
            break
        kept += why
        gone = frozenset(batch)
        waiting = [name for name in waiting if name not in gone]
    binding = min(kept, key=lambda rule: (-kept[rule], rule), default="")
    stuck = {name: next(iter(admissible(rules, [name], frozenset(), out)[1])) for name in waiting}
    return Packed(tuple(found), binding, stuck)
