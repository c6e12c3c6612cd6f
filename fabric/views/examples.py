"""A bad and a good example of every code: from the cases that test it, or as it looks on a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, cast

import yaml

from fabric.core.source import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

CASES, EXPECTED = "tests/cases", "expected.txt"
MOST = 12
"""Lines of an example; a longer one ends in dots."""
ABSENT = "(nothing)"
"""Shown where the bad example lacks what the good one has, or the other way round."""


@dataclass(frozen=True, slots=True)
class Example:
    """What is wrong, what is right, and what is said of it."""

    bad: str
    good: str
    says: str
    """The finding; empty where none is at hand."""


def example_of(code: str) -> Example | None:
    """Return the shortest example of a code, one with its finding first."""
    found = sorted(_of_cases(code), key=_order)
    if found:
        return found[0]
    row = written().get(code)
    return Example(row["bad"].strip(), row["good"].strip(), row.get("says", "")) if row else None


def _order(example: Example) -> tuple[bool, bool, int]:
    lines = example.bad.count("\n") + example.good.count("\n")
    return lines > MOST, not example.says, lines


@cache
def written() -> Mapping[str, Mapping[str, str]]:
    """Return the examples of codes that no file of an intent can show."""
    text = resources.files("fabric.views").joinpath("examples.yaml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, str]]", yaml.load(text, yaml.CSafeLoader))


def _of_cases(code: str) -> Iterator[Example]:
    cases = shipped() / CASES
    for folder in sorted((cases / "bad").glob(f"{code}-*")):
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != EXPECTED):
            base = cases / "base" / file.relative_to(folder)
            yield _compared(file, base if base.is_file() else None, _finding(folder, code))
    if (cases / code).is_dir():
        yield _compared(cases / code / "bad.yaml", cases / code / "good.yaml", "")


def _finding(folder: Path, code: str) -> str:
    """Return the finding of a case, without its place."""
    for line in _lines(folder / EXPECTED):
        if f"[{code}] " in line:
            return line.partition(": ")[2]
    return ""


def _compared(bad: Path, good: Path | None, says: str) -> Example:
    wrong, right = _lines(bad), _lines(good) if good else []
    if good is None:
        return Example(_shown(wrong), ABSENT, says)
    changes = [
        one for one in SequenceMatcher(a=wrong, b=right, autojunk=False).get_opcodes() if one[0] != "equal"
    ]
    ours = [line for _, first, last, _, _ in changes for line in wrong[first:last]]
    theirs = [line for _, _, _, first, last in changes for line in right[first:last]]
    return Example(_shown(ours), _shown(theirs), says)


def _lines(file: Path) -> list[str]:
    text = file.read_bytes().decode("utf-8", errors="replace") if file.is_file() else ""
    return [
        "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
        for line in text.splitlines()
    ]


def _shown(lines: list[str]) -> str:
    more = ["..."] if len(lines) > MOST else []
    return "\n".join([*lines[:MOST], *more]) or ABSENT
