"""The journal's database: SQLite through SQLAlchemy Core, durable at every commit, append-only by trigger."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from fabric.rollout.journal import GENESIS, Audit, Kind, Record, Stored, audit, body, link, parse
from fabric.rollout.states import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
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
    """Open the database and make its tables; WAL and synchronous FULL, so a commit survives a power loss."""
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.pool.NullPool)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        found = connection.exec_driver_sql("PRAGMA user_version").scalar()
        if found not in (0, SCHEMA_VERSION):
            raise ValueError(f"`{path}` has schema {found}, this program knows {SCHEMA_VERSION}")
        _META.create_all(connection)
        for trigger in _TRIGGERS:
            connection.exec_driver_sql(trigger)
        connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
    return engine


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


def append(connection: sa.Connection, records: Sequence[Record], now: str, guard: Lease | None) -> list[int]:
    """Add records within the caller's transaction and return their numbers; checks the lease first."""
    if guard is not None:
        _check_fence(connection, guard)
    _check_commits(connection, records)
    last = connection.execute(
        sa.select(JOURNAL.c.seq, JOURNAL.c.hash).order_by(JOURNAL.c.seq.desc()).limit(1)
    )
    seq, head = last.first() or (0, GENESIS)
    numbers = []
    for record in records:
        seq += 1
        text = body(seq, now, record)
        head = link(head, text)
        connection.execute(JOURNAL.insert(), _row(seq, record, text, head))
        _mirror(connection, record)
        numbers.append(seq)
    return numbers


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


def _check_fence(connection: sa.Connection, guard: Lease) -> None:
    found = connection.execute(sa.select(LEASE).where(LEASE.c.scope == guard.scope)).first()
    if found is None or (found.owner, found.fence) != (guard.owner, guard.fence):
        raise LeaseLostError(f"`{guard.scope}` is held by `{found.owner if found else 'nobody'}`")


def _check_commits(connection: sa.Connection, records: Sequence[Record]) -> None:
    """Look before the unique index would: it would take down the whole group's transaction."""
    for record in records:
        if record.kind is Kind.DEVICE and record.state == State.COMMITTING:
            same = sa.select(JOURNAL.c.seq).where(
                JOURNAL.c.rollout == record.rollout,
                JOURNAL.c.device == record.device,
                JOURNAL.c.epoch == record.epoch,
                JOURNAL.c.kind == Kind.DEVICE.value,
                JOURNAL.c.state == record.state,
            )
            if connection.execute(same).first() is not None:
                raise DoubleCommitError(f"`{record.device}` was committed in epoch {record.epoch} before")


def _mirror(connection: sa.Connection, record: Record) -> None:
    if record.kind is not Kind.DEVICE:
        return
    key = (DEVICE_STATE.c.rollout == record.rollout) & (DEVICE_STATE.c.device == record.device)
    values = {"state": record.state, "epoch": record.epoch, "token": record.token, "fence": record.fence}
    if connection.execute(DEVICE_STATE.update().where(key).values(**values)).rowcount == 0:
        connection.execute(
            DEVICE_STATE.insert().values(rollout=record.rollout, device=record.device, **values)
        )


def read(engine: sa.Engine, rollout: str, since: int = 0) -> tuple[Stored, ...]:
    """Return a rollout's records after a sequence number."""
    query = (
        sa.select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash)
        .where(JOURNAL.c.rollout == rollout, JOURNAL.c.seq > since)
        .order_by(JOURNAL.c.seq)
    )
    with _reading(engine) as connection:
        return tuple(parse(*row) for row in connection.execute(query))


def starts(engine: sa.Engine) -> tuple[Stored, ...]:
    """Return the first record of every rollout, oldest first."""
    query = (
        sa.select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash)
        .where(JOURNAL.c.kind == Kind.START.value)
        .order_by(JOURNAL.c.seq)
    )
    with _reading(engine) as connection:
        return tuple(parse(*row) for row in connection.execute(query))


def verify(engine: sa.Engine) -> Audit:
    """Walk the whole chain."""
    with _reading(engine) as connection:
        rows = connection.execute(
            sa.select(JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash).order_by(JOURNAL.c.seq)
        )
        return audit((row.seq, row.body, row.hash) for row in rows)


def _reading(engine: sa.Engine) -> sa.Connection:
    """Connect without a write lock: readers and the writer do not wait for each other under WAL."""
    return engine.connect().execution_options(fabric_reads=True)


def change_lease(
    engine: sa.Engine, scope: str, change: Callable[[Lease | None], Lease | None]
) -> Lease | None:
    """Read a lease, let `change` decide, and write its answer, as one; None leaves it as it is."""
    with engine.begin() as connection:
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
