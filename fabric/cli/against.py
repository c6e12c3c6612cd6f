"""The other side of a comparison: a revision, the folder of another intent, or an earlier build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.pipeline import Build


def earlier_build(build: Build, against: str) -> Build:
    """Return the same intent at a git revision, or the intent of another folder. Raises FabricError."""
    from fabric.cli.compiling import compile_project, compiled
    from fabric.core.source import GitTree
    from fabric.pipeline import at

    if Path(against).is_dir():
        return compiled(against)
    root = Path(getattr(build.project.source, "root", "."))
    return compile_project(at(GitTree(root, against), build.project.intent))


def is_written_build(against: str) -> bool:
    """Return whether it is a folder that `fabric build` wrote."""
    return (Path(against) / "manifest.json").is_file()
