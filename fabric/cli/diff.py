"""`fabric diff`: two builds compared, no device needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, coloured, give

if TYPE_CHECKING:
    from fabric.pipeline import Build

Texts = dict[str, dict[str, str]]


@click.command()
@click.argument("intent")
@click.option("--against", required=True, help="A git revision such as `HEAD~1`, or the folder of a build.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="human", help="How to print the changes."
)
def diff(intent: str, against: str, form: str) -> int:
    """Say what an INTENT would change on every unit. Exit code 0, or 2 when something changes."""
    from fabric.cli.compiling import compiled
    from fabric.plan import changes
    from fabric.views.plans import changes_json, changes_text

    new = compiled(intent)
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    found = changes(_other(new, against), texts_of(new), platforms)
    give(changes_json(found) if form == "json" else changes_text(found, colour=coloured(sys.stdout)))
    return Exit.DONE if found.empty else Exit.CHANGES


def texts_of(build: Build) -> Texts:
    """Return every artifact of a build: unit to name to text."""
    return {unit.name: {a.name: a.text for a in build.artifacts(unit)} for _, unit in build.units()}


def _other(build: Build, against: str) -> Texts:
    """Return the other side: a build on disk, or the same intent at a revision with its own templates."""
    from fabric.cli.compiling import compile_project
    from fabric.core.source import GitTree
    from fabric.pipeline import at

    if (Path(against) / "manifest.json").is_file():
        return _on_disk(Path(against), build.site.name)
    root = Path(getattr(build.project.source, "root", "."))
    return texts_of(compile_project(at(GitTree(root, against), build.project.intent)))


def _on_disk(folder: Path, site: str) -> Texts:
    from fabric.core.diagnostic import FabricError, error

    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    if manifest["site"] != site:
        hint = "compare an intent with an earlier build of its own"
        raise FabricError(error("PRJ-005", f"`{folder}` is a build of `{manifest['site']}`", hint=hint))
    return {
        unit: {name: (folder / unit / name).read_text(encoding="utf-8") for name in about["artifacts"]}
        for unit, about in manifest["units"].items()
    }
