"""Counts what each judge judged, over all worker processes of a test session."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = "FABRIC_JUDGE_TALLY"
"""Environment variable that names the session's folder; the controller makes it, workers inherit it."""


def count(judge: str, what: str = "artifacts") -> None:
    """Note that a judge looked at one artifact, or at one mutant of one."""
    if folder := os.environ.get(FOLDER):
        # One file per process and an append of one line each: no lock is needed.
        with (Path(folder) / str(os.getpid())).open("a", encoding="ascii") as file:
            file.write(f"{judge} {what}\n")


def total(folder: Path) -> Counter[tuple[str, str]]:
    """Return (judge, what) to how often, summed over the processes of a session."""
    lines = (line for file in folder.iterdir() for line in file.read_text(encoding="ascii").splitlines())
    return Counter((judge, what) for judge, what in (line.split() for line in lines))


def silent(counts: Counter[tuple[str, str]], judges: Iterable[str]) -> list[str]:
    """Return the judges that judged no artifact, but for those that a public CI is known to lack.

    FABRIC_JUDGES_ABSENT names these: vendors' models are not in the repository.
    """
    excused = os.environ.get("FABRIC_JUDGES_ABSENT", "").split()
    return [judge for judge in judges if not counts[judge, "artifacts"] and judge not in excused]


def answer_for_all(config: pytest.Config) -> bool:
    """Whether the tests of every judge were selected: the whole suite but for the proof, in CI.

    A part of it, by path, mark or word, proves that part; which judges it asks is no matter.
    """
    option = config.option
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not option.keyword
    return os.environ.get("CI") == "true" and whole and option.markexpr in ("", "not proof")


def report(counts: Counter[tuple[str, str]], missing: dict[str, str]) -> list[str]:
    """Return one line per judge: what it judged, or why it is missing."""
    judges = sorted({judge for judge, _ in counts} | set(missing))
    return [
        f"judge {judge}: MISSING, {missing[judge]}"
        if judge in missing
        else f"judge {judge}: {counts[judge, 'artifacts']} artifacts, {counts[judge, 'mutants']} mutants"
        for judge in judges
    ]
