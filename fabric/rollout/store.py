"""What is written to the journal's database and read from it: chained, fenced, whole or not at all."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sqlalchemy as sa

from fabric.rollout.database import KINDS, kind_of, naming
from fabric.rollout.journal import GENESIS, Audit, Kind, Record, Stored, audit, body, link, parse
from fabric.rollout.states import State
from fabric.rollout.tables import DEVICE_STATE, JOURNAL, LEASE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class LeaseLostError(Exception):
    """Somebody else holds the lease: this process may not act any more."""


class DoubleCommitError(Exception):
    """A second commit was announced for one device and epoch."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Who may act on a scope. The fence grows with every owner; times are seconds of the database's clock."""

    scope: str
    owner: str
    fence: int
    expires: float = 0.0
    heartbeat: float = 0.0


@dataclass(slots=True)
class Batch:
    """Records that become durable together, within one transaction of the caller."""

    connection: sa.Connection
    time: str
    seq: int
    head: str
    rows: list[dict[str, object]] = field(default_factory=list)
    states: dict[tuple[str, str], dict[str, object]] = field(default_factory=dict)
    commits: set[tuple[str, str, int]] = field(default_factory=set)
    held: set[Lease] = field(default_factory=set)
    """Leases that were found in their owner's hands within this transaction."""

    def append(self, records: Sequence[Record], guard: Lease | None) -> list[int]:
        """Take all of the records or none and return their numbers; checks the lease first."""
        if guard is not None and guard not in self.held:
            check_fence(self.connection, guard)
            self.held.add(guard)
        self._check_commits(records)
        first = self.seq + 1
        for record in records:
            self.seq += 1
            text = body(self.seq, self.time, record)
            self.head = link(self.head, text)
            self.rows.append(_row(self.seq, record, text, self.head))
            if record.kind is Kind.DEVICE:
                self.states[record.rollout, record.device] = _state(record)
        return list(range(first, self.seq + 1))

    def _check_commits(self, records: Sequence[Record]) -> None:
        """Look before the unique index would: it would take down the whole batch."""
        for record in records:
            if record.kind is not Kind.DEVICE or record.state != State.COMMITTING:
                continue
            key = (record.rollout, record.device, record.epoch)
            if key in self.commits or _committed(self.connection, key):
                raise DoubleCommitError(f"`{record.device}` was committed in epoch {record.epoch} before")
            self.commits.add(key)

    def flush(self) -> None:
        """Send the records to the database; the caller's commit makes them durable."""
        if self.rows:
            self.connection.execute(JOURNAL.insert(), self.rows)
        if self.states:
            self.connection.execute(_mirror(self.connection.dialect.name), list(self.states.values()))


def begin_batch(connection: sa.Connection) -> Batch:
    """Start a batch behind the journal's present head."""
    last = connection.execute(_HEAD).first()
    return Batch(connection, utc_now(), *(last or (0, GENESIS)))


_ROWS = sa.select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash).order_by(JOURNAL.c.seq)
_HEAD = sa.select(JOURNAL.c.seq, JOURNAL.c.hash).order_by(JOURNAL.c.seq.desc()).limit(1)
_HOLDER = sa.select(LEASE).where(LEASE.c.scope == sa.bindparam("of"))
_COMMITS = sa.select(JOURNAL.c.seq).where(
    JOURNAL.c.rollout == sa.bindparam("rollout"),
    JOURNAL.c.device == sa.bindparam("device"),
    JOURNAL.c.epoch == sa.bindparam("epoch"),
    # In the very words of the partial index, so that it is used.
    sa.text("kind = 'device' AND state = 'committing'"),
)


@functools.cache
def _mirror(dialect: str) -> sa.Insert:
    """Return the statement that overwrites where a device stands; each kind of database has its own words."""
    row = KINDS[dialect].insert(DEVICE_STATE)
    statement: sa.Insert = row.on_conflict_do_update(
        index_elements=["rollout", "device"],
        set_={name: row.excluded[name] for name in ("state", "epoch", "token", "fence")},
    )
    return statement


def _row(seq: int, record: Record, text: str, head: str) -> dict[str, object]:
    return {
        "seq": seq,
        "rollout": record.rollout,
        "kind": record.kind.value,
        "device": record.device,
        "epoch": record.epoch,
        "state": record.state,
        "body": text,
        "hash": head,
    }


def _state(record: Record) -> dict[str, object]:
    return {
        "rollout": record.rollout,
        "device": record.device,
        "state": record.state,
        "epoch": record.epoch,
        "token": record.token,
        "fence": record.fence,
    }


def check_fence(connection: sa.Connection, guard: Lease) -> None:
    """Raise LeaseLostError unless the lease is in its owner's hands."""
    found = connection.execute(_HOLDER, {"of": guard.scope}).first()
    if found is None or (found.owner, found.fence) != (guard.owner, guard.fence):
        raise LeaseLostError(f"`{guard.scope}` is held by `{found.owner if found else 'nobody'}`")


def _committed(connection: sa.Connection, key: tuple[str, str, int]) -> bool:
    names = ("rollout", "device", "epoch")
    return connection.execute(_COMMITS, dict(zip(names, key, strict=True))).first() is not None


def read(engine: sa.Engine, rollout: str, since: int = 0, *, fabric: bool = False) -> tuple[Stored, ...]:
    """Return a rollout's records after a sequence number, with those of no rollout (freezes) if wanted."""
    whose = (rollout, "") if fabric else (rollout,)
    query = _ROWS.where(JOURNAL.c.rollout.in_(whose), JOURNAL.c.seq > since)
    with _reading(engine) as connection:
        return tuple(parse(*row) for row in connection.execute(query))


def starts(engine: sa.Engine, kind: Kind = Kind.START) -> tuple[Stored, ...]:
    """Return the first record of every rollout, oldest first; or all of a run of playbooks."""
    with _reading(engine) as connection:
        return tuple(parse(*row) for row in connection.execute(_ROWS.where(JOURNAL.c.kind == kind.value)))


def head(engine: sa.Engine) -> str:
    """Return the hash of the last record; empty before the first."""
    with _reading(engine) as connection:
        last = connection.execute(_HEAD).first()
    return last.hash if last else ""


def knows(engine: sa.Engine, found: str) -> bool:
    """Whether a record has this hash."""
    with _reading(engine) as connection:
        return connection.execute(sa.select(JOURNAL.c.seq).where(JOURNAL.c.hash == found)).first() is not None


def verify(engine: sa.Engine) -> Audit:
    """Walk the whole chain."""
    return audit(rows(engine))


def rows(engine: sa.Engine) -> Iterator[tuple[int, str, str]]:
    """Yield every record as it is kept: its number, its canonical text and its hash."""
    with _reading(engine) as connection:
        for row in connection.execute(_ROWS):
            yield row.seq, row.body, row.hash


@contextlib.contextmanager
def _reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Connect without a write lock: readers and the writer do not wait for each other under WAL."""
    with naming(engine), engine.connect() as connection:
        yield connection.execution_options(fabric_reads=True)


def change_lease(
    engine: sa.Engine, scope: str, change: Callable[[Lease | None, float], Lease | None]
) -> Lease | None:
    """Read a lease, let `change` decide, and write its answer, as one; None leaves it as it is.

    `change` is told the lease and the time, in seconds, by the one clock of all who share the database.
    """
    with naming(engine), engine.begin() as connection:
        row = connection.execute(_HOLDER, {"of": scope}).first()
        new = change(Lease(*row) if row else None, kind_of(connection).moment(connection))
        if new is None:
            return None
        values = {"owner": new.owner, "fence": new.fence, "expires": new.expires, "heartbeat": new.heartbeat}
        if row is None:
            connection.execute(LEASE.insert().values(scope=scope, **values))
        else:
            connection.execute(LEASE.update().where(LEASE.c.scope == scope).values(**values))
        return new


def lease_of(engine: sa.Engine, scope: str) -> tuple[Lease | None, float]:
    """Return the lease of a scope, held or not, and the time by the clock that it is judged by."""
    with _reading(engine) as connection:
        row = connection.execute(_HOLDER, {"of": scope}).first()
        return Lease(*row) if row else None, kind_of(connection).moment(connection)


def utc_now() -> str:
    """Return the wall clock for the record; nothing is ever decided by it."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
