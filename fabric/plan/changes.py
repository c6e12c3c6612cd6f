"""Build against Build: what would change on each unit, without any device."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.core.tree import diff, everything
from fabric.plan.judge import judged
from fabric.plan.make import artifacts_digest
from fabric.platforms.form import ChangeClass, Patch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Tree
    from fabric.platforms.form import Platform


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two Builds."""

    changed: Mapping[str, Patch]
    """By unit, in natural order; only units whose meaning differs."""
    rewritten: tuple[str, ...]
    """Units whose text differs and whose meaning does not."""
    added: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Say whether no device would notice."""
        return not (self.changed or self.added or self.removed)


def changes(
    old: Mapping[str, Mapping[str, str]],
    new: Mapping[str, Mapping[str, str]],
    platforms: Mapping[str, Platform],
) -> Changes:
    """Compare two Builds, unit to artifact to text. `platforms` is by unit and needs the changed ones only.

    Texts are compared by their bytes first; only units that differ are parsed. Raises KeyError for a changed
    unit without a platform, and ValueError when an artifact cannot be parsed.
    """
    patches: dict[str, Patch] = {}
    rewritten: list[str] = []
    for unit in sorted(old.keys() & new.keys(), key=natural):
        before, after = old[unit], new[unit]
        if artifacts_digest(before) == artifacts_digest(after):
            continue
        patch = change_of(platforms[unit], before, after)
        if patch.edits:
            patches[unit] = patch
        else:
            rewritten.append(unit)
    return Changes(
        changed=patches,
        rewritten=tuple(rewritten),
        added=tuple(sorted(new.keys() - old.keys(), key=natural)),
        removed=tuple(sorted(old.keys() - new.keys(), key=natural)),
    )


def change_of(platform: Platform, before: Mapping[str, str], after: Mapping[str, str]) -> Patch:
    """Return the change of one unit."""
    if before.keys() != after.keys():
        return replace(_of_texts(before, after), change_class=ChangeClass.IDENTITY)  # another platform
    if platform.parse is None:
        return _of_texts(before, after)
    old, new = platform.parse(before), platform.parse(after)
    if platform.patch is not None:
        return judged(platform, old, platform.patch(old, new))
    edits = diff(old, new, platform.owned or everything)
    return judged(platform, old, Patch(edits, (), ChangeClass.TUNING if edits else ChangeClass.COSMETIC))


def _of_texts(before: Mapping[str, str], after: Mapping[str, str]) -> Patch:
    """Compare artifacts that nothing is known about: whole texts, by name."""
    edits = diff(_tree(before), _tree(after))
    return Patch(edits, (), ChangeClass.TUNING if edits else ChangeClass.COSMETIC)


def _tree(artifacts: Mapping[str, str]) -> Tree:
    return {(name,): text for name, text in artifacts.items()}
