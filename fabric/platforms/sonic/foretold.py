"""What a SONiC switch says a change would do, beside what was planned.

CONFIG_DB is merged by `config load`, which is `sonic-cfggen -j FILE --write-to-db` (reference/sonic.md 4).
With `--print-data` in its place the switch prints what it would write: that is compared field by field. What
is deleted and started again has no dry run; GCU's is of another way to load. `frr-reload.py --test` says in
which blocks lines go and come, not compared: it deletes and adds some again by rules of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.tree import Edit, apply
from fabric.platforms.sonic import frr
from fabric.platforms.sonic.parse import ARTIFACT, SECRET, parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.core.tree import Path

UNSAID = "own diff: none, "
"""Begins a line about what the switch says nothing of beforehand."""
_PLACEHOLDER = "@{secret:"
_TITLES = ("Lines To Delete", "Lines To Add")
_CUT = ("no fpm address", "fpm use-next-hop-groups")
"""Lines by which zebra would no longer bring routes to the ASIC: no plan means that."""
_IGNORED = (*_TITLES, "===", "exit", "end", "!")
TOUCHED = "touched"


MERGED, RELOADED = "== sonic-cfggen --print-data", "== frr-reload.py --test"
"""Lines above what each of them printed."""


def unlike(running: Mapping[str, str], edits: Sequence[Edit], shown: str) -> tuple[Edit, ...]:
    """Return where a merge would write something else, and blocks of FRR that only a reload would touch.

    Raises ValueError for what is no print of it.
    """
    printed = _printed(shown)
    planned = {edit.path[1] for edit in edits if edit.path[0] == frr.ARTIFACT}
    told = dict.fromkeys(name for text in printed[RELOADED] for name in _blocks(text))
    blocks = (Edit((frr.ARTIFACT, name), None, TOUCHED) for name in told if name not in planned)
    merged = _merged(running, edits, printed[MERGED]) if printed[MERGED] else ()
    return (*merged, *blocks)


def _printed(shown: str) -> dict[str, list[str]]:
    """Return what was printed below each title."""
    found: dict[str, list[str]] = {MERGED: [], RELOADED: []}
    for part in re.split(rf"^(?={MERGED}$|{RELOADED}$)", shown, flags=re.MULTILINE):
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
