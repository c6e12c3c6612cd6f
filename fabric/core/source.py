"""Where files come from: a work tree, a git revision, any folder, or the installed package."""

from __future__ import annotations

import hashlib
import os
import posixpath
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path as FilePath
from typing import Protocol

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error
from fabric.core.program import AGENTS, plain_environment
from fabric.core.regular import NotRegularError, TooLargeError, read_regular

LARGEST_FILE = 8 * 2**20
"""Bytes of the largest file read; a larger one is a mistake, not an intent."""
LINK, REPOSITORY = "120000", "160000"
"""Modes of git for what is no file: a symbolic link, and a submodule."""
MOST_LINKS = 8
"""Links that lead from one to the next; more of them are a loop."""


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


def _refused(code: str, path: str, summary: str, hint: str) -> FabricError:
    """Return a mistake of a file as a whole, which stands where the file begins."""
    return FabricError(error(code, f"`{path}` {summary}", hint=hint).at(Place(path, 1, 1)))


def _unread(path: str, reason: str) -> FabricError:
    return _refused("SRC-001", path, f"cannot be read: {reason}", "put a file there that you may read")


def _too_large(size: int, path: str) -> FabricError:
    summary = f"has {size} bytes, the largest allowed is {LARGEST_FILE}"
    return _refused("SRC-003", path, summary, "split it, or take generated data out of the intent")


def _leads_out(path: str, root: object) -> FabricError:
    return _refused("SRC-006", path, f"leads out of `{root}`", "put the file itself there")


def _text(raw: bytes, path: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as failure:
        before = raw[: failure.start].decode("utf-8")
        lines = raw.decode("utf-8", "replace").split("\n")
        place = Place.within(path, lines, before.count("\n"), len(before) - (before.rfind("\n") + 1))
        found = error(
            "SRC-002", f"`{path}` is not UTF-8 text (byte {failure.start})", hint="save it as UTF-8"
        )
        raise FabricError(found.at(place)) from None


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
        found = (path.relative_to(self.root) for path in base.rglob("*") if not _is_folder(path))
        return tuple(
            sorted(str(path) for path in found if not any(part.startswith(".") for part in path.parts))
        )

    def read(self, path: str) -> str:
        """Return the text of a file. A link that leads out of the root is refused: strangers send links."""
        place = self.root / path
        try:
            if not place.resolve().is_relative_to(self.root.resolve()):
                raise _leads_out(path, self.root)
            raw = read_regular(place, LARGEST_FILE)
        except NotRegularError:
            raise _unread(path, "it is no regular file") from None
        except TooLargeError as failure:
            raise _too_large(failure.size, path) from None
        except RuntimeError:  # how Python before 3.13 says it
            raise _unread(path, "its links go round in a loop") from None
        except OSError as failure:
            raise _unread(path, failure.strerror or str(failure)) from None
        return _text(raw, path)

    def has(self, path: str) -> bool:
        """Whether something stands where a file may; what cannot be read as one is told on reading."""
        return _there(self.root / path)


def _is_folder(place: FilePath) -> bool:
    """Whether a name is a folder's; what may not be looked at is told on reading."""
    try:
        return place.is_dir()
    except PermissionError:
        return False


def _there(place: FilePath) -> bool:
    """Whether something has this name: a link to nowhere and a folder are mistakes, never no file at all."""
    try:
        return place.is_symlink() or place.exists()
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
            done = _asked(command)
        except FileNotFoundError:
            raise FabricError(error("SRC-005", "`git` is not installed", hint="install git")) from None
        if done.returncode:
            message = done.stderr.decode(errors="replace").strip().splitlines()
            raise FabricError(self._refusal((message or ["no reason given"])[-1]))
        return done.stdout

    def _refusal(self, reason: str) -> Diagnostic:
        """Say why a revision cannot be read: a shallow clone lacks most, and git only says `unknown`."""
        asked = ["git", "-C", str(self.repository), "rev-parse", "--is-shallow-repository"]
        done = _asked(asked)
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
    def _modes(self) -> dict[str, str]:
        """Every path below the root, and what git says it is: a file, a link, another repository."""
        if self.revision.startswith("-"):
            raise FabricError(error("SRC-004", f"`{self.revision}` is not a revision"))
        tree = f"{self.revision}^{{tree}}"
        listing = self._git("ls-tree", "-r", "-z", "--full-tree", tree)
        rows = (row.partition("\t") for row in listing.decode("utf-8", "surrogateescape").split("\0")[:-1])
        return {
            name.removeprefix(self._prefix): words.split(" ", 1)[0]
            for words, _, name in rows
            if name.startswith(self._prefix)
        }

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
        below = (name for name in self._modes if name.startswith(prefix))
        return tuple(sorted(name for name in below if "/." not in f"/{name}"))

    def read(self, path: str) -> str:
        """Return the text of a file at the revision."""
        end, links = path, 0
        while self._modes.get(end) == LINK and links < MOST_LINKS:
            leads = self._blob(end).decode("utf-8", "surrogateescape")
            end, links = posixpath.normpath(posixpath.join(posixpath.dirname(end), leads)), links + 1
        if end.startswith(("/", "../")):
            raise _leads_out(path, self.revision)
        if end not in self._modes:
            raise _refused("SRC-001", path, f"is not in `{self.revision}`", "name a revision that has it")
        if self._modes[end] in {LINK, REPOSITORY}:
            raise _unread(path, "it is no regular file")
        return _text(self._blob(end), path)

    def _blob(self, path: str) -> bytes:
        raw = self._git("cat-file", "blob", f"{self.revision}:{self._prefix}{path}")
        if len(raw) > LARGEST_FILE:
            raise _too_large(len(raw), path)
        return raw

    def has(self, path: str) -> bool:
        """Whether there is such a file at the revision."""
        return path in self._modes


def _asked(command: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run git with its own variables and the plain ones: it runs what a repository's settings name."""
    own = [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]
    environment = plain_environment(os.environ, (*AGENTS, *own))
    return subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603 - fixed program, no shell


def shipped() -> FilePath:
    """Return the folder that holds what we ship (templates, playbooks, intents), in checkout and wheel."""
    package = FilePath(str(resources.files("fabric")))
    installed = package / "data"
    return installed if installed.is_dir() else package.parent


def digest(text: str) -> str:
    """Return the sha256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
