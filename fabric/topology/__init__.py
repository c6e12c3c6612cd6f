"""Intent to graph: devices, ports, cables."""

from fabric.topology.expand import expand
from fabric.topology.model import BETWEEN_EQUALS, Device, End, Fabric, Link, Port, Role, far_end, near_end

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
    "near_end",
]
