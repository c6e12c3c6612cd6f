"""Intent to graph: devices, ports, cables."""

from fabric.topology.drained import drained
from fabric.topology.expand import expand
from fabric.topology.management import Reach, managed_switches, with_management
from fabric.topology.model import (
    BETWEEN_EQUALS,
    HOST_LINK,
    MANAGEMENT,
    MANAGEMENT_PORT,
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
    "MANAGEMENT",
    "MANAGEMENT_PORT",
    "Device",
    "End",
    "Fabric",
    "Link",
    "Passage",
    "Port",
    "Reach",
    "Role",
    "drained",
    "expand",
    "far_end",
    "floor_findings",
    "managed_switches",
    "near_end",
    "stretches",
    "with_management",
]
