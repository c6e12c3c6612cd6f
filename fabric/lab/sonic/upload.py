"""SFTP and SCP on the files in memory, with the rights of the login: /etc cannot be written, /tmp can."""

from __future__ import annotations

import posixpath
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh import FXF_APPEND, FXF_CREAT, FXF_EXCL, FXF_TRUNC, FXF_WRITE

from fabric.lab.faults import Kind
from fabric.lab.sonic.files import may_write

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fabric.lab.sonic.machine import Machine

HOME = "/home/admin"


@dataclass(slots=True)
class Opened:
    """An open file."""

    path: str
    appends: bool


class Upload(asyncssh.SFTPServer):
    """One SFTP session."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], machine: Machine) -> None:
        super().__init__(channel)
        self._machine = machine
        self._files = machine.files

    async def open(self, path: bytes, pflags: int, attrs: asyncssh.SFTPAttrs) -> Opened:
        """Open a file, and make or empty it as the flags say."""
        del attrs
        name = self._path(path)
        await self._strike(f"sftp {name}")
        if pflags & FXF_WRITE:
            self._may_write(name)
            there = self._files.is_file(name)
            if there and pflags & FXF_EXCL:
                raise asyncssh.SFTPFailure("File exists")
            if pflags & FXF_TRUNC or (not there and pflags & FXF_CREAT):
                self._write(name, b"")
        if not self._files.is_file(name):
            raise asyncssh.SFTPNoSuchFile("No such file")
        return Opened(name, bool(pflags & FXF_APPEND))

    async def close(self, file_obj: object) -> None:
        """Forget an open file; everything is written already."""
        del file_obj

    async def read(self, file_obj: object, offset: int, size: int) -> bytes:
        """Return some of a file."""
        return self._files.read(_opened(file_obj).path)[offset : offset + size]

    async def write(self, file_obj: object, offset: int, data: bytes) -> int:
        """Write into a file."""
        opened = _opened(file_obj)
        old = self._files.read(opened.path)
        start = len(old) if opened.appends else offset
        self._write(opened.path, old[:start].ljust(start, b"\0") + data + old[start + len(data) :])
        return len(data)

    async def stat(self, path: bytes) -> asyncssh.SFTPAttrs:
        """Return size and kind."""
        return self._attributes(self._path(path))

    async def lstat(self, path: bytes) -> asyncssh.SFTPAttrs:
        """Return size and kind; there are no links."""
        return self._attributes(self._path(path))

    async def fstat(self, file_obj: object) -> asyncssh.SFTPAttrs:
        """Return size and kind of an open file."""
        return self._attributes(_opened(file_obj).path)

    async def setstat(self, path: bytes, attrs: asyncssh.SFTPAttrs) -> None:
        """Take a change of rights or times, of no effect."""

    async def lsetstat(self, path: bytes, attrs: asyncssh.SFTPAttrs) -> None:
        """Take a change of rights or times, of no effect."""

    async def fsetstat(self, file_obj: object, attrs: asyncssh.SFTPAttrs) -> None:
        """Take a change of rights or times, of no effect."""

    async def remove(self, path: bytes) -> None:
        """Delete a file."""
        name = self._path(path)
        if not self._files.is_file(name):
            raise asyncssh.SFTPNoSuchFile("No such file")
        self._may_write(name)
        self._files.remove(name)

    async def rename(self, oldpath: bytes, newpath: bytes) -> None:
        """Rename a file; as in SFTP version 3 not over another."""
        if self._files.is_file(self._path(newpath)):
            raise asyncssh.SFTPFailure("File exists")
        await self.posix_rename(oldpath, newpath)

    async def posix_rename(self, oldpath: bytes, newpath: bytes) -> None:
        """Rename a file, over another if need be."""
        old, new = self._path(oldpath), self._path(newpath)
        if not self._files.is_file(old):
            raise asyncssh.SFTPNoSuchFile("No such file")
        self._may_write(old)
        self._may_write(new)
        self._write(new, self._files.read(old))
        self._files.remove(old)

    async def mkdir(self, path: bytes, attrs: asyncssh.SFTPAttrs) -> None:
        """Make a folder."""
        del attrs
        name = self._path(path)
        self._may_write(f"{name}/")
        if self._files.is_folder(name):
            raise asyncssh.SFTPFailure("File exists")
        self._files.make_folder(name)

    async def scandir(self, path: bytes) -> AsyncIterator[asyncssh.SFTPName]:
        """Yield what is in a folder."""
        folder = self._path(path)
        if not self._files.is_folder(folder):
            raise asyncssh.SFTPNoSuchFile("No such file")
        for name in self._files.names(folder):
            yield asyncssh.SFTPName(name.encode(), attrs=self._attributes(posixpath.join(folder, name)))

    async def realpath(self, path: bytes, *_: Any) -> bytes:
        """Return the absolute path."""
        return self._path(path).encode()

    def _path(self, path: bytes) -> str:
        return posixpath.normpath(posixpath.join(HOME, path.decode()))

    def _attributes(self, name: str) -> asyncssh.SFTPAttrs:
        if self._files.is_folder(name):
            return asyncssh.SFTPAttrs(permissions=stat.S_IFDIR | 0o755, size=4096)
        if not self._files.is_file(name):
            raise asyncssh.SFTPNoSuchFile("No such file")
        return asyncssh.SFTPAttrs(permissions=stat.S_IFREG | 0o644, size=len(self._files.read(name)))

    def _may_write(self, name: str) -> None:
        if not may_write(name, root=False):
            raise asyncssh.SFTPPermissionDenied("Permission denied")

    def _write(self, name: str, content: bytes) -> None:
        try:
            self._files.write(name, content)
        except OSError as error:
            raise asyncssh.SFTPNoSuchFile("No such file") from error

    async def _strike(self, what: str) -> None:
        """Let the faults of a connection strike an open, which `match` knows as `sftp PATH`."""
        fault = self._machine.trouble.arriving(what)
        if fault is not None and fault.kind is Kind.SLOW:
            await self._machine.clock.sleep(fault.seconds)
        elif fault is not None:
            self.connection.abort()
            raise asyncssh.SFTPConnectionLost("cut")


def _opened(file_obj: object) -> Opened:
    if not isinstance(file_obj, Opened):
        raise asyncssh.SFTPFailure("not a file of this session")
    return file_obj
