"""Intent to graph: devices, ports, cables."""

from fabric.topology.drained import drained
from fabric.topology.expand import expand
from fabric.topology.model import (
    BETWEEN_EQUALS,
    HOST_LINK,
    Device,
    End,
    Fabric,
    Link,
    Passage,
    Port,
    Role,
    far_end,
    near_end,
    stretches,
)
from fabric.topology.standing import floor_findings

__all__ = [
    "BETWEEN_EQUALS",
    "HOST_LINK",
    "Device",
    "End",
    "Fabric",
    "Link",
    "Passage",
    "Port",
    "Role",
    "drained",
    "expand",
    "far_end",
    "floor_findings",
    "near_end",
    "stretches",
]
