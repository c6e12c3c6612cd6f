"""Where files come from: a work tree, a git revision, any folder, or the installed package."""

from __future__ import annotations

import hashlib
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path as FilePath
from typing import Protocol

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.regular import NotRegularError, TooLargeError, read_regular

LARGEST_FILE = 8 * 2**20
"""Bytes of the largest file read; a larger one is a mistake, not an intent."""


class Source(Protocol):
    """A tree of files, read-only. Paths are relative, with `/`."""

    @property
    def label(self) -> str:
        """How people call it."""

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the paths of all files below a folder, sorted; none when there is no such folder."""

    def read(self, path: str) -> str:
        """Return the text of a file. Raises FabricError when it cannot be read as UTF-8 text."""

    def has(self, path: str) -> bool:
        """Whether there is such a file."""


def _too_large(size: int, path: str) -> Diagnostic:
    summary = f"`{path}` has {size} bytes, the largest allowed is {LARGEST_FILE}"
    return error("SRC-003", summary, hint="split it, or take generated data out of the intent")


def _text(raw: bytes, path: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as failure:
        raise FabricError(
            error("SRC-002", f"`{path}` is not UTF-8 text (byte {failure.start})", hint="save it as UTF-8")
        ) from None


@dataclass(frozen=True)
class Folder:
    """Files on disk below a root."""

    root: FilePath

    @property
    def label(self) -> str:
        """The path as given."""
        return str(self.root)

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the files below a folder; hidden ones are left out."""
        base = self.root / folder
        if not base.is_dir():
            return ()
        found = (path.relative_to(self.root) for path in base.rglob("*") if _there(path))
        return tuple(
            sorted(str(path) for path in found if not any(part.startswith(".") for part in path.parts))
        )

    def read(self, path: str) -> str:
        """Return the text of a file. A link that leads out of the root is refused: strangers send links."""
        place = self.root / path
        if not place.resolve().is_relative_to(self.root.resolve()):
            raise FabricError(
                error("SRC-006", f"`{path}` leads out of `{self.root}`", hint="put the file itself there")
            )
        try:
            raw = read_regular(place, LARGEST_FILE)
        except NotRegularError:
            raise FabricError(error("SRC-001", f"`{path}` cannot be read: it is no regular file")) from None
        except TooLargeError as failure:
            raise FabricError(_too_large(failure.size, path)) from None
        except OSError as failure:
            raise FabricError(
                error("SRC-001", f"`{self.root / path}` cannot be read: {failure.strerror or failure}")
            ) from None
        return _text(raw, path)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return _there(self.root / path)


def _there(place: FilePath) -> bool:
    """Whether something stands where a file may: a pipe, or what may not be looked at, is told on reading."""
    try:
        return place.exists() and not place.is_dir()
    except PermissionError:
        return True
    except OSError:  # a name too long for any file
        return False


@dataclass(frozen=True)
class GitTree:
    """Files of one revision, read from git objects; the work tree is left alone."""

    repository: FilePath
    """Root of the files: the top of the repository, or a folder below it."""
    revision: str

    @property
    def label(self) -> str:
        """The revision as given."""
        return self.revision

    def _git(self, *arguments: str) -> bytes:
        command = ["git", "-C", str(self.repository), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - fixed program, no shell
        except FileNotFoundError:
            raise FabricError(error("SRC-005", "`git` is not installed", hint="install git")) from None
        if done.returncode:
            message = done.stderr.decode(errors="replace").strip().splitlines()
            raise FabricError(self._refusal((message or ["no reason given"])[-1]))
        return done.stdout

    def _refusal(self, reason: str) -> Diagnostic:
        """Say why a revision cannot be read: a shallow clone lacks most, and git only says `unknown`."""
        asked = ["git", "-C", str(self.repository), "rev-parse", "--is-shallow-repository"]
        done = subprocess.run(asked, capture_output=True, check=False)  # noqa: S603 - fixed program, no shell
        if done.stdout.strip() == b"true":
            hint = "`git fetch --unshallow`, or `fetch-depth: 0` where a pipeline checks out"
            return error("SRC-004", f"`{self.revision}` is not in this shallow clone", hint=hint)
        hint = "name a revision of this repository"
        return error("SRC-004", f"git cannot read `{self.revision}`: {reason}", hint=hint)

    def earlier_name(self, folder: str) -> str:
        """Return the name a folder had at the revision: its own, or the one that most files came from."""
        if self.files(folder):
            return folder
        listing = self._git("diff", "--name-status", "-z", "-M", "--relative", self.revision, "--", ".")
        words = iter(listing.decode("utf-8", "surrogateescape").split("\0"))
        came: Counter[str] = Counter()
        for status in words:
            old = next(words, "")
            new = next(words, "") if status.startswith(("R", "C")) else old
            below = new.removeprefix(f"{folder}/")
            if new not in {old, below} and old.endswith(f"/{below}"):
                came[old.removesuffix(f"/{below}")] += 1
        return came.most_common(1)[0][0] if came else folder

    @cached_property
    def _names(self) -> frozenset[str]:
        if self.revision.startswith("-"):
            raise FabricError(error("SRC-004", f"`{self.revision}` is not a revision"))
        tree = f"{self.revision}^{{tree}}"
        listing = self._git("ls-tree", "-r", "-z", "--name-only", "--full-tree", tree)
        names = listing.decode("utf-8", "surrogateescape").split("\0")[:-1]
        return frozenset(name.removeprefix(self._prefix) for name in names if name.startswith(self._prefix))

    @cached_property
    def _prefix(self) -> str:
        """Where the root stands in its repository: empty at the top, otherwise a path that ends in `/`."""
        found = self._git("rev-parse", "--show-prefix")
        return found.decode("utf-8", "surrogateescape").removesuffix("\n")

    @cached_property
    def identity(self) -> str:
        """The digest of all files at the revision, and where the root stands among them."""
        if self.revision.startswith("-"):
            raise FabricError(error("SRC-004", f"`{self.revision}` is not a revision"))
        tree = self._git("rev-parse", "--verify", f"{self.revision}^{{tree}}").decode().strip()
        return f"{tree} {self._prefix}"

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the files below a folder; hidden ones are left out."""
        prefix = "" if folder in {"", "."} else folder.rstrip("/") + "/"
        below = (name for name in self._names if name.startswith(prefix))
        return tuple(sorted(name for name in below if "/." not in f"/{name}"))

    def read(self, path: str) -> str:
        """Return the text of a file at the revision."""
        if path not in self._names:
            raise FabricError(error("SRC-001", f"`{path}` is not in `{self.revision}`"))
        raw = self._git("cat-file", "blob", f"{self.revision}:{self._prefix}{path}")
        if len(raw) > LARGEST_FILE:
            raise FabricError(_too_large(len(raw), path))
        return _text(raw, path)

    def has(self, path: str) -> bool:
        """Whether there is such a file at the revision."""
        return path in self._names


def shipped() -> FilePath:
    """Return the folder that holds what we ship (templates, playbooks, intents), in checkout and wheel."""
    package = FilePath(str(resources.files("fabric")))
    installed = package / "data"
    return installed if installed.is_dir() else package.parent


def digest(text: str) -> str:
    """Return the sha256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
