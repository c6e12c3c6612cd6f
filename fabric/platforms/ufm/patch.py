"""Two trees of a subnet manager to what turns one into the other: partitions, and files that can be reached.

UFM's REST writes partitions. Files that a hang-up makes OpenSM read again are written where the inventory
gives a login to them. Options are compared where they can be read, and put in place by whoever runs the
server: no source shows the body of a change of `smconf`, and UFM's start script writes over `opensm.conf`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.tree import apply, diff
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.platforms.ufm.classes import classify
from fabric.platforms.ufm.trees import LIMITS, NAMED_BY, QUALITY, owned, shown, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fabric.core.tree import Edit, Tree

ADD, MEMBERS, QOS, DELETE = "pkey-add", "pkey-members", "pkey-qos", "pkey-delete"
FILES = "files"
"""Texts by name: written as a whole, then OpenSM reads them."""
_FILE = "ufm.json"
Key = tuple[str, ...]


def patch(running: Tree, target: Tree) -> Patch:
    """Return the change from `running` to `target` within what REST shows."""
    wanted = _limited(running, target)
    visible = _visible(running, target)
    edits = tuple(edit for edit in diff(running, wanted, visible) if not _kept(edit))
    if not edits:
        return Patch((), (), ChangeClass.COSMETIC)
    # What REST cannot rename or set stays as it is.
    return Patch(edits, tuple(_steps(edits, running, apply(running, edits))), max(map(classify, edits)))


def beyond(edit: Edit) -> bool:
    """Whether no request brings an edit into effect."""
    return edit.path[:2] == (_FILE, "smconf") or edit.path[0] == "opensm.conf"


def _visible(running: Tree, target: Tree) -> Callable[[Key], bool]:
    """Return whether a path is compared: the driver sees it, and the target says something of its file."""
    said = {path[0] for path in target}
    return lambda path: owned(path) and path[0] in said and shown(running, path)


def _limited(running: Tree, target: Tree) -> Tree:
    """Return the target with limits that it does not say: as they stand, or as UFM gives them to a new one.

    Of `running` that shows none, such as artifacts, nothing is known.
    """
    shown = {path[-1] for path in running if path[-1] in LIMITS}
    keys = [path[2] for path in target if path[:2] == (_FILE, "pkeys") and path[-1] == "partition"]
    unsaid: dict[Key, str] = {(_FILE, "pkeys", key, "qos_conf", word): word for key in keys for word in shown}
    held = {
        path: running.get(path, LIMITS[word])
        for path, word in unsaid.items()
        if path in running or _leaf(running, path[2], "partition") is None
    }
    return {**held, **target}


def _kept(edit: Edit) -> bool:
    """Whether UFM has no request for it: the name of a partition is given when it is made."""
    return edit.kind == "replace" and edit.path[-1] == "partition"


def _steps(edits: Sequence[Edit], running: Tree, target: Tree) -> Iterator[Step]:
    """Yield new partitions, members that come, levels, files, then members and partitions that go."""
    touched = dict.fromkeys(edit.path[2] for edit in edits if edit.path[:2] == (_FILE, "pkeys"))
    keys = [key for key in touched if _leaf(target, key, "partition") is not None]
    emptied = {key for key in keys if not _members(target, key) and _members(running, key)}
    gone = [key for key in touched if key not in keys]
    for key in sorted(emptied):
        yield Step(DELETE, json.dumps({"pkey": key}))  # without members UFM has only partitions made anew
    made = {key for key in keys if key in emptied or _leaf(running, key, "partition") is None}
    for key in keys:
        if key in made:
            yield Step(ADD, json.dumps(_new(target, key)))
    changed = [key for key in keys if _members(target, key) and _joined(target, key) != _joined(running, key)]
    for key in sorted(changed, key=lambda key: bool(_members(running, key).keys() - _members(target, key))):
        yield Step(MEMBERS, json.dumps(_joined(target, key)))
    stood = [key for key in keys if key not in made]
    for key in stood:
        if _quality(running, key) != _quality(target, key):
            yield Step(QOS, json.dumps({"pkey": key, **_quality(target, key)}))
    yield from _files(edits, target)
    for key in gone:
        yield Step(DELETE, json.dumps({"pkey": key}))


def _files(edits: Sequence[Edit], target: Tree) -> Iterator[Step]:
    """Yield all files under one hang-up, and so one sweep."""
    if names := sorted({edit.path[0] for edit in edits} & NAMED_BY.keys()):
        yield Step(FILES, json.dumps({name: text_of(target, name) for name in names}))


def _new(tree: Tree, key: str) -> dict[str, object]:
    return {
        "pkey": key,
        "partition_name": _leaf(tree, key, "partition"),
        "index0": _leaf(tree, key, "index0") == "true",
        "ip_over_ib": _leaf(tree, key, "ip_over_ib") == "true",
        **_quality(tree, key),
    }


def _joined(tree: Tree, key: str) -> dict[str, object]:
    members = _members(tree, key)
    return {
        "pkey": key,
        "guids": list(members),
        "memberships": list(members.values()),
        "index0": _leaf(tree, key, "index0") == "true",
        "ip_over_ib": _leaf(tree, key, "ip_over_ib") == "true",
    }


def _leaf(tree: Tree, key: str, word: str) -> str | None:
    return tree.get((_FILE, "pkeys", key, word))


def _quality(tree: Tree, key: str) -> dict[str, object]:
    """Return level and limits as far as they are known, as numbers."""
    place = (_FILE, "pkeys", key, "qos_conf")
    known = {word: tree[*place, word] for word in sorted(QUALITY) if (*place, word) in tree}
    return {"service_level": 0, **{word: json.loads(value) for word, value in known.items()}}


def _members(tree: Tree, key: str) -> dict[str, str]:
    """Return the membership of each GUID, in the order of the GUIDs."""
    place = (_FILE, "pkeys", key, "guids")
    return {path[-1]: tree[path] for path in sorted(tree) if path[:-1] == place}
