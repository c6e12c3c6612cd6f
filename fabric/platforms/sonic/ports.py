"""Which port of SONiC a path speaks of, and which ports carry something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.platforms.sonic.tables import ROUTING, TABLE

if TYPE_CHECKING:
    from fabric.core.tree import Path, Tree

_USES = frozenset({"INTERFACE", "VLAN_MEMBER", "PORTCHANNEL_MEMBER"})
_PORT = re.compile(r"(?<!\w)Ethernet\d+(?!\w)")


def port_of(path: Path) -> str | None:
    """Return the port in the key of a row, such as `Ethernet0|3` of a queue, or in a line of FRR.

    A row that FRR's file is made of speaks of all ports: with it all sessions begin anew.
    """
    if path[0] in TABLE and TABLE[path[0]].service == ROUTING:
        return None
    found = (_PORT.search(part) for part in path[1:])
    return next((match[0] for match in found if match), None)


def busy(tree: Tree) -> frozenset[str]:
    """Return the ports that are up and routed, or in a VLAN or a bundle. All others have a row, too."""
    up = {
        path[1]
        for path, value in tree.items()
        if path[0] == "PORT" and path[2:] == ("admin_status",) and value == "up"
    }
    used = {port for path in tree if path[0] in _USES for port in path[1].split("|")}
    return frozenset(up & used)
