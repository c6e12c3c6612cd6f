"""A journal that takes no writing, read from a copy.

SQLite writes beside a database with a write-ahead log even to read it. `immutable=1` would read without, and
without the log: what a process that died had committed last would be missing, without a word.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fabric.rollout.database import open_database
from fabric.rollout.statedir import StateError

if TYPE_CHECKING:
    import sqlalchemy as sa

_BESIDE: Final = ("", "-wal", "-journal")
"""Ends of names of files that hold records; the index `-shm` is made anew of them."""
_TRIES: Final = 3


def copied(journal: Path) -> sa.Engine:
    """Return a database with what a journal holds now; the copy goes with it, at the latest with the process.

    Raises StateError where somebody else writes to the journal meanwhile, or no copy can be made.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="fabric-journal-"))
    except OSError as error:
        raise _unread(journal, error) from error
    try:
        _copy(journal, folder)
        engine = open_database(folder / journal.name)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise _unread(journal, error) from error
    except StateError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise StateError(str(error).replace(str(folder / journal.name), str(journal))) from error
    weakref.finalize(engine, shutil.rmtree, folder, ignore_errors=True)
    return engine


def _copy(journal: Path, folder: Path) -> None:
    """Copy files that belong together: a checkpoint in between would take records out of both."""
    for _ in range(_TRIES):
        before = _stamp(journal)
        for place in _files(journal):
            (folder / place.name).unlink(missing_ok=True)
            shutil.copyfile(place, folder / place.name)
        if _stamp(journal) == before:
            return
    raise StateError(f"`{journal}` cannot be written to from here, and somebody else writes to it: try again")


def _files(journal: Path) -> list[Path]:
    return [place for end in _BESIDE if (place := journal.with_name(journal.name + end)).is_file()]


def _stamp(journal: Path) -> list[tuple[str, int, int, int]]:
    found = ((place.name, place.stat()) for place in _files(journal))
    return [(name, stat.st_ino, stat.st_size, stat.st_mtime_ns) for name, stat in found]


def _unread(journal: Path, error: OSError) -> StateError:
    return StateError(f"`{journal}` cannot be written to, and no copy of it can be read: {error}")
