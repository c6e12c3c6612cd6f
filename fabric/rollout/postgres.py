"""The journal in PostgreSQL, for runners on several machines. Needs the extra `postgres`."""

from __future__ import annotations

from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from fabric.rollout.statedir import StateError

if TYPE_CHECKING:
    from collections.abc import Mapping

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

SCHEME = "postgresql"
CLOCK_CAN_BE_SET = True
_REFUSE = """CREATE FUNCTION journal_only_grows() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$"""
_ALWAYS = """CREATE TRIGGER journal_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
FOR EACH STATEMENT EXECUTE FUNCTION journal_only_grows()"""
RULES: tuple[str, ...] = (_REFUSE, _ALWAYS)
SETTINGS = "-c synchronous_commit=on -c lock_timeout=30000 -c statement_timeout=60000"
"""A commit survives a power loss of the server, whatever its default; nobody waits for ever."""
DEFAULTS: Mapping[str, object] = {
    "application_name": "fabric",
    "connect_timeout": 10,
    "options": SETTINGS,
    "tcp_user_timeout": 15_000,
}
WRITERS = 0x6661627269630001
"""Key of the advisory lock that one writer at a time holds; the first letters of our name, and a number."""

TEXT = sa.Table(
    "text",
    sa.MetaData(),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
VERSION = sa.table("fabric_schema", sa.column("version", sa.Integer))


def is_here(host: str) -> bool:
    """Whether a server is on this machine: by a socket, or at an address that leads nowhere else."""
    try:
        return host in {"", "localhost"} or host.startswith("/") or ip_address(host).is_loopback
    except ValueError:
        return False


def connected(url: str) -> sa.Engine:
    """Return an engine for a URL as libpq takes it; a remote server's certificate is verified.

    Raises StateError for what is no such URL, for one with a password, and without the extra `postgres`.
    """
    try:
        place = sa.make_url(url)
    except sa.exc.ArgumentError:
        place = None
    if place is None or place.drivername != SCHEME:
        raise StateError("the state's database is no `postgresql://...`")
    if place.password or "password" in place.query:
        raise StateError("the URL of the database holds a password: leave it to `~/.pgpass` or `PGPASSWORD`")
    remote = place.host or str(place.query.get("host", ""))
    secure = {} if is_here(remote) else {"sslmode": "verify-full"}
    settings = {**DEFAULTS, **secure}
    try:
        engine = sa.create_engine(
            place.set(drivername=f"{SCHEME}+psycopg"),
            connect_args={name: value for name, value in settings.items() if name not in place.query},
            poolclass=sa.pool.NullPool,
        )
    except ModuleNotFoundError as missing:
        raise StateError("PostgreSQL needs `pip install 'fabric-as-code[postgres]'`") from missing
    sa.event.listen(engine, "do_connect", import_module("fabric.rollout.patience").connect)
    return engine


def wait_for_writers(connection: sa.Connection, *, reads: bool) -> None:
    """Let one writer at a time come to the head of the journal."""
    if not reads:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS:d})")


def version(connection: sa.Connection) -> int:
    """Return the version of the tables; 0 where there are none."""
    if connection.exec_driver_sql("SELECT to_regclass('fabric_schema')").scalar() is None:
        return 0
    return int(connection.execute(sa.select(VERSION.c.version)).scalar_one())


def mark(connection: sa.Connection, number: int) -> None:
    """Write the version of the tables."""
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS fabric_schema (version integer NOT NULL)")
    connection.execute(sa.delete(VERSION))
    connection.execute(sa.insert(VERSION).values(version=number))
    TEXT.create(connection, checkfirst=True)


def moment(connection: sa.Connection) -> float:
    """Return the clock that leases are judged by: the server's, since those of several runners may differ."""
    return float(
        connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())::float8").scalar_one()
    )
