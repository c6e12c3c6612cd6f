"""How much each edit of a change disturbs, in the light of what the device carried before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.platforms.form import WHOLE, ChangeClass

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Tree
    from fabric.platforms.form import Patch, Platform


def judged(platform: Platform, old: Tree, patch: Patch) -> Patch:
    """Return the change with the class of each edit.

    An edit on a port that carried nothing disturbs nobody: a new link is an addition, whatever its lines are.
    So is everything on a device that carried nothing at all.
    """
    classify = platform.classify
    if classify is None or not patch.edits:
        return patch
    busy = platform.busy(old) if platform.busy else None
    classes = tuple(_class(platform, edit, classify(edit), busy) for edit in patch.edits)
    return replace(patch, classes=classes, change_class=max(classes))


def is_fresh(platform: Platform, old: Tree) -> bool:
    """Whether a device carries nothing yet: a new one, with what its first boot gave it."""
    return platform.busy is not None and not platform.busy(old)


def _class(platform: Platform, edit: Edit, found: ChangeClass, busy: frozenset[str] | None) -> ChangeClass:
    if busy is None or platform.port_of is None:
        return found
    if not busy:
        return min(found, ChangeClass.ADDITIVE)
    if found in WHOLE:
        return found
    port = platform.port_of(edit.path)
    return min(found, ChangeClass.ADDITIVE) if port is not None and port not in busy else found


def classes_of(patch: Patch) -> tuple[ChangeClass, ...]:
    """Return the class of each edit; that of the whole change where edits were not judged one by one."""
    return patch.classes or (patch.change_class,) * len(patch.edits)
