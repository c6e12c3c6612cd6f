"""Opening the journal's database, whatever its kind; one schema through SQLAlchemy Core."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from fabric.rollout import postgres, sqlite
from fabric.rollout.statedir import StateError
from fabric.rollout.tables import META, SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class DatabaseKind(Protocol):
    """What differs between kinds of databases; a module is one."""

    RULES: tuple[str, ...]
    """Statements after which the journal can only grow."""
    insert: Any
    CLOCK_CAN_BE_SET: bool
    """Whether `moment` may jump."""

    def wait_for_writers(self, connection: sa.Connection, *, reads: bool) -> None:
        """Begin a transaction: one that writes waits for those that do."""

    def version(self, connection: sa.Connection) -> int:
        """Return the version of the tables; 0 where there are none."""

    def mark(self, connection: sa.Connection, number: int) -> None:
        """Write the version of the tables."""

    def moment(self, connection: sa.Connection) -> float:
        """Return the time in seconds, by the one clock of all who share the database."""


KINDS: Mapping[str, DatabaseKind] = MappingProxyType({"sqlite": sqlite, "postgresql": postgres})


def kind_of(connection: sa.Connection) -> DatabaseKind:
    """Return the kind of a connection's database."""
    return KINDS[connection.dialect.name]


def open_database(place: Path | str) -> sa.Engine:
    """Open a database, a file or a URL, and make its tables where it has none.

    Raises StateError when it is none of ours, damaged, or cannot be reached. A commit survives a power loss.
    """
    engine = sqlite.connected(place) if isinstance(place, Path) else postgres.connected(place)
    sa.event.listen(engine, "begin", _begin)
    with naming(engine), engine.begin() as connection:
        kind = kind_of(connection)
        found = kind.version(connection)
        if found not in range(SCHEMA_VERSION + 1):
            raise ValueError(f"it has schema {found}, this program knows {SCHEMA_VERSION}")
        if found < SCHEMA_VERSION:
            META.create_all(connection)  # a version only ever added tables
            for rule in () if found else kind.RULES:
                connection.exec_driver_sql(rule)
            kind.mark(connection, SCHEMA_VERSION)
    return engine


def _begin(connection: sa.Connection) -> None:
    reads = connection.get_execution_options().get("fabric_reads", False)
    kind_of(connection).wait_for_writers(connection, reads=reads)


@contextlib.contextmanager
def naming(engine: sa.Engine) -> Iterator[None]:
    """Turn what a damaged or unusable database leads to into a StateError that names it."""
    try:
        yield
    except (sa.exc.DBAPIError, ValueError, TypeError) as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        remedy = TRUST if any(word in why for word in ("SSL", "certificate")) else ""
        raise StateError(f"`{_name(engine.url)}` cannot be used: {why}{remedy}") from error


TRUST = "; give the server a certificate that this machine trusts, or add `?sslmode=` to the URL"


def _name(url: sa.URL) -> str:
    host = url.host or url.query.get("host", "")
    return f"{host}/{url.database}" if host else str(url.database)
