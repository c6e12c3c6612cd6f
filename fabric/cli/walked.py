"""What was written, read back and judged along every path before anybody gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.cli.talk import say
from fabric.core.diagnostic import FabricError, Severity
from fabric.pipeline.walking import read_back

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.core.diagnostic import Diagnostic
    from fabric.pipeline import Build

MOST = 2048
"""Units that are always read back. Reading takes as long as rendering; above, it is worth that only where a
template of the project's own may have written something else than the intent says."""


def judged(build: Build, folder: Path) -> tuple[Diagnostic, ...]:
    """Return what the rules along a path find in the artifacts of a folder; raises FabricError for errors."""
    units = sum(1 for _ in build.units())
    own = [name for name in build.project.source.files("templates") if name.endswith(".j2")]
    if units > MOST and not own:
        say(f"{units} units were not read back: `fabric qos` does")
        return ()
    return worst(
        read_back(
            build, lambda unit: {place.name: place.read_text() for place in (folder / unit.name).iterdir()}
        )
    )


def worst(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return findings; raises FabricError when one of them is an error."""
    if any(one.severity is Severity.ERROR for one in found):
        raise FabricError(*found)
    return found
