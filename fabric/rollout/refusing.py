"""Why a plan is not begun: it is not as it was made, its time is not now, it was rolled out before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.plan.file import untimely
from fabric.plan.model import digest
from fabric.rollout import store
from fabric.rollout.gates import unknown_gates
from fabric.rollout.history import replay
from fabric.rollout.journal import Stored

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    import sqlalchemy as sa

    from fabric.plan.model import Plan
    from fabric.rollout.history import Progress


def scope_of(plan: Plan) -> str:
    """Return what a plan's lease is about."""
    return f"{plan.site}/{plan.fabric}"


def unfit(plan: Plan, now: dt.datetime) -> str:
    """Say why a plan is stale by itself; raises FabricError for one that asks for gates that nobody knows."""
    if digest(plan) != plan.digest:
        return "the plan was altered after it was made: plan again"
    if why := untimely(plan, now):
        return why
    if unknown := unknown_gates(plan):
        raise FabricError(error("ROL-001", f"the plan names unknown gates {listing(unknown)}"))
    return ""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a journal says of the rollouts before one."""

    last: Stored | None = None
    """Where the scope's last rollout began."""
    unfinished: str = ""
    """The scope's last rollout when it is not over; the ones before it are."""
    refusal: str = ""
    """Why a plan is not begun: it was rolled out before, or beside another journal."""


def earlier(database: sa.Engine, scope: str, plan: Plan | None = None) -> Earlier:
    """Look at the rollouts of a scope, for a plan that would be the next, or for none."""
    mine = [item for item in store.starts(database) if item.record.reason == scope]
    touched, unfinished = list[Stored](), ""
    for item in mine:
        asked = plan is not None and item.record.state == plan.digest
        if not asked and item is not mine[-1]:
            continue
        progress = _progress(database, item.record.rollout)
        touched += [item] if asked and _touched(progress) else []
        unfinished = "" if progress.outcome else item.record.rollout
    return Earlier(
        mine[-1] if mine else None,
        unfinished,
        refusal=_replayed(touched) or (_elsewhere(database, plan) if plan else ""),
    )


def _replayed(touched: Sequence[Stored]) -> str:
    """Say which rollout brought this very plan to a device; what was read and approved is done once."""
    if not touched:
        return ""
    return f"rollout `{touched[0].record.rollout}` of {touched[0].time} was this plan's: make a new one"


def _elsewhere(database: sa.Engine, plan: Plan) -> str:
    """Say that a plan was made beside another journal: that one knows whether it was rolled out."""
    if not plan.journal or store.knows(database, plan.journal):
        return ""
    return "the plan was made beside another journal (`--state`): apply it there, or make a new one"


def _touched(progress: Progress) -> bool:
    return any(standing.touched for standing in progress.devices.values())


def _progress(database: sa.Engine, rollout: str) -> Progress:
    return replay((item.seq, item.record, item.time) for item in store.read(database, rollout))
