"""Intent to graph: devices, ports, cables."""

from fabric.topology.expand import expand
from fabric.topology.model import BETWEEN_EQUALS, Device, End, Fabric, Link, Port, Role, far_end, near_end
from fabric.topology.standing import floor_findings

__all__ = [
    "BETWEEN_EQUALS",
    "Device",
    "End",
    "Fabric",
    "Link",
    "Port",
    "Role",
    "expand",
    "far_end",
    "floor_findings",
    "near_end",
]
