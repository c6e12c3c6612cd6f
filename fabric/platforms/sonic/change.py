"""What is ours in a tree of SONiC, and how much a change of it disturbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass
from fabric.platforms.sonic import frr
from fabric.platforms.sonic.parse import UNOWNED
from fabric.platforms.sonic.tables import TABLE

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Path

_ROW, _FIELD = 2, 3
"""Length of the path of a row and of a field."""


def owned(path: Path) -> bool:
    """Whether a path is ours: all of frr.conf, and the tables, rows and fields of our list."""
    if path[-1].startswith(UNOWNED):
        return False
    if path[0] == frr.ARTIFACT:
        return True
    table = TABLE.get(path[0])
    if table is None or not table.owned or (table.rows and path[1] not in table.rows):
        return False
    if not path[1].startswith(table.prefix):
        return False
    return len(path) < _FIELD or not table.only or path[2] in table.only


def classify(edit: Edit) -> ChangeClass:
    """Return how much one edit disturbs; a table nobody knows is taken for tuning."""
    path, added = edit.path, edit.old is None
    if path[0] == frr.ARTIFACT:
        return frr.change_class(path, added=added)
    table = TABLE.get(path[0])
    if table is None:
        return ChangeClass.TUNING
    if len(path) > _ROW and (field := table.fields.get(path[2])) is not None:
        return field
    return table.add if added else table.change


def whole(path: Path) -> bool:
    """Whether a path is of FRR's file, which the switch takes as it stands."""
    return path[0] == frr.ARTIFACT


def beyond(edit: Edit) -> bool:
    """Whether only `config reload` brings an edit into effect: merged, it would stand in CONFIG_DB unread."""
    return edit.path[0] != frr.ARTIFACT and classify(edit) is ChangeClass.RESTART
