"""The journal in a file: SQLite with a write-ahead log, for one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fabric.rollout.uptime import uptime

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "CLOCK_CAN_BE_SET",
    "RULES",
    "connected",
    "insert",
    "mark",
    "moment",
    "version",
    "wait_for_writers",
]

CLOCK_CAN_BE_SET = False
RULES = tuple(
    f"CREATE TRIGGER journal_no_{verb.lower()} BEFORE {verb} ON journal "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    for verb in ("UPDATE", "DELETE")
)
PRAGMAS = ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF")
"""A commit survives a power loss; whoever finds the file locked waits for 30 s."""


def connected(path: Path) -> sa.Engine:
    """Return an engine for a file; nothing is opened yet."""
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.pool.NullPool)
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def wait_for_writers(connection: sa.Connection, *, reads: bool) -> None:
    """Take the write lock before the head is read; pysqlite would wait until the first write."""
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def version(connection: sa.Connection) -> int:
    """Return the version of the tables; 0 where there are none."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def mark(connection: sa.Connection, number: int) -> None:
    """Write the version of the tables."""
    connection.exec_driver_sql(f"PRAGMA user_version = {number:d}")


def moment(_connection: sa.Connection) -> float:
    """Return the clock that leases are judged by: everybody who shares the file has this one."""
    return uptime()
