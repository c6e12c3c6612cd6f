"""`nv set` and `nv unset` lines, as humans type them and as REST takes them as plain text since 5.15."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from fabric.lab.cumulus.schema import NAME, minor_of, objections, outline
from fabric.lab.cumulus.tree import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.lab.cumulus.tree import Tree


class CommandError(ValueError):
    """NVUE does not know such a command."""


def checked(text: str, release: str) -> tuple[Tree, ...]:
    """Return one tree to merge for each line, valid by the schema. Raises CommandError."""
    trees = tuple(changes(text, release))
    for tree in trees:
        if found := objections(tree, release):
            raise CommandError(f"{found[0].error} at {found[0].pointer}")
    return trees


def changes(text: str, release: str) -> Iterator[Tree]:
    """Yield one tree to merge for each line. Raises CommandError."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[:1] != ["nv"] or words[1:2] not in (["set"], ["unset"]):
            raise CommandError(f"`{line.strip()}`: only nv set and nv unset are taken")
        yield _change(words[2:], minor_of(release), unset=words[1] == "unset")


def _change(words: list[str], minor: int, *, unset: bool) -> Tree:
    root, kinds = outline()
    key, path = root, list[str]()
    value: Any = None if unset else {}
    for place, word in enumerate(words):
        child = key.children.get(word) or key.children.get(NAME)
        number = None if child is None else child.holds(minor)
        if child is None or number is None:
            raise CommandError(f"'{word}' is not a valid command after 'nv {' '.join(words[:place])}'")
        path.append(word)
        key = child
        rest = words[place + 1 :]
        if rest and not child.children:
            if unset or len(rest) > 1:
                raise CommandError(f"'{' '.join(rest)}' is too much after 'nv {' '.join(path)}'")
            value = _typed(rest[0], kinds[number])
            break
    if not path:
        raise CommandError("Incomplete command")
    return wrapped(path, value)


def _typed(word: str, kind: dict[str, Any]) -> Any:
    if "list" in kind:
        return word.split(",")
    kinds = kind.get("any", [kind])
    return int(word) if word.isdigit() and any(k.get("type") in {"int", "number"} for k in kinds) else word
