"""Reading what a stranger may have put there: a regular file only, without waiting, up to a size."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class NotRegularError(Exception):
    """A pipe, device or folder stands where a file should: reading it may never end."""


class TooLargeError(Exception):
    """The file has more bytes than its reader takes; `size` is how many, as far as they were counted."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def read_regular(place: Path, largest: int) -> bytes:
    """Return the bytes of a file, at most `largest`; a link to a file is followed.

    Raises OSError when it cannot be opened or read, NotRegularError and TooLargeError.
    """
    return _read(place, largest, 0)


def read_regular_itself(place: Path, largest: int) -> bytes:
    """Return the bytes of a file as `read_regular` does; a link raises OSError."""
    return _read(place, largest, os.O_NOFOLLOW)


def _read(place: Path, largest: int, flags: int) -> bytes:
    # O_NONBLOCK: opening a pipe waits for its writer otherwise.
    descriptor = os.open(place, os.O_RDONLY | os.O_NONBLOCK | flags)
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise NotRegularError(str(place))
    with os.fdopen(descriptor, "rb") as file:
        # One byte more than allowed: a file may grow while it is read, and some (/proc) say 0.
        raw = file.read(largest + 1) if status.st_size <= largest else b""
    size = max(status.st_size, len(raw))
    if size > largest:
        raise TooLargeError(size)
    return raw
