"""CONFIG_DB and frr.conf, ours or a device's, to one tree.

`("PORT", "Ethernet0", "mtu")` holds a field, `("PORT", "Ethernet0")` that there is a row, and below a field
that is a set stands a path per member. FRR's lines stand below `frr.conf`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fabric.platforms.sonic import frr, generated, lossless
from fabric.platforms.sonic.tables import DEFAULTS, DELIMITED_SETS, SECRET_KEYS, SECRETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Path, Tree

ARTIFACT = "config_db.json"
UNOWNED = "!"
SECRET = "!secret"  # noqa: S105 - the name of a path element
"""Below a field with a secret: its value as our artifact has it, with the placeholder."""
PRESENT = "secret"
_PLACEHOLDER = "@{secret:"


def parse(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree of `config_db.json` and `frr.conf`. Raises ValueError when the JSON is malformed."""
    tree: dict[Path, str] = {}
    tables = json.loads(artifacts[ARTIFACT])
    for table, rows in tables.items():
        for key, row in rows.items():
            if not _is_automatic(table, key, row):
                _store(tree, table, _shown(tree, table, key), row)
    if not generated.makes(tables):  # else the file says again what tables say
        tree.update(frr.tree(artifacts.get(frr.ARTIFACT, "")))
    return tree


def _is_automatic(table: str, key: str, row: Mapping[str, Any]) -> bool:
    if table == "BANNER_MESSAGE":
        return row.get("state") != "enabled"  # as init_cfg.json of the image has it: said by nobody
    return lossless.is_automatic(table, key, row)


def _shown(tree: dict[Path, str], table: str, key: str) -> str:
    """Return the key of a row, or a word in the place of one that is a secret."""
    if table not in SECRET_KEYS:
        return key
    if key.startswith(_PLACEHOLDER):
        tree[table, PRESENT, SECRET] = key
    return PRESENT


def _store(tree: dict[Path, str], table: str, key: str, row: Mapping[str, Any]) -> None:
    tree[table, key] = ""
    for field, value in row.items():
        if isinstance(value, list):
            tree[table, key, field] = ""
            tree.update({(table, key, field, str(member)): "" for member in value})
        elif (table, field) in DELIMITED_SETS:
            tree[table, key, field] = ""
            tree.update({(table, key, field, member): "" for member in value.split(",") if member})
        elif (table, field) in SECRETS:
            tree[table, key, field] = PRESENT
            if value.startswith(_PLACEHOLDER):
                tree[table, key, field, SECRET] = value
        elif field != "NULL" and DEFAULTS.get((table, field)) != value:
            tree[table, key, field] = str(value)  # a file that people wrote may have numbers
