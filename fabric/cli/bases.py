"""The units of a revision, kept: it never changes, so it is compiled once.

A file lies under a name made from the tree of the revision, the intent and all that makes artifacts, in the
user's cache folder; one that is damaged or not ours is not used. Artifacts themselves are on the shelf.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.cli.shelf import folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fabric.plan.groups import Member


@dataclass(frozen=True, slots=True)
class Base:
    """The units of one side of a comparison, and what each is made of: the same makes the same."""

    units: Mapping[str, Member]
    made_of: Mapping[str, str]
    """Key of each unit on the shelf; a unit without one is never taken for the same."""


MOST_KEPT = 16
"""Revisions that are kept; the ones not used for longest go."""
DIGEST = hashlib.sha256().digest_size
FIELDS = ("platform", "role", "links")
"""What is known of a unit beside its artifacts."""


def name_of(tree: str, intent: str, program: str) -> str:
    """Return the name under which the units of a revision are kept."""
    return hashlib.sha256(f"{tree}\0{intent}\0{program}".encode()).hexdigest()


def kept(name: str) -> Base | None:
    """Return what is kept under a name; None where there is nothing that can be trusted."""
    from fabric.plan.review import gone

    place = _folder() / name
    try:
        known = place.lstat()
        if not stat.S_ISREG(known.st_mode) or known.st_uid != os.geteuid():
            return None
        raw = place.read_bytes()
        if hashlib.sha256(raw[DIGEST:]).digest() != raw[:DIGEST]:
            return None
        found = json.loads(zlib.decompress(raw[DIGEST:]))
        os.utime(place)
    except (OSError, ValueError, zlib.error):
        return None
    return Base({unit: gone(unit, *facts) for unit, facts in found["units"].items()}, found["made_of"])


def keep(name: str, base: Base) -> None:
    """Keep a base under a name; a folder that cannot be written keeps nothing."""
    facts = {unit: [getattr(member, known) for known in FIELDS] for unit, member in base.units.items()}
    body = zlib.compress(json.dumps({"units": facts, "made_of": base.made_of}).encode(), level=1)
    place = _folder() / name
    draft = place.with_name(f".{name}.{os.getpid()}")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(body).digest() + body)
        draft.chmod(0o600)
        draft.replace(place)
        _forget()
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()


def _folder() -> Path:
    return folder() / "bases"


def _forget() -> None:
    files = sorted(_folder().iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files[MOST_KEPT:]:
        file.unlink(missing_ok=True)
