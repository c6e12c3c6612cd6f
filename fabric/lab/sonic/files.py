"""A file system in memory: text by absolute path, and what of it outlives a power cut."""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WRITEBACK_S = 30.0
"""Linux writes dirty pages back after this long (vm.dirty_expire_centisecs=3000)."""
FOLDERS = (
    *("/", "/home", "/home/admin", "/proc", "/root", "/run", "/run/lock"),
    *("/etc", "/etc/sonic", "/etc/sonic/checkpoints", "/etc/sonic/frr"),
    *("/tmp", "/var", "/var/log", "/var/tmp"),  # noqa: S108 - paths of the double
)
WRITABLE = ("/tmp/", "/var/tmp/", "/home/admin/", "/run/lock/", "/dev/")  # noqa: S108 - paths of the double
"""Where a login without root may write."""
VOLATILE = ("/tmp/", "/run/", "/proc/")  # noqa: S108 - paths of the double
"""What every boot empties."""


def may_write(path: str, *, root: bool) -> bool:
    """Say whether a user may write a file."""
    return root or path.startswith(WRITABLE)


class Files:
    """Contents by absolute path. `clock` gives monotonic seconds. Lookups raise FileNotFoundError."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._now: dict[str, bytes] = {}
        self._folders = set(FOLDERS)
        self._unsynced: dict[str, tuple[float, bytes | None]] = {}  # when, and what the disk still holds

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        if path == "/dev/null":
            return b""
        if path in self._folders:
            raise IsADirectoryError(path)
        if path not in self._now:
            raise FileNotFoundError(path)
        return self._now[path]

    def text(self, path: str) -> str:
        """Return the content of a file as text."""
        return self.read(path).decode(errors="replace")

    def write(self, path: str, content: bytes | str) -> None:
        """Replace the content of a file; the folder must exist."""
        if path == "/dev/null":
            return
        if path in self._folders:
            raise IsADirectoryError(path)
        if posixpath.dirname(path) not in self._folders:
            raise FileNotFoundError(path)
        self._dirty(path)
        self._now[path] = content.encode() if isinstance(content, str) else content

    def remove(self, path: str) -> None:
        """Delete a file."""
        if path in self._folders:
            raise IsADirectoryError(path)
        if path not in self._now:
            raise FileNotFoundError(path)
        self._dirty(path)
        del self._now[path]

    def make_folder(self, path: str) -> None:
        """Make a folder and those above it."""
        while path not in self._folders:
            self._folders.add(path)
            path = posixpath.dirname(path)

    def remove_tree(self, path: str) -> None:
        """Delete a folder and all below it."""
        for inner in [p for p in self._now if p.startswith(f"{path}/")]:
            self.remove(inner)
        self._folders = {f for f in self._folders if f != path and not f.startswith(f"{path}/")}

    def is_file(self, path: str) -> bool:
        """Say whether a file is there."""
        return path in self._now

    def is_folder(self, path: str) -> bool:
        """Say whether a folder is there."""
        return path in self._folders

    def names(self, folder: str) -> list[str]:
        """Return the names in a folder, sorted."""
        return sorted(
            posixpath.basename(p)
            for p in (*self._now, *self._folders)
            if p != "/" and posixpath.dirname(p) == folder
        )

    def matching(self, pattern: str) -> list[str]:
        """Return the paths a wildcard stands for, sorted; a wildcard does not span `/`."""
        depth = pattern.count("/")
        every = (*self._now, *self._folders)
        return sorted(p for p in every if p.count("/") == depth and fnmatchcase(p, pattern))

    def sync(self) -> None:
        """Bring everything to disk."""
        self._unsynced.clear()

    def lose_power(self) -> None:
        """Forget what had not reached the disk, and what lives in memory only."""
        limit = self._clock() - WRITEBACK_S
        for path, (when, old) in self._unsynced.items():
            if when > limit:
                self._restore(path, old)
        self._unsynced.clear()
        self._now = {p: c for p, c in self._now.items() if not p.startswith(VOLATILE)}
        self._folders = {f for f in self._folders if f in FOLDERS or not f.startswith(VOLATILE)}

    def _dirty(self, path: str) -> None:
        known = self._unsynced.get(path)
        if known is None or known[0] <= self._clock() - WRITEBACK_S:
            self._unsynced[path] = (self._clock(), self._now.get(path))

    def _restore(self, path: str, content: bytes | None) -> None:
        if content is None:
            self._now.pop(path, None)
        else:
            self._now[path] = content
