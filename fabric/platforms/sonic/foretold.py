"""What a SONiC switch says a reload of FRR would touch, beside what was planned.

CONFIG_DB is not compared: what is loaded there is put together by us, and GCU's dry run is of another way to
load (reference/sonic.md 5). `frr-reload.py --test` says in which blocks lines go and come; its lines are not
compared one by one, since it deletes and adds some again by rules of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.tree import Edit
from fabric.platforms.sonic import frr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_TITLES = ("Lines To Delete", "Lines To Add")
_IGNORED = (*_TITLES, "===", "exit", "end", "!")
TOUCHED = "touched"


def unlike(running: Mapping[str, str], edits: Sequence[Edit], shown: str) -> tuple[Edit, ...]:
    """Return the blocks of FRR that a reload would touch and the plan does not, as edits. Never raises."""
    del running
    planned = {edit.path[1] for edit in edits if edit.path[0] == frr.ARTIFACT}
    told = dict.fromkeys(_blocks(shown))
    return tuple(Edit((frr.ARTIFACT, name), None, TOUCHED) for name in told if name not in planned)


def _blocks(shown: str) -> Iterator[str]:
    """Yield the blocks that stand below the two titles."""
    begun = False
    for row in shown.splitlines():
        line = row.strip()
        begun = begun or line in _TITLES
        if not begun or not line or row[0] == " " or line.startswith(_IGNORED):
            continue
        positive = line.removeprefix("no ")
        if not frr.of_the_image(line) and not frr.of_the_image(positive):
            yield frr.split(positive)[0]
