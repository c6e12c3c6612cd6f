"""Data on stdout, talk on stderr."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from fabric.views.findings import findings_json, findings_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from fabric.core.diagnostic import Diagnostic

FORMATS = ("human", "json")


def coloured(stream: TextIO) -> bool:
    """Whether a stream takes colour: a terminal, unless NO_COLOR is set (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def say(text: str) -> None:
    """Talk to the person at the terminal."""
    click.echo(text, err=True)


def give(text: str) -> None:
    """Hand out data."""
    click.echo(text)


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
