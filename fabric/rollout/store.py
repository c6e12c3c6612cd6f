"""The journal's database: SQLite through SQLAlchemy Core, durable at every commit, append-only by trigger."""

from __future__ import annotations

import contextlib
import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from fabric.rollout.journal import GENESIS, Audit, Kind, Record, Stored, audit, body, link, parse
from fabric.rollout.statedir import StateError
from fabric.rollout.states import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

SCHEMA_VERSION = 1
_META = sa.MetaData()
JOURNAL = sa.Table(
    "journal",
    _META,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rollout", sa.String(8), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("device", sa.String, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Index("journal_by_rollout", "rollout", "seq"),
    # Never two commits for one intent, whatever the engine believes.
    sa.Index(
        "one_commit",
        "rollout",
        "device",
        "epoch",
        unique=True,
        sqlite_where=sa.text("kind = 'device' AND state = 'committing'"),
        postgresql_where=sa.text("kind = 'device' AND state = 'committing'"),
    ),
)
DEVICE_STATE = sa.Table(
    "device_state",
    _META,
    sa.Column("rollout", sa.String(8), primary_key=True),
    sa.Column("device", sa.String, primary_key=True),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
)
LEASE = sa.Table(
    "lease",
    _META,
    sa.Column("scope", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("heartbeat", sa.Float, nullable=False),
)
_TRIGGERS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS journal_no_{verb.lower()} BEFORE {verb} ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    for verb in ("UPDATE", "DELETE")
)


class LeaseLostError(Exception):
    """Somebody else holds the lease: this process may not act any more."""


class DoubleCommitError(Exception):
    """A second commit was announced for one device and epoch."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Who may act on a scope. The fence grows with every owner; times are seconds of the wall clock."""

    scope: str
    owner: str
    fence: int
    expires: float = 0.0
    heartbeat: float = 0.0


def open_database(path: Path) -> sa.Engine:
    """Open the database and make its tables; raises StateError when it is none of ours or damaged.

    WAL and synchronous FULL: a commit survives a power loss.
    """
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.pool.NullPool)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    with naming(engine), engine.begin() as connection:
        found = connection.exec_driver_sql("PRAGMA user_version").scalar()
        if found not in (0, SCHEMA_VERSION):
            raise ValueError(f"it has schema {found}, this program knows {SCHEMA_VERSION}")
        _META.create_all(connection)
        for trigger in _TRIGGERS:
            connection.exec_driver_sql(trigger)
        connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
    return engine


@contextlib.contextmanager
def naming(engine: sa.Engine) -> Iterator[None]:
    """Turn what a damaged or unusable file leads to into a StateError that names it."""
    try:
        yield
    except (sa.exc.DBAPIError, ValueError, TypeError) as error:
        why = getattr(error, "orig", error)
        raise StateError(f"`{engine.url.database}` cannot be used: {why}") from error


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in (
        "busy_timeout = 30000",
        "journal_mode = WAL",
        "synchronous = FULL",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: sa.Connection) -> None:
    """Take the write lock before the head is read; pysqlite would wait until the first write."""
    reads = connection.get_execution_options().get("fabric_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


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
            _check_fence(self.connection, guard)
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
            self.connection.execute(_MIRROR, list(self.states.values()))


def begin_batch(connection: sa.Connection) -> Batch:
    """Start a batch behind the journal's present head."""
    last = connection.execute(_HEAD).first()
    return Batch(connection, utc_now(), *(last or (0, GENESIS)))


_ROWS = sa.select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash).order_by(JOURNAL.c.seq)
_HEAD = sa.select(JOURNAL.c.seq, JOURNAL.c.hash).order_by(JOURNAL.c.seq.desc()).limit(1)
_INSERT_STATE = sqlite.insert(DEVICE_STATE)
_MIRROR = _INSERT_STATE.on_conflict_do_update(
    index_elements=["rollout", "device"],
    set_={name: _INSERT_STATE.excluded[name] for name in ("state", "epoch", "token", "fence")},
)


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


def _check_fence(connection: sa.Connection, guard: Lease) -> None:
    found = connection.execute(sa.select(LEASE).where(LEASE.c.scope == guard.scope)).first()
    if found is None or (found.owner, found.fence) != (guard.owner, guard.fence):
        raise LeaseLostError(f"`{guard.scope}` is held by `{found.owner if found else 'nobody'}`")


def _committed(connection: sa.Connection, key: tuple[str, str, int]) -> bool:
    rollout, device, epoch = key
    same = sa.select(JOURNAL.c.seq).where(
        JOURNAL.c.rollout == rollout,
        JOURNAL.c.device == device,
        JOURNAL.c.epoch == epoch,
        # In the very words of the partial index, so that it is used.
        sa.text("kind = 'device' AND state = 'committing'"),
    )
    return connection.execute(same).first() is not None


def read(engine: sa.Engine, rollout: str, since: int = 0) -> tuple[Stored, ...]:
    """Return a rollout's records after a sequence number."""
    query = _ROWS.where(JOURNAL.c.rollout == rollout, JOURNAL.c.seq > since)
    with _reading(engine) as connection:
        return tuple(parse(*row) for row in connection.execute(query))


def starts(engine: sa.Engine) -> tuple[Stored, ...]:
    """Return the first record of every rollout, oldest first."""
    with _reading(engine) as connection:
        return tuple(
            parse(*row) for row in connection.execute(_ROWS.where(JOURNAL.c.kind == Kind.START.value))
        )


def verify(engine: sa.Engine) -> Audit:
    """Walk the whole chain."""
    with _reading(engine) as connection:
        return audit((row.seq, row.body, row.hash) for row in connection.execute(_ROWS))


@contextlib.contextmanager
def _reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Connect without a write lock: readers and the writer do not wait for each other under WAL."""
    with naming(engine), engine.connect() as connection:
        yield connection.execution_options(fabric_reads=True)


def change_lease(
    engine: sa.Engine, scope: str, change: Callable[[Lease | None], Lease | None]
) -> Lease | None:
    """Read a lease, let `change` decide, and write its answer, as one; None leaves it as it is."""
    with naming(engine), engine.begin() as connection:
        row = connection.execute(sa.select(LEASE).where(LEASE.c.scope == scope)).first()
        new = change(Lease(*row) if row else None)
        if new is None:
            return None
        values = {"owner": new.owner, "fence": new.fence, "expires": new.expires, "heartbeat": new.heartbeat}
        if row is None:
            connection.execute(LEASE.insert().values(scope=scope, **values))
        else:
            connection.execute(LEASE.update().where(LEASE.c.scope == scope).values(**values))
        return new


def leases(engine: sa.Engine) -> tuple[Lease, ...]:
    """Return every lease, held or not."""
    with _reading(engine) as connection:
        return tuple(Lease(*row) for row in connection.execute(sa.select(LEASE).order_by(LEASE.c.scope)))


def utc_now() -> str:
    """Return the wall clock for the record; nothing is ever decided by it."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
