"""CONFIG_DB as Redis holds it, and as files spell it.

Redis knows hashes of strings only: a list is a field `name@` with commas, an entry without a field is
`NULL: NULL`, a table is there as long as one entry is, an entry as long as one field is.
"""

from __future__ import annotations

import hashlib
import json
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from fabric.core.names import natural

if TYPE_CHECKING:
    from collections.abc import Mapping

Row = dict[str, str]
Value = str | list[str]
Tables = dict[str, dict[str, dict[str, Value]]]

EMPTY: Row = {"NULL": "NULL"}


class ConfigDb:
    """The hashes by `TABLE|key`. Every change counts `version` up.

    Redis tells daemons of every write, of equal values too, and of a field that goes.
    """

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.written: list[str] = []
        """Keys that were written since somebody last asked."""
        self.version = 0
        self._printed = (-1, "")

    def merge(self, tables: Tables) -> bool:
        """Write entries over those there, field by field; say whether anything changed."""
        changed = False
        for table, entries in tables.items():
            for key, fields in entries.items():
                changed = self.set(f"{table}|{key}", hashed(fields)) or changed
        return changed

    def set(self, key: str, fields: Row) -> bool:
        """Set fields of one hash; say whether anything changed."""
        self.written.append(key)
        old = self.rows.get(key)
        if old is not None and fields.items() <= old.items():
            return False
        self.rows[key] = {**(old or {}), **fields}
        self.version += 1
        return True

    def unset(self, key: str, field: str | None = None) -> bool:
        """Delete a hash, or one field; with its last field a hash goes. Say whether anything changed."""
        row = self.rows.get(key)
        if row is None or (field is not None and field not in row):
            return False
        if field is None or len(row) == 1:
            del self.rows[key]
        else:
            del row[field]
            self.written.append(key)
        self.version += 1
        return True

    def replace(self, tables: Tables) -> None:
        """Make these tables everything there is."""
        self.rows = {f"{t}|{k}": hashed(row) for t, entries in tables.items() for k, row in entries.items()}
        self.written = list(self.rows)
        self.version += 1

    def told(self) -> list[str]:
        """Return the keys that were written since this was last asked."""
        written, self.written = self.written, []
        return written

    def keys(self, pattern: str) -> list[str]:
        """Return the keys that match a wildcard, in natural order."""
        return sorted((key for key in self.rows if fnmatchcase(key, pattern)), key=natural)

    def table(self, name: str) -> dict[str, Row]:
        """Return the hashes of one table by key."""
        start = f"{name}|"
        return {key[len(start) :]: row for key, row in self.rows.items() if key.startswith(start)}

    def get(self, table: str, key: str, field: str) -> str:
        """Return one value; empty where there is none."""
        return self.rows.get(f"{table}|{key}", {}).get(field, "")

    def tables(self) -> Tables:
        """Return everything typed as files have it."""
        result: Tables = {}
        for key, row in sorted(self.rows.items(), key=lambda item: natural(item[0])):
            table, _, name = key.partition("|")
            result.setdefault(table, {})[name] = typed(row)
        return result

    def text(self) -> str:
        """Return what `sonic-cfggen -d --print-data` prints."""
        if self._printed[0] != self.version:
            self._printed = (self.version, json.dumps(self.tables(), indent=4) + "\n")
        return self._printed[1]

    def digest(self) -> str:
        """Return the SHA-256 of everything."""
        return hashlib.sha256(self.text().encode()).hexdigest()


def hashed(fields: Mapping[str, Value]) -> Row:
    """Return one entry as Redis holds it."""
    row: Row = {}
    for name, value in fields.items():
        if isinstance(value, list):
            row[f"{name}@"] = ",".join(value)
        else:
            row[name] = value
    return row or dict(EMPTY)


def typed(row: Row) -> dict[str, Value]:
    """Return one entry as files spell it."""
    fields: dict[str, Value] = {}
    for name, value in sorted(row.items()):
        if name.endswith("@"):
            fields[name[:-1]] = value.split(",") if value else []
        elif name != "NULL":
            fields[name] = value
    return fields


def read_tables(text: str) -> Tables:
    """Read a config_db.json. Raises ValueError where it is not tables of entries of fields."""
    raw = json.loads(text)
    if not isinstance(raw, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - to the caller it is bad text, not a bad type
    return {table: _entries(table, entries) for table, entries in raw.items()}


def _entries(table: str, raw: Any) -> dict[str, dict[str, Value]]:
    if not isinstance(raw, dict) or not all(isinstance(fields, dict) for fields in raw.values()):
        raise ValueError(f"table {table} does not hold entries")
    return {key: {name: _value(value) for name, value in row.items()} for key, row in raw.items()}


def _value(raw: Any) -> Value:
    """Return a value as Redis keeps it: text, whatever the file said."""
    return [str(item) for item in raw] if isinstance(raw, list) else str(raw)
