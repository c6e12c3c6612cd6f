"""The other side of a comparison: a revision, the folder of another intent, or an earlier build."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.shelf import Shelf, program, shelf_for
from fabric.pipeline import expanded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.cli.bases import Base
    from fabric.core.source import GitTree
    from fabric.pipeline import Build, Project
    from fabric.plan.review import Review

    Texts = Mapping[str, str]


@dataclass(frozen=True)
class Side(Mapping[str, "Texts"]):
    """Artifacts of the units of one side, each read or rendered when it is asked for: memory stays flat."""

    names: frozenset[str]
    texts: Callable[[str], Texts]

    def __getitem__(self, unit: str) -> Texts:
        """Return the artifacts of a unit. Raises FabricError when a template fails."""
        return self.texts(unit)

    def __contains__(self, unit: object) -> bool:
        """Whether there is such a unit; nothing is read for that."""
        return unit in self.names

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the units."""
        return iter(self.names)

    def __len__(self) -> int:
        """Return how many units there are."""
        return len(self.names)


def earlier_build(build: Build, against: str) -> Build:
    """Return the same intent at a git revision, or the intent of another folder. Raises FabricError."""
    from fabric.cli.compiling import compile_project, compiled

    if Path(against).is_dir():
        return compiled(against)
    return compile_project(_at_revision(build, against)[1])


def project_at(build: Build, revision: str) -> Project:
    """Return the project of an intent at a git revision. Raises FabricError."""
    return _at_revision(build, revision)[1]


def _at_revision(build: Build, revision: str) -> tuple[GitTree, Project]:
    """Return the tree of a revision, and the project in it that became the build's."""
    from fabric.core.source import GitTree
    from fabric.pipeline import at

    tree = GitTree(Path(getattr(build.project.source, "root", ".")), revision)
    return tree, at(tree, tree.earlier_name(build.project.intent))


def is_written_build(against: str) -> bool:
    """Return whether it is a folder that `fabric build` wrote."""
    return (Path(against) / "manifest.json").is_file()


def compared(new: Build, against: str) -> Review:
    """Return what an intent changes against a revision, another intent or a written build.

    Only units that are made of something else are looked at. Raises FabricError.
    """
    from fabric.plan import changes
    from fabric.plan.review import review_of_builds

    base, old = _before(new, against)
    units = {unit.name: unit for _, unit in new.units()}
    same = {name for name, made in _made_of(new).items() if base.made_of.get(name) == made}
    before = Side(old.names - same, old.texts)
    after = Side(frozenset(units.keys() - same), side_of(new).texts)
    platforms = {name: new.registry.platforms[unit.platform] for name, unit in units.items()}
    return review_of_builds(base.units, new, changes(before, after, platforms), against)


def reviewed(old: Build, new: Build) -> Review:
    """Return what a build changes against an earlier one, both in hand. Raises FabricError."""
    from fabric.plan import changes
    from fabric.plan.review import review_of_builds, units_gone

    platforms = {unit.name: new.registry.platforms[unit.platform] for _, unit in new.units()}
    return review_of_builds(
        units_gone(old), new, changes(side_of(old), side_of(new), platforms), "the step before"
    )


def _before(new: Build, against: str) -> tuple[Base, Side]:
    """Return the other side; the units of a revision are kept, and its artifacts are on the shelf."""
    from fabric.cli import bases
    from fabric.cli.compiling import compiled

    if is_written_build(against):
        return bases.Base({}, {}), _on_disk(Path(against), new.site.name)
    if Path(against).is_dir():
        build = compiled(against, keeping=True)
        return base_of(build), side_of(build)
    return _of_revision(new, against)


def _of_revision(new: Build, against: str) -> tuple[Base, Side]:
    from fabric.cli import bases
    from fabric.cli.compiling import compile_project

    tree, project = _at_revision(new, against)
    name = bases.name_of(tree.identity, project.intent, program(new.registry))
    if (base := bases.kept(name)) is None:
        build = compile_project(project, keeping=True)
        bases.keep(name, base := base_of(build))
        return base, side_of(build)
    shelf = replace(shelf_for(project, new.registry), made_of=dict(base.made_of))
    again = cache(lambda: side_of(replace(expanded(project, new.registry), kept=shelf)))

    def texts(unit: str) -> Texts:
        found = shelf.of(unit)
        return again()[unit] if found is None else found

    return base, Side(frozenset(base.units), texts)


def base_of(build: Build) -> Base:
    """Return a build as the other side of comparisons."""
    from fabric.cli.bases import Base
    from fabric.plan.review import units_gone

    return Base(units_gone(build), _made_of(build))


def _made_of(build: Build) -> Mapping[str, str]:
    """Return what each unit of a build is made of; nothing of one that keeps nothing."""
    return build.kept.made_of if isinstance(build.kept, Shelf) else {}


def side_of(build: Build) -> Side:
    """Return the artifacts of a build by unit."""
    units = {unit.name: unit for _, unit in build.units()}
    return Side(frozenset(units), lambda name: build.texts(units[name]))


def _on_disk(folder: Path, site: str) -> Side:
    from fabric.core.diagnostic import FabricError, error

    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    if manifest["site"] != site:
        hint = "compare an intent with an earlier build of its own"
        raise FabricError(error("PRJ-005", f"`{folder}` is a build of `{manifest['site']}`", hint=hint))
    units = {unit: tuple(about["artifacts"]) for unit, about in manifest["units"].items()}
    return Side(
        frozenset(units),
        lambda unit: {name: (folder / unit / name).read_text(encoding="utf-8") for name in units[unit]},
    )
