"""NVIDIA's published NVUE schema of the release judges a startup.yaml."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import TYPE_CHECKING, Any

from judges import tally
from judges.presence import SHARED
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from types import ModuleType

ACCEPTED_WARNINGS: tuple[tuple[str, str], ...] = ()
"""(part of a message, reason) of warnings that are no objection."""


def judge(startup: str, release: str) -> Verdict:
    """Judge the text of a startup.yaml by the schema of one release, such as `5.16`."""
    tally.count("nvue")
    return findings(startup, release)


def findings(startup: str, release: str) -> Verdict:
    """Return the objections to a startup.yaml, uncounted. Warnings are objections."""
    _, found = _check(startup, release)
    return tuple(
        Finding(path, message)
        for level, path, message in found
        if level == "ERROR" or not any(part in message for part, _ in ACCEPTED_WARNINGS)
    )


def _check(startup: str, release: str) -> tuple[str, list[tuple[str, str, str]]]:
    version, found = _tool().validate(startup, version=_schema().pick(release), schema=_schema())
    return version, found


@cache
def _schema() -> Any:
    return _tool().Schema(SHARED / "nvue-schema" / "nvue-paths.json")


@cache
def _tool() -> ModuleType:
    path = SHARED / "tools" / "validate_nvue.py"
    spec = importlib.util.spec_from_file_location("validate_nvue", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
