"""Where a value comes from: a line of the intent, a rule, a row of the catalog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.diagnostic import Path


@dataclass(frozen=True, slots=True)
class Origin:
    """The reason for one value of a unit's configuration."""

    rule: str
    """Name of the rule that made the value, such as `ecn.auto` or `intent`."""
    intent: Path = ()
    """Path of the intent value it was made from; empty when a default or the topology decided."""
    facts: tuple[str, ...] = ()
    """Catalog rows it rests on, as `table/row`."""
    arithmetic: str = ""
    """The formula with its numbers filled in."""
