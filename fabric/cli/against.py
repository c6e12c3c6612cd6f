"""The other side of a comparison: a revision, the folder of another intent, or an earlier build."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.pipeline import Build
    from fabric.plan.groups import Member
    from fabric.plan.review import Review

Texts = dict[str, dict[str, str]]


def earlier_build(build: Build, against: str) -> Build:
    """Return the same intent at a git revision, or the intent of another folder. Raises FabricError."""
    from fabric.cli.compiling import compile_project, compiled
    from fabric.core.source import GitTree
    from fabric.pipeline import at

    if Path(against).is_dir():
        return compiled(against)
    root = Path(getattr(build.project.source, "root", "."))
    tree = GitTree(root, against)
    return compile_project(at(tree, tree.earlier_name(build.project.intent)))


def is_written_build(against: str) -> bool:
    """Return whether it is a folder that `fabric build` wrote."""
    return (Path(against) / "manifest.json").is_file()


def compared(new: Build, against: str) -> Review:
    """Return what an intent changes against a revision, another intent or a written build.

    Raises FabricError.
    """
    from fabric.plan import changes
    from fabric.plan.review import review_of_builds

    texts, units = _before(new, against)
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    return review_of_builds(units, new, changes(texts, texts_of(new), platforms), against)


def _before(new: Build, against: str) -> tuple[Mapping[str, Mapping[str, str]], Mapping[str, Member]]:
    """Return texts and units of the other side; those of a revision are made once and kept."""
    from fabric.cli import bases
    from fabric.core.source import GitTree
    from fabric.plan.review import units_gone

    if is_written_build(against):
        return _on_disk(Path(against), new.site.name), {}
    if Path(against).is_dir():
        build = earlier_build(new, against)
        return texts_of(build), units_gone(build)
    tree = GitTree(Path(getattr(new.project.source, "root", ".")), against)
    name = bases.name_of(tree.identity, tree.earlier_name(new.project.intent), new.registry.digest)
    if (found := bases.kept(name)) is not None:
        return found
    build = earlier_build(new, against)
    texts, units = texts_of(build), units_gone(build)
    bases.keep(name, texts, units)
    return texts, units


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
