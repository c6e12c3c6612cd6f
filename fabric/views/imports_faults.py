"""Where in the files of a device what a reader refuses stands, and what it is in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, Place, error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BROKEN = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What readers of configurations raise for a text of another shape than a device prints."""
AGAIN = "copy it again, whole"
_PLACE = re.compile(r"line (\d+), column (\d+)")
_QUOTED = re.compile(r"['`]([^'`]+)['`]")
_NO_NUMBER = re.compile(r"invalid literal for int\(\) with base \d+: |could not convert string to float: ")


def wrong(summary: str, hint: str, file: str, line: int = 1, column: int = 1) -> Diagnostic:
    """Return a finding at a place without its line, which may hold a secret."""
    return error("IMP-005", summary, hint=hint).at(Place(file, line, column))


def nothing(label: str) -> Diagnostic:
    """Return that a folder has no configuration."""
    hint = "put a file, or a folder of files, for each device there"
    return error("IMP-005", f"there is no configuration in `{label}`", hint=hint)


def unreadable(file: str, fault: Exception, texts: Mapping[str, str] | None = None) -> Diagnostic:
    """Return what is wrong with a file that a reader refuses, or with one of several texts by their files."""
    said = str(fault).removeprefix("not YAML: ") if isinstance(fault, ValueError) else ""
    words = _words(said) or "it is not shaped as a device prints it"
    if places := _PLACE.findall(said):
        line, column = map(int, places[-1])
        return wrong(f"this cannot be read: {words}", AGAIN, file, line, column)
    where = _found(_QUOTED.findall(words)[-1:], texts or {})
    return wrong(f"this cannot be read: {words}", AGAIN, *(where or (file,)))


def _words(said: str) -> str:
    """Return what is wrong, of a message whose first line may say only what was being read."""
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith(" ")]
    words = re.sub(r" in \"<.*", "", lines[-1]) if lines else ""
    if number := _NO_NUMBER.match(words):
        return f"`{words[number.end() :].strip(chr(39))}` is no number"
    return lowered(words)


def _found(quoted: Iterable[str], texts: Mapping[str, str]) -> tuple[str, int, int] | None:
    """Return file, line and column of a value: as a text of JSON, or else as a word."""
    for value in quoted:
        for pattern in (rf'"{re.escape(value)}"', rf"(?<![\w.]){re.escape(value)}(?![\w.])"):
            for file, text in texts.items():
                if match := re.search(pattern, text):
                    before = text[: match.start()]
                    return file, before.count("\n") + 1, match.start() - before.rfind("\n")
    return None


def lowered(message: str) -> str:
    """Return a message of another program as ours begin."""
    return message[:1].lower() + message[1:]
