"""Intent to graph: every device and every cable of a fabric."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.topology.chosen import with_chosen_parts
from fabric.topology.dpus import dpus
from fabric.topology.dragonfly import dragonfly
from fabric.topology.explicit import explicit
from fabric.topology.floor import floor_of
from fabric.topology.ground import Ground, Wiring
from fabric.topology.hosts import host_devices
from fabric.topology.lengths import in_racks, measured, standings
from fabric.topology.link_exceptions import with_link_exceptions
from fabric.topology.management import access_ports
from fabric.topology.managers import managers
from fabric.topology.mesh import mesh
from fabric.topology.model import Fabric
from fabric.topology.pods import pods_of
from fabric.topology.speeds import link_classes
from fabric.topology.tiered import tiered
from fabric.topology.torus import torus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Site

SHAPES: Mapping[str, Callable[[Ground], Wiring]] = MappingProxyType(
    {
        "rail-optimised": tiered,
        "leaf-spine": tiered,
        "fat-tree": tiered,
        "clos3": tiered,
        "multi-plane": tiered,
        "dragonfly-plus": dragonfly,
        "torus": torus,
        "mesh": mesh,
        "explicit": explicit,
    }
)
"""By `topology.kind`: what makes the switches and cables. Each raises FabricError."""


def expand(site: Site, name: str, catalog: Catalog) -> Fabric:
    """Expand one fabric of a site. Raises FabricError with every shortfall that was found."""
    intent = site.fabrics[name]
    pods = pods_of(site, name, catalog)
    ground = Ground(intent, pods, link_classes(intent, pods, catalog), catalog)
    wiring = SHAPES[intent.topology.kind](ground)
    hosts = {device.name: device for pod in pods for device in host_devices(pod)}
    wiring = with_link_exceptions(wiring, ground)
    extra, extra_links = managers(ground, wiring)
    devices = {**hosts, **wiring.switches, **extra}
    links = (*wiring.links, *extra_links)
    if (floor := floor_of(site, catalog)) is not None:
        places = standings(devices.values(), floor)
        devices, links = in_racks(devices, places), tuple(measured(links, places, floor))
    links, choices = with_chosen_parts(links, devices, ground)
    made, inside = MappingProxyType(devices), MappingProxyType(dpus(site, name, pods, catalog))
    return Fabric(
        name, intent.transport, made, links, wiring.passive, inside, MappingProxyType(choices),
        access=access_ports(intent, wiring),
    )  # fmt: skip
