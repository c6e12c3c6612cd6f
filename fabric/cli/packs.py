"""Artifacts of a build, kept: `plan` and `drift` print what `build` or `diff` has rendered, and do not again.

A pack holds the units of one build, each read when it is asked for, so that memory stays flat. It lies under
a name made from all that artifacts follow from, and one that is damaged or not ours is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import zlib
from dataclasses import dataclass, field, replace
from mmap import ACCESS_READ, mmap
from typing import IO, TYPE_CHECKING

import jinja2

from fabric.cli.bases import code, folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fabric.pipeline import Build

    Texts = Mapping[str, str]

MOST_KEPT = 16
"""Builds that are kept; the ones not used for longest go."""
DIGEST = hashlib.sha256().digest_size
OFFSET = 8
"""Bytes that say where the index begins."""
CHUNK = 1 << 20


def name_of(build: Build) -> str:
    """Return the name under which the artifacts of a build are kept."""
    drained = [f"{name} {sorted(design.drained)}" for name, design in sorted(build.designs.items())]
    parts = (build.digest, *drained, sys.version, jinja2.__version__, *code())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def place_of(name: str) -> Path:
    """Return where the pack of a name lies."""
    return folder().with_name("builds") / name


@dataclass(slots=True)
class Pack:
    """The units of a build that were rendered before, and those that are now."""

    name: str
    _held: mmap | bytes = b""
    _index: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where each unit begins and ends in what is held."""
    _added: dict[str, bytes] = field(default_factory=dict)

    def of(self, unit: str) -> Texts | None:
        """Return the artifacts of a unit by name; None where they are not known."""
        if unit not in self._index:
            return None
        begin, end = self._index[unit]
        found: dict[str, str] = json.loads(zlib.decompress(self._held[begin:end]))
        return found

    def add(self, unit: str, texts: Texts) -> None:
        """Take the artifacts of a unit."""
        self._added[unit] = zlib.compress(json.dumps(dict(texts)).encode(), level=1)

    def keep(self) -> None:
        """Write what was added beside what was there; a folder that cannot be written keeps nothing."""
        if not self._added:
            return
        place = place_of(self.name)
        draft = place.with_name(f".{self.name}.{os.getpid()}")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("w+b") as file:
                draft.chmod(0o600)
                self._write(file)
            draft.replace(place)
            _forget(place.parent)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()

    def _write(self, file: IO[bytes]) -> None:
        file.write(bytes(DIGEST + OFFSET))
        index: dict[str, tuple[int, int]] = {}
        held = ((unit, self._held[begin:end]) for unit, (begin, end) in self._index.items())
        for unit, body in (*self._added.items(), *held):
            if unit not in index:
                begin = file.tell()
                index[unit] = (begin, begin + file.write(body))
        end = file.tell()
        file.write(zlib.compress(json.dumps(index).encode(), level=1))
        file.seek(DIGEST)
        file.write(end.to_bytes(OFFSET, "big"))
        file.seek(DIGEST)
        made = hashlib.sha256()
        while part := file.read(CHUNK):
            made.update(part)
        file.seek(0)
        file.write(made.digest())


def with_pack(build: Build) -> Build:
    """Return a build that renders no unit which is kept already."""
    return replace(build, kept=pack_of(name_of(build)))


def keep(build: Build) -> None:
    """Keep what a build with a pack has rendered."""
    if isinstance(build.kept, Pack):
        build.kept.keep()


def pack_of(name: str) -> Pack:
    """Return the pack of a name; an empty one where nothing that can be trusted is kept."""
    try:
        held = _opened(place_of(name))
        return Pack(name, held, _index_of(held))
    except (OSError, ValueError, zlib.error):
        return Pack(name)


def _opened(place: Path) -> mmap:
    """Return a file of our own. Raises OSError and ValueError."""
    number = os.open(place, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        known = os.fstat(number)
        if not stat.S_ISREG(known.st_mode) or known.st_uid != os.geteuid():
            raise ValueError("not ours")
        os.utime(number)
        return mmap(number, 0, access=ACCESS_READ)
    finally:
        os.close(number)


def _index_of(held: mmap) -> dict[str, tuple[int, int]]:
    """Return where the units of a pack are. Raises ValueError for one that is not as we wrote it."""
    if hashlib.sha256(memoryview(held)[DIGEST:]).digest() != held[:DIGEST]:
        raise ValueError("damaged")
    begin = int.from_bytes(held[DIGEST : DIGEST + OFFSET], "big")
    found = json.loads(zlib.decompress(held[begin:]))
    return {unit: (first, last) for unit, (first, last) in found.items()}


def _forget(kept: Path) -> None:
    files = sorted(kept.iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files[MOST_KEPT:]:
        file.unlink(missing_ok=True)
