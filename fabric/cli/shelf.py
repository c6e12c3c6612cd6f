"""Artifacts, kept by what they were made of: no command renders again what another one has rendered.

A unit's artifacts follow from its configuration, its platform, the templates and our own code. They lie under
a digest of these in a database in the user's cache folder, so that builds, revisions and branches share them.
One that is damaged, not ours or in use for too long keeps nothing, and everything is rendered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import stat
import sys
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from fabric.core.source import shipped
from fabric.device.sameness import Sameness
from fabric.pipeline.project import own_templates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import Unit, UnitConfig
    from fabric.pipeline import Project, Registry

    Texts = Mapping[str, str]

MOST_BYTES = 2 << 30
"""Of the database; the artifacts not used for longest go first."""
PATIENCE_S = 2
"""How long another process may hold the database."""
DAY_S = 86_400
"""What was used less than a day ago needs no new mark."""
TABLE = """\
CREATE TABLE IF NOT EXISTS unit (key TEXT PRIMARY KEY, body BLOB NOT NULL, used INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS by_use ON unit (used);
"""


def folder() -> Path:
    """Return where commands keep what they need again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fabric"


def program(registry: Registry) -> str:
    """Return the digest of what renders beside a project's own templates."""
    return hashlib.sha256("\0".join((registry.digest, *_code())).encode()).hexdigest()


def _code() -> Iterator[str]:
    """Yield what says which code renders: a release by its files' sizes and times, a checkout as well."""
    yield from (sys.version, jinja2.__version__)
    package = Path(__file__).parents[1]
    for root in (package, shipped() / "templates"):
        for file in sorted(root.rglob("*")):
            if file.suffix in {".py", ".j2", ".yaml", ".yml", ".csv", ".txt"}:
                known = file.stat()
                yield f"{file.relative_to(root)} {known.st_size} {known.st_mtime_ns}"


@dataclass(slots=True)
class Shelf:
    """The artifacts of a build's units that are kept, and room for those that are not."""

    made_by: str
    """Digest of all that makes artifacts of a configuration: templates, registry, code."""
    made_of: dict[str, str] = field(default_factory=dict)
    """Key of each unit of the build; a unit whose configuration has no digest is not kept."""
    _same: Sameness = field(default_factory=Sameness)
    _database: sqlite3.Connection | None = None
    _place: Path | None = None

    def note(self, unit: Unit, config: UnitConfig) -> None:
        """Learn what a unit is made of."""
        with contextlib.suppress(TypeError):
            parts = f"{self.made_by} {unit.platform} {self._same.digest(config)}"
            self.made_of[unit.name] = hashlib.blake2b(parts.encode(), digest_size=16).hexdigest()

    def of(self, unit: str) -> Texts | None:
        """Return the artifacts of a unit by name; None where they are not kept."""
        return self.under(self.made_of[unit]) if unit in self.made_of else None

    def under(self, key: str) -> Texts | None:
        """Return the artifacts under a key; None where there are none that can be trusted."""
        row = self._row("SELECT CAST(body AS BLOB), used FROM unit WHERE key = ?", key)
        if row is None:
            return None
        if row[1] < (now_s := int(time.time())) - DAY_S:
            self._row("UPDATE unit SET used = ? WHERE key = ?", now_s, key)
        try:
            return _read(row[0])
        except (ValueError, zlib.error):
            return None

    def add(self, unit: str, texts: Texts) -> None:
        """Take the artifacts of a unit."""
        if (key := self.made_of.get(unit)) is not None:
            self._row("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)", key, _written(texts), int(time.time()))

    def _row(self, words: str, *values: object) -> Any:
        """Run a statement, in a transaction of its own; a database that fails is not asked again."""
        if self._database is None:
            return None
        try:
            return self._database.execute(words, values).fetchone()
        except sqlite3.Error as failure:
            if _is_broken(failure) and self._place is not None:
                self._place.unlink(missing_ok=True)  # the next command begins anew
            self._database = None
            return None


def shelf_for(project: Project, registry: Registry) -> Shelf:
    """Return the shelf of a project, empty or not."""
    templates = json.dumps(own_templates(project.source), sort_keys=True)
    made_by = hashlib.sha256(f"{program(registry)} {templates}".encode()).hexdigest()
    place = folder() / "artifacts.sqlite"
    return Shelf(made_by, _database=_opened(place), _place=place)


def _opened(place: Path) -> sqlite3.Connection | None:
    """Open the database, made anew where it is no database; None where it is not ours or nobody can write."""
    try:
        return _connected(place)
    except sqlite3.Error as failure:
        if not _is_broken(failure):
            return None
        with contextlib.suppress(OSError, sqlite3.Error):
            place.unlink()
            return _connected(place)
    except (OSError, ValueError):
        pass
    return None


def _is_broken(failure: sqlite3.Error) -> bool:
    """Whether a file is no database, or no longer; others are in use, or their disk is full."""
    return isinstance(failure, sqlite3.DatabaseError) and not isinstance(failure, sqlite3.OperationalError)


def _connected(place: Path) -> sqlite3.Connection:
    """Return a connection to a file of our own. Raises OSError, ValueError and sqlite3.Error."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(place, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
    known = place.lstat()
    if not stat.S_ISREG(known.st_mode) or known.st_uid != os.geteuid():
        raise ValueError("not ours")
    made = sqlite3.connect(place, timeout=PATIENCE_S, isolation_level=None)
    # A write-ahead log needs memory that is shared, which home folders of clusters (NFS) have not. Nothing
    # waits for the disk: what a power failure breaks is found, and made again.
    made.executescript(f"PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; {TABLE}")
    _make_room(made)
    return made


def _make_room(database: sqlite3.Connection) -> None:
    """Take out a tenth of it, what was not used for longest, where there is too much."""
    page = database.execute("PRAGMA page_size").fetchone()[0]
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    free = database.execute("PRAGMA freelist_count").fetchone()[0]
    if (pages - free) * page > MOST_BYTES:
        tenth = database.execute("SELECT count(*) / 10 + 1 FROM unit").fetchone()
        database.execute("DELETE FROM unit WHERE key IN (SELECT key FROM unit ORDER BY used LIMIT ?)", tenth)


def _written(texts: Texts) -> bytes:
    body = zlib.compress(json.dumps(dict(texts)).encode(), level=1)
    return hashlib.blake2b(body, digest_size=16).digest() + body


def _read(body: bytes) -> Texts:
    """Return artifacts as they were written. Raises ValueError and zlib.error for a damaged body."""
    if hashlib.blake2b(body[16:], digest_size=16).digest() != body[:16]:
        raise ValueError("damaged")
    found: Texts = json.loads(zlib.decompress(body[16:]))
    return found
