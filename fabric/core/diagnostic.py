"""Mistakes as values: what is wrong, where, and what to do about it."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Path = tuple[str | int, ...]
"""Where a value stands in a document: keys and list indexes from the root."""


_REFERENCE = r"""(?!["']?secret:(?:env|file|command)/)"""
SECRET = re.compile(
    rf"""({_REFERENCE}(?:pass|pasw|pwd|secret|token|communit|(?<![a-z])key)[\w-]*["']?\s*:\s*)"""
    rf"""{_REFERENCE}[^\s{{\[].*""",
    re.IGNORECASE,
)
"""A key that names a secret, then a text that is no reference to one: findings never repeat it."""


class Severity(StrEnum):
    """How much a finding weighs: only an error stops a stage."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    column: int
    excerpt: str = ""

    @classmethod
    def within(cls, file: str, lines: Sequence[str], line: int, column: int) -> Place:
        """Return the place of a position that counts from 0, with its line but for secrets written there."""
        written = lines[line] if line < len(lines) else ""
        return cls(file, line + 1, column + 1, SECRET.sub(r"\1…", written))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Stages give a `path` into the document; the edge turns it into a `place`."""

    severity: Severity
    code: str
    summary: str
    path: Path = ()
    place: Place | None = None
    hint: str = ""

    def at(self, place: Place | None) -> Diagnostic:
        """Return the same finding with its position in a file."""
        return replace(self, place=place)


def error(code: str, summary: str, path: Path = (), hint: str = "") -> Diagnostic:
    """Make a finding that stops the stage."""
    return Diagnostic(Severity.ERROR, code, summary, path, hint=hint)


def warning(code: str, summary: str, path: Path = (), hint: str = "") -> Diagnostic:
    """Make a finding that a reader should know and may accept."""
    return Diagnostic(Severity.WARNING, code, summary, path, hint=hint)


def info(code: str, summary: str, path: Path = (), hint: str = "") -> Diagnostic:
    """Make a finding that a reader may like to know."""
    return Diagnostic(Severity.INFO, code, summary, path, hint=hint)


class FabricError(Exception):
    """A stage found mistakes and stops; carries all it could find. Only the edge catches it."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.code} {d.summary}" for d in diagnostics))
        self.diagnostics = diagnostics


def refuse(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Raise when one of the findings is an error; return the rest otherwise."""
    found = tuple(diagnostics)
    if any(d.severity is Severity.ERROR for d in found):
        raise FabricError(*found)
    return found


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the hint `did you mean ...` for the closest known word, or nothing."""
    close = difflib.get_close_matches(word, tuple(known), n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else ""
