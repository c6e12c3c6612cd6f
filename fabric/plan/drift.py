"""Three ways: what we last brought a device to, what it runs now, and what it should run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.tree import diff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fabric.core.tree import Edit, Path, Tree


def outside(base: Tree | None, running: Tree, edits: Iterable[Edit]) -> tuple[int, ...]:
    """Return the numbers of the edits that undo what somebody else changed since we were last there.

    Nothing is known of a device that we never changed: then all edits are ours.
    """
    if base is None:
        return ()
    return tuple(number for number, edit in enumerate(edits) if running.get(edit.path) != base.get(edit.path))


def foreign(
    base: Tree,
    running: Tree,
    owned: Callable[[Path], bool],
    unreadable: Callable[[Path], bool] | None = None,
) -> tuple[Edit, ...]:
    """Return what somebody changed since we were last there in what is not ours; it is never touched.

    A secret of ours that nobody can compare is no change: with another salt it is the same, or it is not.
    """
    unseen = unreadable or (lambda _path: False)
    return diff(base, running, lambda path: not (owned(path) or path[-1].startswith("!") or unseen(path)))


def left_alone(wanted: Tree, running: Tree, others: Callable[[Path], bool]) -> Tree:
    """Return what a device should run where some of its paths are not managed: those stay as they run."""
    own = {path: value for path, value in wanted.items() if not others(path)}
    return own | {path: value for path, value in running.items() if others(path)}


def overlaid(tree: Tree, kept: Mapping[Path, str | None]) -> Tree:
    """Return what a device should run with what people wanted to keep."""
    if not kept:
        return tree
    result = {path: value for path, value in tree.items() if path not in kept}
    return result | {path: value for path, value in kept.items() if value is not None}
