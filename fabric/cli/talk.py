"""Data on stdout, talk on stderr."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.views.findings import findings_json, findings_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from fabric.core.diagnostic import Diagnostic

FORMATS = ("human", "json")
_CONTROL = re.compile(r"(?!\x1b\[[0-9;]{0,4}m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What terminals obey, but for new lines, tabs and colours; and what turns the order of letters round."""


def coloured(stream: TextIO) -> bool:
    """Whether a stream takes colour: a terminal, unless NO_COLOR is set (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def say(text: str) -> None:
    """Talk to the person at the terminal; whether anybody hears it changes nothing of what is done."""
    try:
        click.echo(quiet(text), err=True)
    except (OSError, ValueError):  # the terminal is gone, the pipe's reader too, or the disk of a log is full
        _hang_up()


def _hang_up() -> None:
    """Talk to nobody from now on; what waits to be written would fail again when the process ends."""
    with suppress(OSError, ValueError), Path(os.devnull).open("w") as nobody:
        os.dup2(nobody.fileno(), sys.stderr.fileno())


def quiet(text: str) -> str:
    """Return a text that moves no cursor and names no window: devices and strangers wrote parts of it."""
    return _CONTROL.sub(" ", text)


def give(text: str) -> None:
    """Hand out data: as it is to files and programs, and what a terminal can bear to a terminal."""
    click.echo(quiet(text) if sys.stdout.isatty() else text)


def report(diagnostics: Sequence[Diagnostic], form: str = "human") -> None:
    """Print findings: JSON is data, everything else is talk."""
    if form == "json":
        give(findings_json(diagnostics))
        return
    for text in findings_text(diagnostics, colour=coloured(sys.stderr)):
        say(text)


def counted(number: int, word: str) -> str:
    """Return a number with its word: `1 device`, `2 devices`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
