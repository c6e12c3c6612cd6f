"""The other side of a comparison: a revision, the folder of another intent, or an earlier build."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.device.sameness import Sameness
from fabric.pipeline.project import own_templates

if TYPE_CHECKING:
    from fabric.cli.bases import Base
    from fabric.device import Unit
    from fabric.pipeline import Build
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

    base = _before(new, against)
    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    return review_of_builds(base.units, new, changes(base.texts, texts_of(new, base), platforms), against)


def _before(new: Build, against: str) -> Base:
    """Return the other side; a revision is compiled once and kept."""
    from fabric.cli import bases
    from fabric.cli.packs import with_pack
    from fabric.core.source import GitTree

    if is_written_build(against):
        return bases.Base(_on_disk(Path(against), new.site.name), {})
    if Path(against).is_dir():
        return base_of(earlier_build(new, against))
    tree = GitTree(Path(getattr(new.project.source, "root", ".")), against)
    name = bases.name_of(tree.identity, tree.earlier_name(new.project.intent), new.registry.digest)
    if (found := bases.kept(name)) is not None:
        return found
    made = base_of(with_pack(earlier_build(new, against)))
    bases.keep(name, made)
    return made


def base_of(build: Build) -> Base:
    """Return a build as the other side of comparisons."""
    from fabric.cli.bases import Base
    from fabric.plan.review import units_gone

    same = Sameness()
    made_of = {unit.name: made for _, unit in build.units() if (made := _digest(same, build, unit))}
    return Base(texts_of(build), units_gone(build), made_of, templates_of(build))


def texts_of(build: Build, base: Base | None = None) -> Texts:
    """Return every artifact: unit to name to text; what is made of the same as in `base` is taken from it."""
    known = base.made_of if base is not None and base.templates == templates_of(build) else {}
    same, texts = Sameness(), Texts()
    for _, unit in build.units():
        kept = build.kept.of(unit.name) if build.kept is not None else None
        if kept is not None:
            texts[unit.name] = dict(kept)
        elif base is not None and unit.name in known and known[unit.name] == _digest(same, build, unit):
            texts[unit.name] = dict(base.texts[unit.name])
            if build.kept is not None:
                build.kept.add(unit.name, texts[unit.name])
        else:
            texts[unit.name] = {made.name: made.text for made in build.artifacts(unit)}
    return texts


def _digest(same: Sameness, build: Build, unit: Unit) -> str:
    """Return the digest of a unit's configuration and platform; empty where the values have no form."""
    try:
        return f"{unit.platform}/{same.digest(build.config(unit))}"
    except TypeError:
        return ""


def templates_of(build: Build) -> str:
    """Return the digest of the templates that a project overrides ours with."""
    own = own_templates(build.project.source)
    return hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()


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
