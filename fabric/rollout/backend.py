"""Where rollouts are kept: the state folder by itself, or the PostgreSQL database that it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.rollout.copied import copied
from fabric.rollout.database import open_database
from fabric.rollout.statedir import BACKEND, JOURNAL, FixedError, StateDir, StateError, open_state
from fabric.rollout.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Backend:
    """A journal, and the texts that it names by digest."""

    database: sa.Engine
    keep: Callable[[str], str]
    """Stores a text durably and returns its sha256."""
    read: Callable[[str], str]
    """Returns a stored text; raises StateError when it is missing or was altered."""


def is_known(folder: Path) -> bool:
    """Whether a folder was made by a rollout or set up for a database."""
    return (folder / JOURNAL).exists() or (folder / BACKEND).exists()


def open_backend(folder: Path) -> Backend:
    """Open, or make, what a state folder holds; raises StateError when it cannot be trusted or used."""
    state = open_state(folder)
    if url := state.backend:
        database = open_database(url)
        texts = Texts(database)
        return Backend(database, texts.keep, texts.read)
    return Backend(open_database(state.journal), state.keep, state.read)


def read_backend(folder: Path) -> Backend:
    """Open what a state folder holds to read it alone, be it on a medium that takes no writing.

    Raises StateError when it cannot be trusted or used.
    """
    try:
        return open_backend(folder)
    except FixedError as fixed:
        state = StateDir(folder)
        if state.backend or not state.journal.is_file() or state.journal.is_symlink():
            raise
        return Backend(_copied(state, fixed), state.keep, state.read)


def _copied(state: StateDir, fixed: FixedError) -> sa.Engine:
    if not state.journal.stat().st_size:
        raise StateError(f"{fixed}; its journal is empty") from fixed
    return copied(state.journal)


def set_backend(folder: Path, url: str) -> Backend:
    """Let a state folder stand for a database from now on, and make its tables; again changes nothing.

    Raises StateError for a folder that holds rollouts of its own or stands for another database.
    """
    state = open_state(folder)
    if state.backend not in ("", url):
        raise StateError(f"`{folder}` stands for `{state.backend}`: use another folder")
    found = open_database(url)
    state.set_backend(url)
    texts = Texts(found)
    return Backend(found, texts.keep, texts.read)
