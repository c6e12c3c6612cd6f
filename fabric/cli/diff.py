"""`fabric diff`: two builds compared, no device needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.against import earlier_build, is_written_build
from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import give

if TYPE_CHECKING:
    from fabric.pipeline import Build

Texts = dict[str, dict[str, str]]


@click.command()
@click.argument("intent")
@click.option(
    "--against",
    required=True,
    help="A git revision such as `HEAD~1`, or the folder of a build or of another intent.",
)
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the changes.")
def diff(intent: str, against: str, form: str) -> int:
    """Say what an INTENT would change on every unit. Exit code 0, or 2 when something changes."""
    from fabric.cli.compiling import compiled
    from fabric.plan import changes
    from fabric.plan.review import review_of_builds

    new = compiled(intent)
    old = None if is_written_build(against) else earlier_build(new, against)
    before = _on_disk(Path(against), new.site.name) if old is None else texts_of(old)
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    found = changes(before, texts_of(new), platforms)
    give(formed(review_of_builds(old, new, found, against), form, new))
    return Exit.DONE if found.empty else Exit.CHANGES


def texts_of(build: Build) -> Texts:
    """Return every artifact of a build: unit to name to text."""
    return {unit.name: {a.name: a.text for a in build.artifacts(unit)} for _, unit in build.units()}


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
