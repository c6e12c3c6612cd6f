"""What is left behind by a process that breaks: where it broke, and no value that could be secret.

Python prints the message of an exception that nobody caught, and a core file holds all memory.
"""

from __future__ import annotations

import contextlib
import resource
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


def guard() -> None:
    """Let nothing print a message that was not looked through, and write no core file."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.excepthook = _broken
    threading.excepthook = _in_a_thread
    sys.unraisablehook = _let_go


def _broken(kind: type[BaseException], fault: BaseException, _trace: TracebackType | None) -> None:
    from fabric.cli.failures import bug

    bug(fault if fault is not None else kind())


def _in_a_thread(told: threading.ExceptHookArgs) -> None:
    if not issubclass(told.exc_type, SystemExit):
        _broken(told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback)


def _let_go(told: sys.UnraisableHookArgs) -> None:
    _broken(told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback)
