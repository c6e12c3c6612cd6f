"""Three ways: what we last brought a device to, what it runs now, and what it should run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.core.tree import Edit, Tree


def outside(base: Tree | None, running: Tree, edits: Iterable[Edit]) -> tuple[int, ...]:
    """Return the numbers of the edits that undo what somebody else changed since we were last there.

    Nothing is known of a device that we never changed: then all edits are ours.
    """
    if base is None:
        return ()
    return tuple(number for number, edit in enumerate(edits) if running.get(edit.path) != base.get(edit.path))
