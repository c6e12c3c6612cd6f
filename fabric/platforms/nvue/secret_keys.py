"""Secrets that NVUE takes as keys: a community of SNMP and the passphrases of its users.

NVUE shows them encrypted, so a tree has one word in their place; our artifact's placeholder stands beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Path, Tree

PRESENT = "<secret>"
"""In the place of a secret key."""
MARK = "!secret"
"""Beside it: the placeholder."""
_PLACEHOLDER = "@{secret:"
_SERVER = "snmp-server"
_ABOVE = frozenset(("readonly-community", "auth-sha", "encrypt-aes"))
"""Objects whose keys are secrets."""


def masked(tree: Mapping[Path, str]) -> dict[Path, str]:
    """Return a tree without secret keys."""
    found: dict[Path, str] = {}
    for path, value in tree.items():
        if _SERVER not in path[:2]:
            found[path] = value
            continue
        here = list(path)
        for place in _places(path):
            if path[place].startswith(_PLACEHOLDER):
                found[*here[:place], MARK] = path[place]
            here[place] = PRESENT
        found[tuple(here)] = value
    return found


def named(path: Path, tree: Tree) -> Path:
    """Return a path as NVUE takes it, cut before the first secret that the tree does not know."""
    if _SERVER not in path[:2]:
        return path
    here = list(path)
    for place in _places(path):
        key = tree.get((*path[:place], MARK))
        if key is None:
            return tuple(here[:place])
        here[place] = key
    return tuple(here)


def _places(path: Path) -> tuple[int, ...]:
    """Return where in a path secrets stand."""
    return tuple(place for place in range(1, len(path)) if path[place - 1] in _ABOVE and path[place] != MARK)
