"""Partial CONFIG_DB files: what undoes one, and what turns one whole database into another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.platforms.sonic.lossless import is_automatic
from fabric.platforms.sonic.tables import ORDER, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Value = str | list[str]
Entry = dict[str, Value]
Database = dict[str, dict[str, Entry]]
"""Table to key to field to value, as in config_db.json; an empty entry exists."""


@dataclass(frozen=True, slots=True)
class Delete:
    """An entry, or one field of it, to take out."""

    table: str
    key: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """What brings the touched entries back: deletes that make room, then merge, then the other deletes."""

    load: Database
    deletes: tuple[Delete, ...]

    @property
    def first(self) -> tuple[Delete, ...]:
        """Return what goes before the merge: rows that hold what only one may hold."""
        return tuple(delete for delete in self.deletes if _makes_room(delete))

    @property
    def last(self) -> tuple[Delete, ...]:
        """Return what goes after the merge, in which nothing refers to it any more."""
        return tuple(delete for delete in self.deletes if not _makes_room(delete))


def read_database(text: str) -> Database:
    """Read a whole or partial database; raises ValueError when it does not have that shape."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("a database is a JSON object of tables")  # noqa: TRY004 - a value from outside
    for table, entries in data.items():
        if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
            raise ValueError(f"table `{table}` is not an object of entries")
    return data


def read_deletes(text: str) -> tuple[Delete, ...]:
    """Read a JSON list of [table, key, field or null]; raises ValueError when it does not have that shape."""
    data = json.loads(text)
    try:
        return tuple(Delete(str(table), str(key), field) for table, key, field in data)
    except TypeError as fault:
        raise ValueError("deletes are a list of [table, key, field or null]") from fault


def applied(running: Database, loads: Iterable[Database], deletes: Iterable[Delete]) -> Database:
    """Return the database after a change, but for what daemons make of it."""
    found = {table: {key: dict(entry) for key, entry in rows.items()} for table, rows in running.items()}
    for partial in loads:
        for table, key, entry in _entries(partial):
            found.setdefault(table, {}).setdefault(key, {}).update(entry)
    for delete in deletes:
        rows = found.get(delete.table, {})
        if delete.field is None:
            rows.pop(delete.key, None)
        else:
            rows.get(delete.key, {}).pop(delete.field, None)
    return found


def undo(running: Database, loads: Iterable[Database], deletes: Iterable[Delete]) -> Undo:
    """Return what undoes a change of `running`; `config load` only merges, so additions need deletes."""
    load: Database = {}
    added: dict[Delete, None] = {}
    for partial in loads:
        for table, key, entry in _entries(partial):
            before = running.get(table, {}).get(key)
            if before is None:
                added[Delete(table, key)] = None
                continue
            load.setdefault(table, {})[key] = before
            added.update({Delete(table, key, field): None for field in entry if field not in before})
    for delete in deletes:
        before = running.get(delete.table, {}).get(delete.key)
        if before is not None:
            load.setdefault(delete.table, {})[delete.key] = before
    return Undo(load, _ordered(added))


def difference(running: Database, base: Database) -> Undo:
    """Return what makes `running` equal to `base`, touching only entries that differ.

    What a daemon of the switch made is left to it: it would not come back when deleted.
    """
    running, base = _without_automatic(running), _without_automatic(base)
    load: Database = {}
    deletes: list[Delete] = []
    for table, key, entry in _entries(base):
        now = running.get(table, {}).get(key)
        if now != entry:
            load.setdefault(table, {})[key] = entry
            deletes += [Delete(table, key, field) for field in now or {} if field not in entry]
    for table, key, _ in _entries(running):
        if key not in base.get(table, {}):
            deletes.append(Delete(table, key))
    return Undo(load, _ordered(deletes))


def _without_automatic(database: Database) -> Database:
    return {
        table: {key: entry for key, entry in rows.items() if not is_automatic(table, key, entry)}
        for table, rows in database.items()
    }


def _ordered(deletes: Iterable[Delete]) -> tuple[Delete, ...]:
    """Return users before what they refer to; an address goes before its interface."""
    return tuple(sorted(deletes, key=lambda one: (-ORDER.get(one.table, -1), -one.key.count("|"))))


def _makes_room(delete: Delete) -> bool:
    return delete.field is None and delete.table in TABLE and TABLE[delete.table].exclusive


def redis_words(delete: Delete, known: Iterable[Database]) -> tuple[str, ...]:
    """Return the arguments of `sonic-db-cli CONFIG_DB`; Redis holds the field of a list as `name@`."""
    entry = f"{delete.table}|{delete.key}"
    if delete.field is None:
        return ("DEL", entry)
    values = (db.get(delete.table, {}).get(delete.key, {}).get(delete.field) for db in known)
    is_list = any(isinstance(value, list) for value in values)
    return ("HDEL", entry, f"{delete.field}@" if is_list else delete.field)


def text(database: Database) -> str:
    """Write a database as `config load` reads it."""
    return json.dumps(database, indent=4, sort_keys=True) + "\n"


def _entries(database: Mapping[str, Mapping[str, Entry]]) -> Iterator[tuple[str, str, Entry]]:
    for table, entries in database.items():
        for key, entry in entries.items():
            yield table, key, entry
