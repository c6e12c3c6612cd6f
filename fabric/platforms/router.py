"""What Linux and FRR do in the place of a unit, for a rehearsal: read from its artifacts alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Router:
    """Addresses and routing of a unit, in the words of Linux."""

    addresses: Mapping[str, tuple[str, ...]]
    """Interface to its addresses with their lengths; loopbacks too."""
    frr: str = ""
    """Configuration of FRR; empty where no daemon routes, as on a host."""
    commands: tuple[str, ...] = ()
    """Routes and rules, as `ip -batch` reads them."""
    commands6: tuple[str, ...] = ()
    """The same of IPv6, for `ip -6`."""
    bridges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Interface that bridges others to these."""
