"""Edits that say the same of many ports, on one line: `PORT > Ethernet0 ... Ethernet504 (64) > mtu: 9100`."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.core.tree import Edit
from fabric.views.review_words import edit_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.core.tree import Path
    from fabric.plan.groups import Shown

FEWEST = 4
"""Edits from which on a line stands for all of them."""
_DIGITS = re.compile(r"\d+")


def edit_lines(shown: Iterable[Shown]) -> tuple[tuple[Shown, str], ...]:
    """Return edits with their words, in order; those that differ in one name of their path are one line."""
    alike: defaultdict[object, list[Shown]] = defaultdict(list)
    for one in shown:
        form = tuple(_DIGITS.sub("#", part) for part in one.edit.path)
        alike[form, one.edit.old, one.edit.new, one.change_class, one.outside].append(one)
    return tuple(line for same in alike.values() for line in _lines(same))


def _lines(same: Sequence[Shown]) -> Iterable[tuple[Shown, str]]:
    paths = [one.edit.path for one in same]
    varied = [place for place, names in enumerate(zip(*paths, strict=True)) if len(set(names)) > 1]
    if len(same) < FEWEST or len(varied) != 1:
        return [(one, edit_word(one.edit)) for one in same]
    first = same[0].edit
    whole = Edit(_spanning(paths, varied[0]), first.old, first.new)
    return [(same[0], edit_word(whole))]


def _spanning(paths: Sequence[Path], place: int) -> Path:
    """Return the path with all names at a place as one: first, last and how many."""
    names = sorted({path[place] for path in paths}, key=natural)
    span = f"{names[0]} ... {names[-1]} ({len(names)})"
    return (*paths[0][:place], span, *paths[0][place + 1 :])
