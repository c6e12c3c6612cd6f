"""Mutants of fixed kinds: an artifact with one mistake, to see whether a judge bites.

Kinds: `key` (a misspelt name), `type` (a word for a number, an object for a word), `range` (a number beyond
any limit), `reference` (a name that nothing defines), `dependency` (a definition removed that others use),
`overlap` (a thing used twice). The first five are made from the artifact alone; what overlaps is a matter of
the format, so each format brings its own.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judges import tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

KINDS = ("key", "type", "range", "reference", "dependency", "overlap")
NOWHERE = "NOWHERE"
HUGE = 10**15
NAME = re.compile(r"[A-Za-z][\w.:/-]{2,}")
Path = tuple[str, ...]
Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mutant:
    """An artifact (a tree or a text) with one mistake: of which kind, and where."""

    kind: str
    where: str
    artifact: Any

    def __str__(self) -> str:
        return f"{self.kind:10} {self.where}"


def hunt(judge: str, mutants: Iterable[Mutant], refused: Callable[[Any], bool]) -> str:
    """Return the report of a hunt, for a golden file: how many of each kind were refused, who survived."""
    alive, all_of, dead = [], dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for mutant in mutants:
        tally.count(judge, "mutants")
        all_of[mutant.kind] += 1
        if refused(mutant.artifact):
            dead[mutant.kind] += 1
        else:
            alive.append(str(mutant))
    lines = [f"{kind:10} {dead[kind]} of {all_of[kind]} refused" for kind in KINDS if all_of[kind]]
    return "\n".join([*lines, "", "survivors:", *sorted(alive)]) + "\n"


def tree_mutants(tree: Tree) -> Iterator[Mutant]:
    """Make mutants of nested objects, one per kind and per field of each shape of object."""
    defined = _defined(tree)
    used: set[str] = set()
    for path, value in leaves(tree):
        where = "/".join(path)
        yield Mutant("key", where, _renamed(tree, path))
        yield Mutant("type", where, replaced(tree, path, "many" if _number(value) else {"nested": "object"}))
        if _number(value):
            yield Mutant("range", where, replaced(tree, path, type(value)(HUGE)))
        for name in _names(value) & defined.keys():
            if not any(name in step for step in path[-2:]):
                used.add(name)
                broken = str(value).replace(name, NOWHERE)
                yield Mutant("reference", f"{where} ({name})", replaced(tree, path, broken))
    for name in sorted(used):
        for place in defined[name]:
            yield Mutant("dependency", "/".join(place), removed(tree, place))


def leaves(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Return the paths and values of fields; of siblings with the same fields, only those of the first."""
    seen: set[frozenset[str]] = set()
    for key, value in tree.items():
        if not isinstance(value, dict):
            yield (*path, str(key)), value
            continue
        shape = frozenset(value)
        if value and (shape not in seen or not _alike(tree)):
            yield from leaves(value, (*path, str(key)))
        seen.add(shape)


def replaced(tree: Tree, path: Path, value: object) -> Tree:
    """Return a copy with another value at a path."""
    changed = copy.deepcopy(tree)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def removed(tree: Tree, path: Path) -> Tree:
    """Return a copy without a path; a container that this empties goes with it."""
    changed = copy.deepcopy(tree)
    del _at(changed, path[:-1])[path[-1]]
    if len(path) > 1 and not _at(changed, path[:-1]):
        return removed(changed, path[:-1])
    return changed


def _alike(tree: Tree) -> bool:
    """Whether the keys are names that a user chose: more than two objects with the same fields."""
    shapes = [frozenset(value) for value in tree.values() if isinstance(value, dict)]
    return len(shapes) - len(set(shapes)) >= 1


def _number(value: object) -> bool:
    return not isinstance(value, bool) and bool(re.fullmatch(r"-?\d+(\.\d+)?", str(value)))


def _names(value: object) -> set[str]:
    words = value if isinstance(value, list) else str(value).split(",")
    return {str(word) for word in words if NAME.fullmatch(str(word))}


def _defined(tree: Tree, path: Path = ()) -> dict[str, list[Path]]:
    """Return the keys of objects, which are the names that values may refer to."""
    found: dict[str, list[Path]] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            if path and NAME.fullmatch(str(key)):
                found.setdefault(str(key), []).append((*path, str(key)))
            for name, places in _defined(value, (*path, str(key))).items():
                found.setdefault(name, []).extend(places)
    return found


def _renamed(tree: Tree, path: Path) -> Tree:
    changed = copy.deepcopy(tree)
    parent = _at(changed, path[:-1])
    parent[path[-1] + "_x"] = parent.pop(path[-1])
    return changed


def _at(tree: Tree, path: Path) -> Tree:
    for step in path:
        tree = tree[step]
    return tree
