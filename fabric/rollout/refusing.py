"""Why a plan is not begun: it is not as it was made, its time is not now, it was rolled out before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.plan.file import untimely
from fabric.plan.model import digest
from fabric.rollout import store
from fabric.rollout.gates import unknown_gates
from fabric.rollout.history import replay

if TYPE_CHECKING:
    import datetime as dt

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


def replayed(database: sa.Engine, plan: Plan) -> str:
    """Say which rollout brought this very plan to a device; what was read and approved is done once."""
    for item in store.starts(database):
        if item.record.state == plan.digest and _touched(_progress(database, item.record.rollout)):
            return f"rollout `{item.record.rollout}` of {item.time} was this plan's: make a new one"
    return ""


def unfinished(database: sa.Engine, scope: str) -> str:
    """Return the scope's last rollout when it is not over; the ones before it are."""
    mine = [item.record.rollout for item in store.starts(database) if item.record.reason == scope]
    return mine[-1] if mine and not _progress(database, mine[-1]).outcome else ""


def _touched(progress: Progress) -> bool:
    return any(standing.touched for standing in progress.devices.values())


def _progress(database: sa.Engine, rollout: str) -> Progress:
    return replay((item.seq, item.record, item.time) for item in store.read(database, rollout))
