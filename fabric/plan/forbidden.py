"""What keeps a plan from ever being followed: asked when it is made, and once more when it is applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import error
from fabric.plan.checker import faults_of_batch, faults_of_waves
from fabric.plan.eta import there_and_back_s
from fabric.plan.packing import packed, rules_of
from fabric.plan.window import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.diagnostic import Diagnostic
    from fabric.plan.model import Plan


def forbidden(plan: Plan) -> Iterator[Diagnostic]:
    """Yield what keeps a plan from being followed: devices that never start, batches that break a limit."""
    rules, out = rules_of(plan), frozenset(plan.down)
    faults = list(faults_of_waves(plan))
    for wave in plan.waves:
        found = packed(rules, wave.devices, out)
        faults += [f"`{name}` can never start: {rule}" for name, rule in found.stuck.items()]
        for batch in found.batches:
            faults += faults_of_batch(plan, rules.limits, batch, out)
    hint = "wait for what is out or runs, leave the device out with `--limit`, or raise the limit"
    yield from (error("ROL-007", why, hint=hint) for why in faults)
    if plan.window is None:
        return
    needed = max((there_and_back_s(plan, wave) for wave in plan.waves), default=0)
    if why := fault(plan.window, needed):
        hint = "correct `rollout.window`, or go in smaller waves"
        yield error("ROL-008", f"the window can never be used: {why}", hint=hint)
