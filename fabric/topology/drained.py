"""Which switches of a fabric are drained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.topology.model import Role
from fabric.topology.names import matcher

if TYPE_CHECKING:
    from collections.abc import Collection

    from fabric.intent import Fabric as FabricIntent
    from fabric.topology.model import Fabric

ROUTING = frozenset({Role.LEAF, Role.SPINE, Role.CORE})


def drained(intent: FabricIntent, fabric: Fabric, more: Collection[str] = ()) -> frozenset[str]:
    """Return the switches that the intent drains, and those of `more` that are of this fabric.

    Raises FabricError for a pattern that matches none.
    """
    names = [name for name, device in fabric.devices.items() if device.role in ROUTING]
    found = {name for name in names if name in more}
    problems: list[Diagnostic] = []
    for number, pattern in enumerate(intent.routing.drained):
        hit = [*filter(matcher(pattern), names)]
        if not hit:
            path = intent.routing.loc("drained", number)
            hint = nearest(pattern, names) or f"names here run from `{names[0]}` to `{names[-1]}`"
            problems.append(error("TOP-081", f"`{pattern}` matches no switch that routes", path, hint))
        found.update(hit)
    if problems:
        raise FabricError(*problems)
    return frozenset(found)
