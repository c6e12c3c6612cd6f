"""One edit of the tree to the line, or lines, of EOS that bring it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.platforms.eos.grammar import NEGATED, SECRET, Kind, Rule

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Path, Tree


def written(path: Path, value: str, rule: Rule | None, target: Tree) -> str:
    """Return the line that sets a key."""
    key = path[-1]
    if rule is None:
        return key
    if rule.kind is Kind.FLAG and value == NEGATED:
        return f"no {key}"
    if rule.kind is Kind.HEREDOC:
        return f"{key}\n{value}\nEOF"
    if rule.kind is Kind.SET:
        members = sorted((below[-1] for below in target if below[:-1] == path), key=int)
        return f"{key} {','.join(members)}"
    if rule.kind is Kind.SECRET:
        value = _with_secret(path, value, target)
    return f"{key} {value}".rstrip()


def removed(path: Path, value: str, rule: Rule | None, running: Tree) -> str:
    """Return the line that takes a key back."""
    key = path[-1]
    if rule is None:
        return key.removeprefix("no ") if key.startswith("no ") else f"no {key}"
    if rule.kind is Kind.FLAG and value == NEGATED:
        return f"default {key}"
    words = key.split()
    secret = running.get((*path, SECRET), "").partition(" ")[0]
    return rule.undo.format(
        key=key, value=value, last=words[-1], second=words[min(1, len(words) - 1)], secret=secret
    ).rstrip()


def stays(edit: Edit, rule: Rule | None, running: Tree) -> bool:
    """Whether a line stays that would go: a block of others too, or a secret that only the device knows."""
    if edit.new is not None or rule is None:
        return False
    return rule.shared or ("{secret}" in rule.undo and (*edit.path, SECRET) not in running)


def _with_secret(path: Path, value: str, target: Tree) -> str:
    if not {"secret", "key"} & set(value.split()):
        return value
    if (whole := target.get((*path, SECRET))) is None:
        raise FabricError(error("EOS-001", f"`{path[-1]}` has a secret that only the device knows",
                                hint="restore the device from its saved configuration instead"))  # fmt: skip
    return whole
