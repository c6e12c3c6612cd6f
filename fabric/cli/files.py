"""Files written whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.writing import writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MARK = "manifest.json"
"""A folder with this file is a build of ours and may be replaced."""


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a file through a temporary one beside it; a crash leaves the old file."""
    draft = _draft(path, text, mode)
    try:
        draft.replace(path)
    except BaseException:
        draft.unlink()
        raise


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files that belong together: all of them or, when one cannot be, none and no folder for them."""
    drafts: dict[Path, Path] = {}
    before: dict[Path, bytes | None] = {}
    folders = {folder for path in texts for folder in path.parents if not folder.exists()}
    try:
        for path, text in texts.items():
            drafts[path] = _draft(path, text)
        for path, draft in drafts.items():
            old = path.read_bytes() if path.exists() else None
            draft.replace(path)
            before[path] = old
    except BaseException:
        _put_back(before)
        for draft in drafts.values():
            draft.unlink(missing_ok=True)
        for folder in sorted(folders, reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for path, old in before.items():
        if old is None:
            path.unlink()
        else:
            path.write_bytes(old)


def _draft(path: Path, text: str, mode: int = 0o644) -> Path:
    """Write a text to a temporary file beside its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    with writing(path, draft):
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)
    return draft


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Give a temporary folder that becomes `target` at the end, or vanishes on any failure.

    Raises FabricError when `target` holds something else than a build.
    """
    if target.exists() and (foreign := _foreign(target)):
        hint = "name a new folder, or one that holds an earlier build and nothing else"
        raise FabricError(error("OUT-001", f"`{target}` holds {foreign} and is left alone", hint=hint))
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        yield draft
        draft.chmod(0o755)
        if target.exists():
            _exchange(draft, target)
        else:
            draft.replace(target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def fresh_folder(target: Path) -> Path:
    """Return a folder that is not there yet, or is empty. Raises FabricError for any other."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        hint = "name a new folder: what people may have edited is not written over"
        raise FabricError(error("OUT-002", f"`{target}` is there already", hint=hint))
    return target


def _foreign(target: Path) -> str:
    """Return what in a folder is no part of an earlier build; empty when it may be replaced."""
    if not target.is_dir():
        return "something that is no folder"
    entries = {entry.name for entry in target.iterdir()}
    if not entries:
        return ""
    try:
        units = json.loads((target / MARK).read_text(encoding="utf-8"))["units"]
    except (OSError, ValueError, KeyError, TypeError):
        return "files that no build made"
    rest = sorted(entries - set(units) - {MARK, "cables.csv"})
    return f"`{rest[0]}`, which no build made," if rest else ""


def _exchange(draft: Path, target: Path) -> None:
    """Put the draft in the place of an earlier build; when that fails, the earlier one comes back."""
    aside = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        target.replace(aside / "old")
        try:
            draft.replace(target)
        except OSError:
            (aside / "old").replace(target)
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
