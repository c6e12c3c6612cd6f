"""Total deadlines, and the most that an answer may be: no device holds a call for ever."""

from __future__ import annotations

import select
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

LARGEST = 64 * 2**20
"""Bytes of an answer: no configuration of a switch comes near."""
_RECORD = 16 * 1024
"""Bytes of the largest record of TLS: more is never read at once."""


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
    """A socket whose every operation is cut to the deadline of the call at hand.

    Socket time-outs count per operation, in pyeapi and NAPALM too: there a device that dripped bytes held
    a call with a time-out of 2 s for more than 15 s.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.deadline = deadline
        self._socket = sock
        self._poll = select.poll()
        self._poll.register(sock.fileno(), select.POLLIN | select.POLLHUP)

    def send(self, data: bytes) -> None:
        """Send everything before the deadline."""
        rest = memoryview(data)
        while rest:
            self._socket.settimeout(self.deadline.left())
            rest = rest[self._socket.send(rest) :]

    def receive(self) -> bytes:
        """Return what is there before the deadline, and nothing at the end of the connection."""
        self._socket.settimeout(self.deadline.left())
        return self._socket.recv(_RECORD)

    def readable(self) -> bool:
        """Whether there is something to read, if only the end of the connection."""
        return bool(self._poll.poll(0))

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
