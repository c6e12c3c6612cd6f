"""Total deadlines, and the most that an answer may be: no device holds a call for ever."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

    from _typeshed import WriteableBuffer

LARGEST = 64 * 2**20
"""Bytes of an answer: no configuration of a switch comes near."""
_CHUNK = 64 * 1024


class Deadline:
    """A moment on the monotonic clock; time-outs of sockets are cut to what is left of it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def over(self) -> bool:
        """Say whether the moment has passed."""
        return time.monotonic() >= self._end

    def left(self) -> float:
        """Return the seconds left; raise TimeoutError when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no full answer within {self.seconds:g} s")
        return left


class DeadlineSocket:
    """A socket for `http.client` whose every operation is cut to the deadline of the call at hand.

    Socket time-outs count per operation, in pyeapi and NAPALM too: there a device that dripped bytes held
    a call with a time-out of 2 s for more than 15 s.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.deadline = deadline
        self._socket = sock

    def sendall(self, data: bytes) -> None:
        """Send everything before the deadline."""
        view = memoryview(data)
        for start in range(0, len(view), _CHUNK):
            self._socket.settimeout(self.deadline.left())
            self._socket.sendall(view[start : start + _CHUNK])

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return the reader that `http.client` parses the answer from."""
        return io.BufferedReader(_Reader(self))

    def receive(self, buffer: WriteableBuffer) -> int:
        """Read what is there before the deadline."""
        self._socket.settimeout(self.deadline.left())
        return self._socket.recv_into(buffer)

    def fileno(self) -> int:
        """Return the descriptor, to look whether there is something to read."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class _Reader(io.RawIOBase):
    def __init__(self, source: DeadlineSocket) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        return self._source.receive(buffer)
