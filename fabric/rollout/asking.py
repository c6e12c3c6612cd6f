"""What people leave in the journal for whoever runs a rollout: orders for a device, and freezes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.names import listing
from fabric.rollout import store
from fabric.rollout.backend import open_backend, read_backend
from fabric.rollout.control import status
from fabric.rollout.decide import Prove, decide
from fabric.rollout.history import EXTEND, PROMOTE, replay
from fabric.rollout.journal import Kind, Record
from fabric.rollout.orders import refusal
from fabric.rollout.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.rollout.control import Status
    from fabric.rollout.door import Freeze
    from fabric.rollout.orders import Asked


def order(folder: Path, device: str, asked: Asked, rollout: str = "") -> str:
    """Give an order for a device of a rollout that is not over; returns the rollout.

    Raises FabricError for an order that would not be obeyed.
    """
    found = status(folder, rollout)
    if outcome := found.progress.outcome:
        hint = "plan again: what is still to change is in the new plan"
        raise FabricError(error("ROL-005", f"rollout `{found.rollout}` is over: {outcome}", hint=hint))
    if device not in found.plan.devices:
        hint = nearest(device, tuple(found.plan.devices)) or "`fabric rollout status` lists its devices"
        raise FabricError(error("ROL-005", f"rollout `{found.rollout}` has no device `{device}`", hint=hint))
    if why := refusal(asked.order, found.progress.of(device).state):
        raise FabricError(error("ROL-005", f"`{device}` cannot be ordered to {asked.order}: {why}"))
    record = Record(
        found.rollout, Kind.CONTROL, asked.order.value, device=device, reason=asked.reason, actor=asked.actor
    )
    _write(folder, record)
    return found.rollout


def promote(folder: Path, actor: str, reason: str, rollout: str = "") -> str:
    """Take the wave that soaks, or whose gate could not look, as proven; returns the rollout.

    Raises FabricError where no wave waits for its proof: a later one is never taken as proven beforehand.
    """
    found = status(folder, rollout)
    if outcome := found.progress.outcome:
        raise FabricError(error("ROL-005", f"rollout `{found.rollout}` is over: {outcome}"))
    step = decide(found.plan, replace(found.progress, paused="", asked={}))
    if not isinstance(step, Prove):
        hint = "a wave can be promoted once all its devices carry their change; `fabric rollout status`"
        summary = f"no wave of rollout `{found.rollout}` soaks or waits for its gate"
        raise FabricError(error("ROL-005", summary, hint=hint))
    if found.plan.approvals and actor == _beginner(found):
        summary = f"`{actor}` began rollout `{found.rollout}`, and its plan asks for approvals"
        hint = "somebody else has to take the wave as proven"
        raise FabricError(error("ROL-005", summary, hint=hint))
    record = Record(found.rollout, Kind.CONTROL, PROMOTE, epoch=step.wave, reason=reason, actor=actor)
    _write(folder, record)
    return found.rollout


def _beginner(found: Status) -> str:
    """Return who began a rollout; those who signed its plan stand behind the name."""
    return found.records[0].record.actor.partition(", plan by ")[0]


def extend(folder: Path, until: str, actor: str, reason: str, rollout: str = "") -> str:
    """Keep the window open for a rollout that is not over, until a moment; returns the rollout.

    Raises FabricError for one that goes by no window.
    """
    found = status(folder, rollout)
    if outcome := found.progress.outcome:
        raise FabricError(error("ROL-005", f"rollout `{found.rollout}` is over: {outcome}"))
    if found.plan.window is None:
        raise FabricError(error("ROL-005", f"rollout `{found.rollout}` goes by no window: nothing to extend"))
    _write(folder, Record(found.rollout, Kind.CONTROL, EXTEND, reason=reason, actor=actor, until=until))
    return found.rollout


def freeze(folder: Path, what: Freeze) -> None:
    """Let nothing start on a fabric from now on; made where no rollout ever was, too."""
    _write(
        folder,
        Record(
            "",
            Kind.FREEZE,
            "frozen",
            reason=what.reason,
            actor=what.actor,
            scope=what.scope,
            until=what.until,
        ),
    )


def unknown_scope(folder: Path, scope: str) -> str:
    """Say that no rollout of a journal was ever on a scope; empty where one was, or none was on anything."""
    begun = {item.record.reason for item in store.starts(read_backend(folder).database)}
    known = {"", *begun, *(fabric.partition("/")[0] for fabric in begun)}
    if not begun or scope in known:
        return ""
    hint = nearest(scope, known) or f"there were some on {listing(sorted(begun))}"
    return f"no rollout of this journal was on `{scope}`; {hint}"


def thaw(folder: Path, scope: str, actor: str, reason: str) -> bool:
    """End the freeze of a scope; returns whether there was one."""
    if not any(found.scope == scope for found in freezes(folder)):
        return False
    _write(folder, Record("", Kind.FREEZE, "thawed", reason=reason, actor=actor, scope=scope))
    return True


def freezes(folder: Path) -> tuple[Freeze, ...]:
    """Return the freezes of a journal that were not ended; an expired one is among them."""
    stored = store.read(read_backend(folder).database, "")
    return tuple(replay((item.seq, item.record, item.time) for item in stored).freezes.values())


def _write(folder: Path, record: Record) -> None:
    with Writer(open_backend(folder).database) as writer:
        writer.append([record], None)
