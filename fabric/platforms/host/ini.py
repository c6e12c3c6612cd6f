"""Files of systemd: sections that may come more than once, and settings in their order."""

from __future__ import annotations

import re

Section = tuple[str, tuple[tuple[str, str], ...]]
"""A section's name, and its settings."""
_HEAD = re.compile(r"\[([A-Za-z][A-Za-z0-9]*)\]")
_SETTING = re.compile(r"([A-Z][A-Za-z0-9-]*)=(.*)")


def read(text: str) -> tuple[Section, ...]:
    """Read a file. Raises ValueError for a line that is neither head, setting nor comment."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in map(str.strip, text.splitlines()):
        if not line or line.startswith(("#", ";")):
            continue
        if head := _HEAD.fullmatch(line):
            found.append((head[1], []))
        elif (setting := _SETTING.fullmatch(line)) and found:
            found[-1][1].append((setting[1], setting[2]))
        else:
            raise ValueError(f"`{line}` is neither a section nor a setting of one")
    return tuple((name, tuple(settings)) for name, settings in found)


def write(text: str) -> str:
    """Return a file in its one form: no comments, a blank line before each section."""
    parts = (
        "\n".join((f"[{name}]", *(f"{key}={value}" for key, value in rows))) for name, rows in read(text)
    )
    return "\n\n".join(parts) + "\n"


def flat(text: str) -> dict[tuple[str, ...], str]:
    """Return the settings by section and key; further sections and keys of a name are numbered."""
    found: dict[tuple[str, ...], str] = {}
    for name, rows in read(text):
        heads = {path[0] for path in found}
        head = next(word for n in range(len(heads) + 1) if (word := f"{name}{n or ''}") not in heads)
        for key, value in rows:
            of_key = sum(path[:2] == (head, key) for path in found)
            found[(head, key, str(of_key)) if of_key else (head, key)] = value
    return found
