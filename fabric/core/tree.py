"""One shape for every configuration, and the one diff.

A tree is a flat mapping from path to value: `("interface Ethernet1/1", "mtu") -> "9214"`. A block that may
stand empty has an entry of its own with the value "". A set has an entry per member, a list one entry with
its order in the value. Comparing two trees is therefore linear, and what a path means is the platform's data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fabric.core.names import natural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Path = tuple[str, ...]
Tree = Mapping[Path, str]


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference: `old` is None for an addition, `new` for a removal."""

    path: Path
    old: str | None
    new: str | None

    @property
    def kind(self) -> Literal["add", "remove", "replace"]:
        """What happens to the path."""
        if self.old is None:
            return "add"
        return "remove" if self.new is None else "replace"


def everything(_path: Path) -> bool:
    """Own every path."""
    return True


def nothing(_path: Path) -> bool:
    """Own no path."""
    return False


def diff(old: Tree, new: Tree, owned: Callable[[Path], bool] = everything) -> tuple[Edit, ...]:
    """Return the edits that turn `old` into `new` within owned paths, in natural order of the paths."""
    edits = [Edit(path, was, value) for path, value in new.items() if (was := old.get(path)) != value]
    edits += [Edit(path, value, None) for path, value in old.items() if path not in new]
    return tuple(
        sorted((e for e in edits if owned(e.path)), key=lambda e: [natural(part) for part in e.path])
    )


def apply(tree: Tree, edits: Iterable[Edit]) -> dict[Path, str]:
    """Return the tree after the edits."""
    result = dict(tree)
    for edit in edits:
        if edit.new is None:
            result.pop(edit.path, None)
        else:
            result[edit.path] = edit.new
    return result


def reverse(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits that undo these."""
    return tuple(Edit(edit.path, edit.new, edit.old) for edit in edits)


def fingerprint(tree: Tree, owned: Callable[[Path], bool] = everything) -> str:
    """Return the sha256 of the owned part of a tree, whatever its order."""
    digest = hashlib.sha256()
    for path in sorted(path for path in tree if owned(path)):
        digest.update("\x1f".join(path).encode() + b"\x1e" + tree[path].encode() + b"\x1d")
    return digest.hexdigest()
