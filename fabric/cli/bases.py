"""Artifacts of a revision, kept: it never changes, so it is compiled once.

A file lies under a name made from the tree of the revision, the intent, the registry and our own code, in the
user's cache folder; one that is damaged or not ours is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.source import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.plan.groups import Member

    Texts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Base:
    """One side of a comparison, and from what it was rendered: what is made of the same is the same."""

    texts: Texts
    """Unit to artifact to text."""
    units: Mapping[str, Member]
    made_of: Mapping[str, str] = field(default_factory=dict)
    """Digest of each unit's configuration; a unit without one is never taken for the same."""
    templates: str = ""
    """Digest of the templates of the project's own."""


MOST_KEPT = 16
"""Revisions that are kept; the ones not used for longest go."""
DIGEST = hashlib.sha256().digest_size
FIELDS = ("platform", "role", "links")
"""What is known of a unit beside its texts."""


def folder() -> Path:
    """Return where they are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fabric" / "bases"


def name_of(tree: str, intent: str, registry: str) -> str:
    """Return the name under which the artifacts of a revision are kept."""
    parts = (tree, intent, registry, sys.version, *code())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def code() -> Iterator[str]:
    """Yield what says which code renders: a release by its files' sizes and times, a checkout as well."""
    package = Path(__file__).parents[1]
    for root in (package, shipped() / "templates"):
        for file in sorted(root.rglob("*")):
            if file.suffix in {".py", ".j2", ".yaml", ".yml", ".csv", ".txt"}:
                known = file.stat()
                yield f"{file.relative_to(root)} {known.st_size} {known.st_mtime_ns}"


def kept(name: str) -> Base | None:
    """Return what is kept under a name; None where there is nothing that can be trusted."""
    from fabric.plan.review import gone

    place = folder() / name
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
    units = {unit: gone(unit, *facts) for unit, facts in found["units"].items()}
    return Base(found["texts"], units, found["made_of"], found["templates"])


def keep(name: str, base: Base) -> None:
    """Keep a base under a name; a folder that cannot be written keeps nothing."""
    facts = {unit: [getattr(member, known) for known in FIELDS] for unit, member in base.units.items()}
    held = {"texts": base.texts, "units": facts, "made_of": base.made_of, "templates": base.templates}
    body = zlib.compress(json.dumps(held).encode(), level=1)
    place = folder() / name
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


def _forget() -> None:
    files = sorted(folder().iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files[MOST_KEPT:]:
        file.unlink(missing_ok=True)
