"""Two trees of SONiC to the steps of a change.

`config load` merges and never deletes, so additions and new values go as a partial file in the order of
reference, and what goes away as a list of deletions in the reverse order. What only one row may hold, such as
an address, is deleted before anything is loaded. FRR takes its whole file. Last, services that read their
tables only when they start are started again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import natural
from fabric.core.tree import diff
from fabric.platforms.form import ChangeClass, Patch, Step
from fabric.platforms.sonic import frr
from fabric.platforms.sonic.change import classify, owned
from fabric.platforms.sonic.parse import SECRET
from fabric.platforms.sonic.tables import DELIMITED_SETS, ORDER, SECRET_KEYS, SECRETS, TABLE, service

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.core.tree import Edit, Path, Tree
    from fabric.platforms.sonic.rows import Table

_ROW, _FIELD, _MEMBER = 2, 3, 4
"""Lengths of the paths of a row, a field and a member of a set."""
Deletion = tuple[str, str, str | None]
"""Table, key, and the field, or None for the whole row."""


def patch(running: Tree, target: Tree) -> Patch:
    """Return the change from `running` to `target` within what is ours."""
    edits = tuple(edit for edit in diff(running, target, owned) if not _nameless(edit, running))
    if not edits:
        return Patch((), (), ChangeClass.COSMETIC)
    return Patch(edits, tuple(_steps(edits, running, target)), max(map(classify, edits)))


def _nameless(edit: Edit, running: Tree) -> bool:
    """Whether a row would go whose key is a secret that only the device knows: it stays."""
    return edit.path[0] in SECRET_KEYS and edit.new is None and (*edit.path[:_ROW], SECRET) not in running


def _steps(edits: Sequence[Edit], running: Tree, target: Tree) -> Iterator[Step]:
    database = [edit for edit in edits if edit.path[0] != frr.ARTIFACT]
    deletions = tuple(_named(deletion, running) for deletion in _deletions(database))
    first = [deletion for deletion in deletions if TABLE[deletion[0]].exclusive]
    last = [deletion for deletion in deletions if not TABLE[deletion[0]].exclusive]
    if first:
        yield _delete(first)
    if load := _load(database, target):
        yield Step("load", json.dumps(load, indent=2) + "\n")
    if len(database) < len(edits):
        yield Step("frr", target.get((frr.ARTIFACT, frr.TEXT), ""))
    if last:
        yield _delete(last)
    if services := sorted({service(edit.path) for edit in database} - {""}):
        yield Step("restart", "".join(f"{service}\n" for service in services))


def _named(deletion: Deletion, running: Tree) -> Deletion:
    table, key, field = deletion
    return table, running.get((table, key, SECRET), key) if table in SECRET_KEYS else key, field


def _delete(deletions: Iterable[Deletion]) -> Step:
    return Step("delete", json.dumps([list(deletion) for deletion in deletions]) + "\n")


def _deletions(edits: Iterable[Edit]) -> tuple[Deletion, ...]:
    """Return what goes away, users before what they refer to; a row takes its fields along."""
    gone = [edit.path for edit in edits if edit.new is None]
    rows = {path for path in gone if len(path) == _ROW}
    found: list[Deletion] = [(path[0], path[1], None) for path in rows]
    found += [(path[0], path[1], path[2]) for path in gone if len(path) == _FIELD and path[:_ROW] not in rows]
    # In one table a longer key is the user: an address goes before its interface.
    return tuple(sorted(found, key=lambda d: (-ORDER[d[0]], -d[1].count("|"), natural(d[1]), d[2] or "")))


def _load(edits: Iterable[Edit], target: Tree) -> dict[str, Table]:
    """Return new rows and new values as a partial CONFIG_DB; a set is written whole."""
    paths = {path for edit in edits if (path := _loaded(edit, target)) is not None}
    members: dict[Path, list[str]] = {}
    for path in target:
        if len(path) == _MEMBER and path[0] in ORDER:
            members.setdefault(path[:_FIELD], []).append(path[-1])
    tables: dict[str, Table] = {}
    for path in sorted(paths, key=lambda path: (ORDER[path[0]], [natural(part) for part in path])):
        key = target.get((*path[:_ROW], SECRET), path[1]) if path[0] in SECRET_KEYS else path[1]
        row = tables.setdefault(path[0], {}).setdefault(key, {})
        if len(path) == _FIELD:
            row[path[2]] = _value(path, target, members.get(path, ()))
    return tables


def _loaded(edit: Edit, target: Tree) -> Path | None:
    """Return the row or field that has to be written for an edit, if any."""
    if len(edit.path) == _MEMBER:
        field = edit.path[:_FIELD]
        return field if field in target else None
    return edit.path if edit.new is not None else None


def _value(path: Path, target: Tree, members: Iterable[str]) -> str | list[str]:
    table, key, field = path
    if (table, field) in SECRETS:
        if (placeholder := target.get((*path, SECRET))) is None:
            raise FabricError(
                error(
                    "SON-003",
                    f"`{table}|{key}` field `{field}` is a secret that only the device knows",
                    hint="restore the device from its saved configuration instead",
                )
            )
        return placeholder
    if (table, field) in DELIMITED_SETS:
        return ",".join(sorted(members, key=natural))
    return sorted(members, key=natural) or target[path]
