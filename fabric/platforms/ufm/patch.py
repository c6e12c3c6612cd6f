"""Two trees of a subnet manager to the requests that turn one into the other: partitions, and nothing else.

UFM's REST writes partitions. Options and files of OpenSM are compared where they can be read, and put in
place by whoever runs the server: no source shows the body of a change of `smconf`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.tree import apply, diff
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.platforms.ufm.classes import classify
from fabric.platforms.ufm.trees import owned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.core.tree import Edit, Tree

ADD, MEMBERS, QOS, DELETE = "pkey-add", "pkey-members", "pkey-qos", "pkey-delete"
_FILE = "ufm.json"
_DEFAULT_LEVEL = "0"
Key = tuple[str, ...]


def patch(running: Tree, target: Tree) -> Patch:
    """Return the change from `running` to `target` within what REST shows."""
    edits = tuple(edit for edit in diff(running, target, _shown) if not _kept(edit))
    if not edits:
        return Patch((), (), ChangeClass.COSMETIC)
    # What REST cannot rename or set stays as it is.
    return Patch(edits, tuple(_steps(edits, running, apply(running, edits))), max(map(classify, edits)))


def beyond(edit: Edit) -> bool:
    """Whether no request brings an edit into effect."""
    return edit.path[:2] == (_FILE, "smconf")


def _shown(path: Key) -> bool:
    return path[0] == _FILE and owned(path)


def _kept(edit: Edit) -> bool:
    """Whether UFM has no request for it: the name of a partition is given when it is made."""
    return edit.kind == "replace" and edit.path[-1] == "partition"


def _steps(edits: Sequence[Edit], running: Tree, target: Tree) -> Iterator[Step]:
    """Yield new partitions, then members that come, then levels, then members and partitions that go."""
    touched = dict.fromkeys(edit.path[2] for edit in edits if edit.path[1] == "pkeys")
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
    for key in keys:
        if key not in made and _level(running, key) != _level(target, key):
            yield Step(QOS, json.dumps({"pkey": key, "service_level": int(_level(target, key))}))
    for key in gone:
        yield Step(DELETE, json.dumps({"pkey": key}))


def _new(tree: Tree, key: str) -> dict[str, object]:
    return {
        "pkey": key,
        "partition_name": _leaf(tree, key, "partition"),
        "index0": _leaf(tree, key, "index0") == "true",
        "ip_over_ib": _leaf(tree, key, "ip_over_ib") == "true",
        "service_level": int(_level(tree, key)),
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


def _level(tree: Tree, key: str) -> str:
    return tree.get((_FILE, "pkeys", key, "qos_conf", "service_level"), _DEFAULT_LEVEL)


def _members(tree: Tree, key: str) -> dict[str, str]:
    """Return the membership of each GUID, in the order of the GUIDs."""
    place = (_FILE, "pkeys", key, "guids")
    return {path[-1]: tree[path] for path in sorted(tree) if path[:-1] == place}
