"""The object that a revision is: merged, cut, compared, printed with its interfaces folded into ranges."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Tree = dict[str, Any]

FOLDED = frozenset({"interface", "vlan"})
"""Objects whose members NVUE prints as ranges (docs of 5.16, NVUE API page)."""
_SPAN = re.compile(r"(\D*)(\d+)(?:-(\d+))?")
_LAST = re.compile(r"(.*?)(\d+)")


def merged(tree: Tree, change: Tree, path: tuple[str, ...] = ()) -> Tree:
    """Return the tree with a change merged in: null deletes, a range stands for each of its members."""
    result = dict(tree)
    for key, value in change.items():
        for name in members(key) if _is_ranged(path) else (key,):
            if value is None:
                result.pop(name, None)
            elif isinstance(value, dict):
                below = result.get(name)
                result[name] = merged(below if isinstance(below, dict) else {}, value, (*path, name))
            else:
                result[name] = deepcopy(value)
    return result


def _is_ranged(path: tuple[str, ...]) -> bool:
    """Whether the keys below may be ranges: names of users elsewhere may hold a dash."""
    return bool(path) and path[-1] in {
        *FOLDED, "neighbor", "dscp", "pcp", "switch-priority", "traffic-class", "priority-group", "member",
    }  # fmt: skip


def members(key: str) -> tuple[str, ...]:
    """Return the names that a range stands for: `swp1-2,swp5s0-1`, `10,20-22`; a plain name is itself."""
    names: list[str] = []
    for part in key.split(","):
        pieces = _SPAN.findall(part)
        if "".join(f"{text}{low}" + (f"-{high}" if high else "") for text, low, high in pieces) != part:
            names.append(part)
            continue
        found = [""]
        for text, low, high in pieces:
            numbers = range(int(low), int(high or low) + 1)
            found = [f"{start}{text}{number}" for start in found for number in numbers]
        names += found
    return tuple(names)


def at(tree: Tree, path: Sequence[str]) -> Any:
    """Return what stands at a path. Raises KeyError where nothing does."""
    found: Any = tree
    for part in path:
        if not isinstance(found, dict):
            raise KeyError(part)
        found = found[part]
    return found


def wrapped(path: Sequence[str], value: Any) -> Tree:
    """Return a tree with one value at a path."""
    for part in reversed(path):
        value = {part: value}
    return dict(value or {})


def difference(a: Any, b: Any) -> Any:
    """Return the leaves of `a` that differ from `b`, and null for what only `b` has."""
    if not isinstance(a, dict) or not isinstance(b, dict):
        return deepcopy(a)
    found: Tree = {}
    for key in sorted(a.keys() | b.keys()):
        if key not in a:
            found[key] = None
        elif key not in b:
            found[key] = deepcopy(a[key])
        elif a[key] != b[key]:
            found[key] = difference(a[key], b[key])
    return found


def folded(tree: Any, name: str = "") -> Any:
    """Return the tree as NVUE prints it: neighbours of one content under one key such as `swp1-4`."""
    if not isinstance(tree, dict):
        return tree
    inner = {key: folded(value, key) for key, value in tree.items()}
    return dict(_ranges(inner)) if name in FOLDED else inner


def _ranges(objects: Tree) -> Iterator[tuple[str, Any]]:
    """Yield (range, content) for runs of numbered names that hold the same."""
    run: list[str] = []
    for key in sorted(objects, key=_numbered):
        if run and not (_follows(run[-1], key) and objects[run[-1]] == objects[key]):
            yield _spelled(run), objects[run[-1]]
            run = []
        run.append(key)
    if run:
        yield _spelled(run), objects[run[-1]]


def _numbered(name: str) -> tuple[str, int]:
    """Return what stands before the last number, and the number; -1 where there is none."""
    found = _LAST.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, -1)


def _follows(before: str, after: str) -> bool:
    start, number = _numbered(before)
    return number >= 0 and _numbered(after) == (start, number + 1)


def _spelled(run: Sequence[str]) -> str:
    return run[0] if len(run) == 1 else f"{run[0]}-{_numbered(run[-1])[1]}"


def chosen(tree: Any, patterns: Sequence[str]) -> Any:
    """Return what the `include` patterns of a query match, such as `/*/link/state`; several are a union."""
    found: Tree = {}
    for pattern in patterns:
        picked = _picked(tree, [part for part in pattern.split("/") if part])
        if isinstance(picked, dict):
            found = merged(found, picked)
    return found


def _picked(tree: Any, parts: list[str]) -> Any:
    if not parts:
        return deepcopy(tree)
    if not isinstance(tree, dict):
        return None
    keys = tree.keys() if parts[0] == "*" else tree.keys() & {parts[0]}
    below = {key: _picked(tree[key], parts[1:]) for key in keys}
    return {key: value for key, value in below.items() if value is not None} or None


def without(tree: Any, patterns: Sequence[str]) -> Any:
    """Return the tree less what the `omit` patterns of a query match."""
    result = deepcopy(tree)
    for pattern in patterns:
        _omit(result, [part for part in pattern.split("/") if part])
    return result


def _omit(tree: Any, parts: list[str]) -> None:
    if not isinstance(tree, dict) or not parts:
        return
    for key in list(tree.keys() if parts[0] == "*" else tree.keys() & {parts[0]}):
        if len(parts) == 1:
            del tree[key]
        else:
            _omit(tree[key], parts[1:])


def lines(tree: Any) -> tuple[str, ...]:
    """Return the leaves of a tree, one a line, sorted: what digests and logs are made of."""
    return tuple(sorted(_lines(tree, "")))


def _lines(tree: Any, start: str) -> Iterator[str]:
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from _lines(value, f"{start} {key}")
    else:
        yield start.strip() if tree == {} else f"{start} {tree}".strip()


def half(old: Tree, new: Tree) -> Tree:
    """Return the old tree with every other change in."""
    found = old
    for path, value in list(_leaves(difference(new, old), ()))[::2]:
        found = merged(found, wrapped(path, value))
    return found


def _leaves(tree: Tree, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value
