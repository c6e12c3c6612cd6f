"""The state folder: the journal's file and the texts it names by digest, readable by their owner alone."""

from __future__ import annotations

import hashlib
import os
import stat
import threading
from dataclasses import dataclass
from pathlib import Path

from fabric.core.regular import NotRegularError, TooLargeError, read_regular_itself
from fabric.core.writing import writing

JOURNAL = "journal.sqlite"
BLOBS = "blobs"
BACKEND = "backend"
LONGEST_URL = 4096
LARGEST = 2**28
"""Bytes of the largest text that is read back; the running configurations it holds are far smaller."""
_NETWORK_FILE_SYSTEMS = ("nfs", "cifs", "smb", "9p", "fuse.sshfs", "fuse.glusterfs", "ceph", "lustre")


class StateError(Exception):
    """The state folder cannot be trusted or used; the message says what to do."""


class FixedError(StateError):
    """The folder takes no writing: what it holds can be read all the same."""


@dataclass(frozen=True, slots=True)
class StateDir:
    """A folder that was checked when it was opened."""

    path: Path

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.path / JOURNAL

    @property
    def backend(self) -> str:
        """URL of the database that keeps rollouts instead of this folder; empty where there is none."""
        place = self.path / BACKEND
        try:
            return read_regular_itself(place, LONGEST_URL).decode("utf-8", errors="replace").strip()
        except FileNotFoundError:
            return ""
        except (OSError, NotRegularError, TooLargeError) as error:
            raise StateError(f"`{place}` is no file with the URL of a database") from error

    def set_backend(self, url: str) -> None:
        """Write which database keeps rollouts from now on; raises StateError when the folder keeps any."""
        if self.journal.exists():
            if self.journal.stat().st_size:
                raise StateError(f"`{self.path}` holds rollouts of its own: use another folder")
            self.journal.unlink()
        _write_durably(self.path / BACKEND, url + "\n")

    def keep(self, text: str) -> str:
        """Store a text durably and return its sha256; the same text is stored once."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        place = self.path / BLOBS / digest
        if place.is_symlink():
            raise StateError(f"`{place}` is a symbolic link: remove it")
        if not place.exists():
            _write_durably(place, text)
        return digest

    def read(self, digest: str) -> str:
        """Return a stored text; raises StateError when it is missing or was altered."""
        place = self.path / BLOBS / digest
        try:
            raw = read_regular_itself(place, LARGEST)
        except OSError as error:
            raise StateError(f"`{place}` cannot be read: {error.strerror}") from error
        except NotRegularError as error:
            raise StateError(f"`{place}` is no regular file: restore it from a backup") from error
        except TooLargeError as error:
            raise StateError(
                f"`{place}` is larger than any text kept here: restore it from a backup"
            ) from error
        text = raw.decode("utf-8", errors="replace")
        if hashlib.sha256(raw).hexdigest() != digest or text.encode() != raw:
            raise StateError(f"`{place}` does not hold what it is named after: restore it from a backup")
        return text


def open_state(path: Path) -> StateDir:
    """Make or check the folder; raises StateError for what could be read or swapped by others."""
    if path.is_symlink():
        raise StateError(f"`{path}` is a symbolic link: name the folder itself")
    if path.exists() and not path.is_dir():
        raise StateError(f"`{path}` is not a folder")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_strangers(path)
    _refuse_network(path)
    try:
        return _made(StateDir(path))
    except OSError as error:
        hint = "name a folder that takes that"
        raise FixedError(f"`{path}` cannot be written to ({error.strerror}): {hint}") from error


def _made(state: StateDir) -> StateDir:
    (state.path / BLOBS).mkdir(mode=0o700, exist_ok=True)
    if not state.backend:
        _make_journal(state.journal)
    return state


def _make_journal(journal: Path) -> None:
    if journal.is_symlink():
        raise StateError(f"`{journal}` is a symbolic link: name the folder of the file itself")
    if journal.exists() and not journal.is_file():
        raise StateError(f"`{journal}` is not a file: move it away")
    # SQLite gives its -wal and -shm files the mode of the database, so this one call covers all three.
    os.close(os.open(journal, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
    journal.chmod(0o600)


def _refuse_strangers(path: Path) -> None:
    found = path.stat()
    if found.st_uid != os.geteuid():
        raise StateError(f"`{path}` belongs to user {found.st_uid}, not to you")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise StateError(f"`{path}` can be written by others: `chmod 700 {path}`")


def _refuse_network(path: Path) -> None:
    """WAL needs memory shared by all who open the file, which no network file system gives."""
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return
    here, best, kind = str(path.resolve()), "", ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, point, name = line.split(" ")[:3]
        if len(point) >= len(best) and (here == point or here.startswith(point.rstrip("/") + "/")):
            best, kind = point, name
    if kind.startswith(_NETWORK_FILE_SYSTEMS):
        raise StateError(f"`{path}` is on a network file system ({kind}): choose a local folder")


def _write_durably(place: Path, text: str) -> None:
    """Write beside, flush to the disk, rename: a crash leaves the whole text or none."""
    beside = place.with_name(f".{place.name}.{os.getpid()}.{threading.get_ident()}")
    beside.unlink(missing_ok=True)
    with writing(place, beside):
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
