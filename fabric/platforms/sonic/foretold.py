"""What a SONiC switch says a change would do, beside what was planned.

CONFIG_DB is merged by `config load`, which is `sonic-cfggen -j FILE --write-to-db` (reference/sonic.md 4).
With `--print-data` in its place the switch prints what it would write: that is compared field by field. What
`sonic-db-cli` deletes it names beforehand with HKEYS in the place of DEL and HDEL, under the same key. GCU's
dry run would not: it sorts a patch that we would have to write beside those commands. What is started again
has no dry run. `frr-reload.py --test` says in which blocks lines go and come, not compared: it deletes and
adds some again by rules of its own.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from fabric.core.tree import Edit, apply
from fabric.platforms.sonic import frr
from fabric.platforms.sonic.parse import ARTIFACT, PRESENT, SECRET, parse
from fabric.platforms.sonic.tables import SECRET_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.core.tree import Path

UNSAID = "own diff: none, "
"""Begins a line about what the switch says nothing of beforehand."""
_PLACEHOLDER = "@{secret:"
_TITLES = ("Lines To Delete", "Lines To Add")
_ROW, _FIELD = 2, 3
_NULL = "NULL"
"""The field by which Redis holds a row without any."""
_CUT = ("no fpm address", "fpm use-next-hop-groups")
"""Lines by which zebra would no longer bring routes to the ASIC: no plan means that."""
_IGNORED = (*_TITLES, "===", "exit", "end", "!")
TOUCHED, GOES = "touched", "goes"


MERGED, RELOADED = "== sonic-cfggen --print-data", "== frr-reload.py --test"
GOING = "== sonic-db-cli CONFIG_DB HKEYS"
"""Lines above what each of them printed."""
DELETE = "-- "
"""Begins a line with one delete, below which stand the fields that its row has on the switch."""


def delete_title(table: str, key: str, field: str | None) -> str:
    """Return the line above what a switch has under the key of a delete; a secret key is not said."""
    entry = f"{table}|{PRESENT if table in SECRET_KEYS else key}"
    return f"{DELETE}DEL {entry}" if field is None else f"{DELETE}HDEL {entry} {field}"


def unlike(running: Mapping[str, str], edits: Sequence[Edit], shown: str) -> tuple[Edit, ...]:
    """Return where a merge or delete would do something else, and blocks of FRR that only a reload touches.

    Raises ValueError for what is no print of it.
    """
    printed = _printed(shown)
    planned = {edit.path[1] for edit in edits if edit.path[0] == frr.ARTIFACT}
    told = dict.fromkeys(name for text in printed[RELOADED] for name in _blocks(text))
    blocks = (Edit((frr.ARTIFACT, name), None, TOUCHED) for name in told if name not in planned)
    merged = _merged(running, edits, printed[MERGED]) if printed[MERGED] else ()
    return (*merged, *_gone(running, edits, "".join(printed[GOING])), *blocks)


def _printed(shown: str) -> dict[str, list[str]]:
    """Return what was printed below each title."""
    found: dict[str, list[str]] = {MERGED: [], RELOADED: [], GOING: []}
    for part in re.split(rf"^(?={MERGED}$|{RELOADED}$|{GOING}$)", shown, flags=re.MULTILINE):
        title, _, text = part.partition("\n")
        if title in found:
            found[title].append(text.partition(f"\n{UNSAID}")[0])
    return found


def _merged(running: Mapping[str, str], edits: Sequence[Edit], printed: Sequence[str]) -> Iterator[Edit]:
    """Yield the fields that the switch would write otherwise than planned, or would leave out."""
    told: dict[Path, str] = {}
    for text in printed:
        # A part of CONFIG_DB does not say who makes FRR's file.
        told |= {path: value for path, value in parse({ARTIFACT: text}).items() if path[0] != frr.ARTIFACT}
    wanted = apply(parse({ARTIFACT: running[ARTIFACT]}), [e for e in edits if e.path[0] != frr.ARTIFACT])
    for path, value in told.items():
        if wanted.get(path) != value and _PLACEHOLDER not in (wanted.get(path) or ""):
            yield Edit(path, wanted.get(path), value)
    for edit in edits:
        ours = edit.path[0] != frr.ARTIFACT and edit.new is not None and SECRET not in edit.path
        if ours and edit.path not in told:
            yield Edit(edit.path, edit.new, None)


def _gone(running: Mapping[str, str], edits: Sequence[Edit], printed: str) -> Iterator[Edit]:
    """Yield what deletes would take along unplanned, and what of the plan they would not find."""
    planned = {edit.path for edit in edits if edit.new is None and edit.path[0] != frr.ARTIFACT}
    tables = json.loads(running[ARTIFACT]) if printed else {}
    found: set[Path] = set()
    for path, fields in _deletes(printed):
        row, whole = path[:_ROW], len(path) == _ROW
        if path not in planned:
            yield Edit(path, None, GOES)
        if fields if whole else path[-1] in fields:
            found.add(path)
        if whole and row[0] not in SECRET_KEYS:
            known = tables.get(row[0], {}).get(row[1], {})
            yield from (Edit((*row, name), None, GOES) for name in fields if name not in {*known, _NULL})
    for path in sorted(planned - found):
        if len(path) == _ROW or (len(path) == _FIELD and path[:_ROW] not in planned):
            yield Edit(path, GOES, None)


def _deletes(printed: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the row or field of each delete, and the fields that its row has."""
    for part in re.split(rf"^{DELETE}", printed, flags=re.MULTILINE)[1:]:
        title, *lines = part.splitlines()
        verb, _, entry = title.partition(" ")
        entry, _, field = entry.rpartition(" ") if verb == "HDEL" else (entry, "", "")
        table, _, key = entry.partition("|")
        fields = tuple(line.removesuffix("@") for line in lines if line)
        yield ((table, key, field) if field else (table, key)), fields


def _blocks(shown: str) -> Iterator[str]:
    """Yield the blocks that stand below the two titles."""
    begun = False
    for row in shown.splitlines():
        line = row.strip()
        begun = begun or line in _TITLES
        if not begun or not line or row[0] == " " or line.startswith(_IGNORED):
            continue
        positive = line.removeprefix("no ")
        if line.startswith(_CUT):
            yield line
        elif not frr.of_the_image(line) and not frr.of_the_image(positive):
            yield frr.split(positive)[0]
