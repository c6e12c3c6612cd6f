"""Two trees of NVUE to the steps of a change: what is unset, then what is set.

NVUE merges what a revision is sent. A request must not hold set and unset of one object (docs, NVUE API
page), so what goes away is one request, with null in the place of what goes, and what comes is another.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fabric.core.tree import diff
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.platforms.nvue.classes import classify
from fabric.platforms.nvue.document import SECRETS, owned
from fabric.platforms.nvue.secret_keys import MARK, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.core.tree import Edit, Path, Tree

UNSET = "nvue-unset"
SET = "nvue-set"
_ACCOUNTS = ("system", "aaa", "user")
_FACTORY = "cumulus"
"""The account that our template always carries, and that says nothing of the intent."""
_MANAGEMENT = ("interface", "eth0")
_LISTS = frozenset(("order",))
_TEXTS = frozenset(("description", "hostname", "full-name", "domain", *SECRETS))
"""Leaves that stay texts even when all their letters are digits."""


def patch(running: Tree, target: Tree) -> Patch:
    """Return the change from `running` to `target` within what is ours."""
    edits = tuple(edit for edit in diff(running, target, owned) if not _kept(edit, target))
    if not edits:
        return Patch((), (), ChangeClass.COSMETIC)
    return Patch(edits, tuple(_steps(edits, running, target)), max(map(classify, edits)))


def _kept(edit: Edit, target: Tree) -> bool:
    """Whether a way in would be lost for which the intent has nothing instead."""
    if edit.new is not None:
        return False
    if edit.path[:2] == _MANAGEMENT:
        return not any(path[:2] == _MANAGEMENT for path in target)
    if edit.path[:3] != _ACCOUNTS:
        return False
    return {path[3] for path in target if path[:3] == _ACCOUNTS} <= {_FACTORY}


def _steps(edits: Sequence[Edit], running: Tree, target: Tree) -> Iterator[Step]:
    if gone := highest([edit.path for edit in edits if edit.new is None], running, target):
        yield Step(UNSET, _text(nested((named(path, running), None) for path in gone)))
    coming = {edit.path: edit.new for edit in edits if edit.new is not None}
    coming |= _secrets(coming, running, target)
    if coming:
        said = ((named(path, target), typed(path, value)) for path, value in sorted(coming.items()))
        yield Step(SET, _text(nested(said)))


def _secrets(coming: Iterable[Path], running: Tree, target: Tree) -> dict[Path, str]:
    """Return the secrets of what is new; one that the device holds cannot be compared, and stays."""
    fresh = {path[:-1] for path in coming}
    return {
        path: value
        for path, value in target.items()
        if path[-1] in SECRETS and path[:-1] in fresh and path not in running
    }


def highest(gone: Iterable[Path], running: Iterable[Path], target: Iterable[Path]) -> tuple[Path, ...]:
    """Return the highest paths below which everything goes: an object is unset, not emptied."""
    leaving = set(gone)
    # A secret goes with its object; nothing else that is not ours is taken along.
    unseen = SECRETS | {MARK}
    staying = {p for p in running if p not in leaving and p[-1] not in unseen} | set(target)
    needed = {path[:length] for path in staying for length in range(1, len(path) + 1)}
    return tuple(
        sorted(
            {
                next(path[:n] for n in range(1, len(path) + 1) if path[:n] not in needed or n == len(path))
                for path in leaving
            }
        )
    )


def nested(leaves: Iterable[tuple[Path, Any]]) -> dict[str, Any]:
    """Return leaves as the object that NVUE takes."""
    root: dict[str, Any] = {}
    for path, value in leaves:
        at = root
        for part in path[:-1]:
            at = at.setdefault(part, {})
        # A leaf that is a container elsewhere, such as a prefix with limits, does not empty it.
        if not (value == {} and at.get(path[-1])):
            at[path[-1]] = value
    return root


def typed(path: Path, value: str) -> Any:
    """Return a leaf of a tree as NVUE's JSON has it: presence is `{}`, a number is a number."""
    if path[-1] in _LISTS:
        return value.split(",")
    if value == "":
        return {}
    if path[-1] not in _TEXTS and value.isascii() and value.isdigit():
        return int(value)
    return value


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, indent=2) + "\n"
