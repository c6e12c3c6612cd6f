"""Texts by digest in the database, so that every runner can read them."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from fabric.rollout.database import naming
from fabric.rollout.postgres import TEXT, insert
from fabric.rollout.statedir import StateError

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Texts:
    """The table of texts."""

    database: sa.Engine

    def keep(self, text: str) -> str:
        """Store a text durably and return its sha256; the same text is stored once."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        with self._beside_writers() as connection:
            row = insert(TEXT).values(digest=digest, body=text)
            connection.execute(row.on_conflict_do_nothing())
        return digest

    def read(self, digest: str) -> str:
        """Return a stored text; raises StateError when it is missing or was altered."""
        with self._beside_writers() as connection:
            found = connection.execute(sa.select(TEXT.c.body).where(TEXT.c.digest == digest)).scalar()
        if found is None:
            raise StateError(f"the database holds no text `{digest}`: restore it from a backup")
        if hashlib.sha256(found.encode()).hexdigest() != digest:
            raise StateError(f"text `{digest}` of the database was altered: restore it from a backup")
        return str(found)

    @contextlib.contextmanager
    def _beside_writers(self) -> Iterator[sa.Connection]:
        """Begin a transaction that waits for no writer: texts never change."""
        with naming(self.database), self.database.connect() as connection:
            connection.execution_options(fabric_reads=True)
            with connection.begin():
                yield connection
