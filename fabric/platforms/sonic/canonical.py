"""The one form in which we write config_db.json and frr.conf."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DECODER = json.JSONDecoder()
_TRAILING = re.compile(r" +$", re.MULTILINE)


def config_db(text: str) -> str:
    """Return the JSON objects of a rendering, one per feature, merged into one CONFIG_DB.

    A later object overwrites single fields of an earlier one, so a project's block can add to ours. Empty
    tables are left out: CONFIG_DB cannot hold them. Raises ValueError for what is no CONFIG_DB.
    """
    merged: dict[str, dict[str, dict[str, Any]]] = {}
    for part in _objects(text):
        for table, rows in part.items():
            target = merged.setdefault(table, {})
            for key, row in rows.items():
                target.setdefault(key, {}).update(row)
    return written({table: rows for table, rows in merged.items() if rows})


def _objects(text: str) -> Iterator[dict[str, dict[str, dict[str, Any]]]]:
    text = text.strip()
    at = 0
    while at < len(text):
        part, at = _DECODER.raw_decode(text, at)
        _check(part)
        yield part
        while at < len(text) and text[at].isspace():
            at += 1


def _check(part: object) -> None:
    if not isinstance(part, dict):
        raise ValueError("a part of config_db.json is an object of tables")  # noqa: TRY004 - of the text
    for table, rows in part.items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise ValueError(f"table `{table}` is an object of rows, each an object of fields")
        for key, row in rows.items():
            _check_row(f"{table}|{key}", row)


def _check_row(place: str, row: dict[str, object]) -> None:
    for field, value in row.items():
        members = value if isinstance(value, list) else [value]
        if not all(isinstance(member, str) for member in members):
            raise ValueError(f"`{place}` field `{field}`: CONFIG_DB holds strings and lists of strings")


def written(tables: Mapping[str, Mapping[str, Mapping[str, str | list[str]]]]) -> str:
    """Return the same bytes as `json.dumps(tables, sort_keys=True, indent=2)` in a tenth of its time.

    The standard encoder leaves C as soon as it indents.
    """
    body = ",\n".join(f"  {quoted(name)}: {_table(tables[name])}" for name in sorted(tables))
    return f"{{\n{body}\n}}\n" if body else "{}\n"


def _table(rows: Mapping[str, Mapping[str, str | list[str]]]) -> str:
    body = ",\n".join(f"    {quoted(key)}: {_row(rows[key])}" for key in sorted(rows))
    return f"{{\n{body}\n  }}" if body else "{}"


def _row(fields: Mapping[str, str | list[str]]) -> str:
    body = ",\n".join(
        f"      {quoted(field)}: {quoted(value) if isinstance(value, str) else _list(value)}"
        for field, value in sorted(fields.items())
    )
    return f"{{\n{body}\n    }}" if body else "{}"


def _list(members: list[str]) -> str:
    body = ",\n".join(f"        {quoted(member)}" for member in members)
    return f"[\n{body}\n      ]" if body else "[]"


def frr(text: str) -> str:
    """Return frr.conf without blank lines, trailing blanks and repeated separators."""
    if "\t" in text or "\r" in text:
        raise ValueError("tabs and carriage returns are no part of an FRR configuration")
    text = "\n".join(line for line in _TRAILING.sub("", text).splitlines() if line)
    while "\n!\n!\n" in text:
        text = text.replace("\n!\n!\n", "\n!\n")
    return text.removeprefix("!\n") + "\n"
