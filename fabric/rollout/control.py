"""What people and pipelines ask of rollouts: apply, resume, roll back, pause, status, audit."""

from __future__ import annotations

import contextlib
import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.names import listing
from fabric.plan.eta import there_and_back_s
from fabric.plan.model import canonical, to_json
from fabric.rollout import store
from fabric.rollout.backend import is_known, open_backend, read_backend
from fabric.rollout.desk import Desk
from fabric.rollout.door import Moment, shut
from fabric.rollout.engine import drive, settle
from fabric.rollout.history import Progress, replay
from fabric.rollout.journal import Kind, Record
from fabric.rollout.kept_plan import kept_plan
from fabric.rollout.lease import Heartbeat, HeldError, holder, me, release, take
from fabric.rollout.outcome import EXIT_CODES, Outcome
from fabric.rollout.pending import pending, telling
from fabric.rollout.refusing import earlier, scope_of, unfit
from fabric.rollout.statedir import StateError
from fabric.rollout.stop import on_signals
from fabric.rollout.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import sqlalchemy as sa

    from fabric.plan.model import Plan
    from fabric.rollout.backend import Backend
    from fabric.rollout.journal import Audit, Stored
    from fabric.rollout.store import Lease
    from fabric.rollout.world import World

ASKS = ("pause", "resume", "abort", "rollback")


@dataclass(frozen=True, slots=True)
class Result:
    """How a command went."""

    outcome: Outcome
    reason: str = ""
    rollout: str = ""
    progress: Progress = field(default_factory=Progress)

    @property
    def exit_code(self) -> int:
        """What the shell is told."""
        return EXIT_CODES[self.outcome]


@dataclass(frozen=True, slots=True)
class Status:
    """One rollout as the journal has it."""

    rollout: str
    started: str
    plan: Plan
    progress: Progress
    lease: Lease | None
    records: tuple[Stored, ...]


def _at_once(_plan: Plan, _world: World) -> str:
    """Start without a look: every device is looked at when its turn comes."""
    return ""


def apply(
    plan: Plan, folder: Path, world: World, actor: str, *, first: Callable[[Plan, World], str] = _at_once
) -> Result:
    """Start a plan's rollout and follow it to its end, or to where it stands still.

    `first` is asked once nobody else can start, and says why the plan is stale; such a rollout never begins.
    Raises FabricError for a plan that names unknown gates, and StateError for an unusable state folder.
    """
    if unfitting := unfit(plan, world.today()):
        return Result(Outcome.STALE, unfitting)
    kept = open_backend(folder)
    database = kept.database
    rollout = secrets.token_hex(4)
    try:
        with _leased(database, scope_of(plan), world) as lease, Writer(database) as writer:
            before = earlier(database, scope_of(plan), plan)
            if before.unfinished:
                over = "is not over: resume it or roll it back"
                reason = f"rollout `{before.unfinished}` of `{scope_of(plan)}` {over}"
                return Result(Outcome.LOCKED, reason, before.unfinished)
            frozen = replay((item.seq, item.record, item.time) for item in store.read(database, ""))
            needed = there_and_back_s(plan, plan.waves[0]) if plan.waves else 0
            if why := shut(plan, frozen.freezes.values(), Moment(world.today(), needed)):
                return Result(why.outcome, why.reason)
            if stale := before.refusal or first(plan, world):
                return Result(Outcome.STALE, stale)
            desk = Desk(plan, rollout, world, kept, database, writer, lease, actor)
            text = kept.keep(canonical(to_json(plan)))
            who = ", ".join(filter(None, (actor, world.signed)))
            desk.write(
                [Record(rollout, Kind.START, plan.digest, reason=scope_of(plan), text=text, actor=who)]
            )
            return _driven(desk)
    except HeldError as held:
        return Result(Outcome.LOCKED, _whose(database, held))


def resume(folder: Path, world: World, actor: str, rollout: str = "", reason: str = "") -> Result:
    """Go on with a rollout (the latest, unless named) after a crash, an interrupt or a pause."""

    def begin(desk: Desk) -> None:
        if not desk.progress.outcome:
            desk.say(Kind.CONTROL, "resume", reason=reason)

    return _continued(folder, world, actor, rollout, begin)


def roll_back(folder: Path, world: World, actor: str, rollout: str = "", reason: str = "") -> Result:
    """Bring every device of a rollout back to its base, even when the rollout is over."""

    def begin(desk: Desk) -> None:
        if not desk.progress.turned:
            desk.say(Kind.TURN, "back", reason=f"asked for by {actor}" + (f": {reason}" if reason else ""))
        elif not desk.progress.outcome:
            desk.say(Kind.CONTROL, "resume", reason=reason)

    return _continued(folder, world, actor, rollout, begin)


def ask(folder: Path, what: str, actor: str, *, rollout: str = "", reason: str = "") -> str:
    """Leave a request (one of ASKS) for whoever runs the rollout, now or later; returns the rollout."""
    if what not in ASKS:
        raise ValueError(f"`{what}` is none of {listing(ASKS)}")
    database = _known(folder).database
    found = _find(database, rollout)
    with Writer(database) as writer:
        record = Record(found.record.rollout, Kind.CONTROL, what, reason=reason, actor=actor)
        writer.append([record], None)
    return found.record.rollout


def status(folder: Path, rollout: str = "") -> Status:
    """Read where a rollout (the latest, unless named) stands."""
    kept = _readable(folder)
    database = kept.database
    found = _find(database, rollout)
    records = store.read(database, found.record.rollout, fabric=True)
    return Status(
        found.record.rollout,
        found.time,
        _plan(kept, found),
        replay((item.seq, item.record, item.time) for item in records),
        holder(database, found.record.reason),
        tuple(item for item in records if item.record.rollout),
    )


def rollouts(folder: Path) -> tuple[Stored, ...]:
    """Return the first record of every rollout, oldest first."""
    return store.starts(_readable(folder).database)


def audit(folder: Path) -> Audit:
    """Walk the journal's hash chain."""
    return store.verify(_readable(folder).database)


def contains(folder: Path, head: str) -> bool:
    """Whether a record of the journal has this hash."""
    return store.knows(_readable(folder).database, head)


def lines(folder: Path) -> Iterator[str]:
    """Yield every record as a line of JSON: its hash, and the text that the hash covers."""
    for _, text, found in store.rows(_readable(folder).database):
        yield f'{{"hash":"{found}","record":{text}}}'


def evidence(folder: Path, rollout: str = "") -> Iterator[str]:
    """Yield what the site's own gates saw of a rollout (the latest, unless named), as lines of JSON."""
    kept = _readable(folder)
    found = _find(kept.database, rollout)
    for item in store.read(kept.database, found.record.rollout):
        if item.record.kind is Kind.GATE:
            yield canonical(
                {"seq": item.seq, "time": item.time, "seen": json.loads(kept.read(item.record.text))}
            )


def _continued(folder: Path, world: World, actor: str, rollout: str, begin: Callable[[Desk], None]) -> Result:
    kept = _known(folder)
    database = kept.database
    found = _find(database, rollout)
    plan, name = _plan(kept, found), found.record.rollout
    try:
        with _leased(database, scope_of(plan), world) as lease, Writer(database) as writer:
            desk = Desk(plan, name, world, kept, database, writer, lease, actor)
            begin(desk)
            return _driven(desk)
    except HeldError as held:
        return Result(Outcome.LOCKED, _whose(database, held), name)


def _whose(database: sa.Engine, held: HeldError) -> str:
    """Say who holds a fabric, and since when which rollout of whom is under way there."""
    before = earlier(database, held.lease.scope)
    if before.last is None or not before.unfinished:
        return str(held)
    return f"{held}; rollout `{before.unfinished}` of {before.last.record.actor}, begun {before.last.time}"


def _driven(desk: Desk) -> Result:
    """Run the engine under signals; a third signal leaves at once, and the journal knows the rest."""
    try:
        with on_signals(desk.world.stop), telling(desk):
            settle(desk)
            end = drive(desk)
    except KeyboardInterrupt:
        now = desk.snapshot()
        reason = f"left at once, {pending(desk.plan, now)}: resume it"
        return Result(Outcome.INTERRUPTED, reason, desk.rollout, now)
    except store.LeaseLostError as lost:
        return Result(Outcome.LOCKED, str(lost), desk.rollout, desk.snapshot())
    finally:
        if desk.world.probes is not None:
            desk.world.probes.close()
    return Result(end.outcome, end.reason, desk.rollout, desk.progress)


@contextlib.contextmanager
def _leased(database: sa.Engine, scope: str, world: World) -> Iterator[Lease]:
    lease = take(database, scope, me(), world.stop, world.clock)
    try:
        with Heartbeat(database, lease, world.stop):
            yield lease
    finally:
        # What cannot be given back runs out; why the database broke was said before.
        with contextlib.suppress(StateError):
            release(database, lease)


def _known(folder: Path) -> Backend:
    """Open what a rollout made, to go on with it."""
    _refuse_unknown(folder)
    return open_backend(folder)


def _readable(folder: Path) -> Backend:
    """Open what a rollout made, to read it."""
    _refuse_unknown(folder)
    return read_backend(folder)


def _refuse_unknown(folder: Path) -> None:
    """Make nothing where no rollout did, so that a misspelt folder is seen."""
    if not is_known(folder):
        hint = "name the state folder that `fabric apply` wrote to"
        raise FabricError(error("ROL-002", f"`{folder}` holds no journal", hint=hint))


def _find(database: sa.Engine, rollout: str) -> Stored:
    begun = store.starts(database)
    found = [item for item in begun if rollout in ("", item.record.rollout)]
    if not found:
        what = f"rollout `{rollout}`" if rollout else "a rollout"
        known = [item.record.rollout for item in begun]
        hint = nearest(rollout, known) or (f"the latest is `{known[-1]}`" if known else "none began here yet")
        raise FabricError(error("ROL-002", f"the journal does not know {what}", hint=hint))
    return found[-1]


def _plan(kept: Backend, start: Stored) -> Plan:
    return kept_plan(kept, start.record.text)
