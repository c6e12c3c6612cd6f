"""What is ours in a tree of EOS, and how much a change of it disturbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.eos.grammar import rule_at
from fabric.platforms.eos.rules import ROOT
from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Path


def owned(path: Path) -> bool:
    """Whether a path is ours: a pattern of the grammar matches it and claims it."""
    rule = rule_at(ROOT, path)
    return rule is not None and rule.owned


def classify(edit: Edit) -> ChangeClass:
    """Return how much one edit disturbs; a line nobody knows is taken for tuning."""
    rule = rule_at(ROOT, edit.path)
    if rule is None:
        return ChangeClass.TUNING
    return rule.add if edit.old is None else rule.change
