"""Rules along a path: each a function from a fabric, with its artifacts read back, to findings."""

from collections.abc import Callable, Iterable

from fabric.check.along import dpus, ends, meaning, pauses, routes, twins
from fabric.check.along.walk import Walk
from fabric.core.diagnostic import Diagnostic

Rule = Callable[[Walk], Iterable[Diagnostic]]

RULES: tuple[Rule, ...] = (
    *meaning.RULES,
    *ends.RULES,
    *pauses.RULES,
    *twins.RULES,
    *routes.RULES,
    *dpus.RULES,
)

__all__ = ["RULES", "Rule", "Walk"]
