"""From a path on the command line to a build."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from fabric.check.identity import PROVISIONAL
from fabric.cli.shelf import shelf_for
from fabric.core.diagnostic import FabricError, Severity
from fabric.pipeline import Build, compile, open_project, registry  # noqa: A004 - the verb of that stage

if TYPE_CHECKING:
    from collections.abc import Collection

    from fabric.pipeline import Project


def compiled(
    intent: str, *, frozen: bool = False, inventory: str | None = None, keeping: bool = False
) -> Build:
    """Compile an intent folder of the work tree. Raises FabricError.

    `frozen` makes an incomplete ledger an error, for CI; `keeping` keeps what is rendered for other commands.
    """
    return compile_project(open_project(intent, inventory), frozen=frozen, keeping=keeping)


def compile_project(
    project: Project, *, frozen: bool = False, drained: Collection[str] = (), keeping: bool = False
) -> Build:
    """Compile a project; others go around `drained` devices. Raises FabricError."""
    known, today = registry(), date.today()  # noqa: DTZ011 - a waiver ends with the reader's day
    build = compile(project, known, today, drained, shelf_for(project, known) if keeping else None)
    provisional = [found for found in build.diagnostics if found.code == PROVISIONAL]
    if frozen and provisional:
        raise FabricError(*(replace(found, severity=Severity.ERROR) for found in provisional))
    return build
