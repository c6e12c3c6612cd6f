"""Management ports of the switches of a site, and their cables to the leaves of an out-of-band fabric.

They are no links of that fabric: what is on them loses no GPU, and no route leads over them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.catalog import cages_of
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.intent.management_rules import managed_fabrics
from fabric.topology.floor import floor_of
from fabric.topology.ground import link
from fabric.topology.lengths import measured, standings
from fabric.topology.model import MANAGEMENT, MANAGEMENT_PORT, End, Role
from fabric.topology.speeds import link_class

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Fabric as FabricIntent
    from fabric.intent import Site
    from fabric.topology.ground import Wiring
    from fabric.topology.model import Device, Fabric, Link, Port


def access_ports(intent: FabricIntent, wiring: Wiring) -> Mapping[str, tuple[Port, ...]]:
    """Return the ports of leaves for hosts, of a fabric that manages switches; none of others."""
    if not intent.manages:
        return MappingProxyType({})
    leaves = (name for names in wiring.leaves.values() for name in names)
    fronts = {name: wiring.panels[name] for name in leaves}
    return MappingProxyType(
        {
            name: tuple(panel.down.port(slot) for slot in range(panel.down_ports))
            for name, panel in fronts.items()
        }
    )


def managed_switches(site: Site, name: str, fabrics: Mapping[str, Fabric]) -> dict[str, Device]:
    """Return the switches that are managed through a fabric, by name."""
    return {
        device.name: device
        for other in managed_fabrics(site, name)
        for device in fabrics[other].of_role(Role.LEAF, Role.SPINE, Role.CORE)
    }


@dataclass(frozen=True, slots=True)
class Reach:
    """What the cables of a fabric to management ports are made from."""

    site: Site
    fabric: Fabric
    managed: Mapping[str, Device]
    catalog: Catalog


def with_management(reach: Reach, seats: Mapping[str, End]) -> Fabric:
    """Return a fabric with the cables of the switches that it manages, each to its seat on a leaf.

    Raises FabricError for a model without a management port, and for ports that do not fit.
    """
    fabric = reach.fabric
    if problems := dict.fromkeys(_unfit(reach, seats)):
        raise FabricError(*problems)
    links = tuple(_links(reach, seats))
    floor = floor_of(reach.site, reach.catalog)
    if floor is not None:
        leaves = (fabric.devices[name] for name in fabric.access)
        links = tuple(measured(links, standings((*reach.managed.values(), *leaves), floor), floor))
    return replace(fabric, managed=MappingProxyType(dict(reach.managed)), management=links)


def _links(reach: Reach, seats: Mapping[str, End]) -> Iterator[Link]:
    intent = reach.site.fabrics[reach.fabric.name]
    media = intent.physical.links.get(MANAGEMENT)
    classes = {}
    for name, seat in seats.items():
        port = reach.catalog.switch(reach.managed[name].model).management
        gbps = port.gbps if port else 1
        if gbps not in classes:
            classes[gbps] = link_class(MANAGEMENT, media, gbps, reach.catalog)
        yield link(End(name, MANAGEMENT_PORT), seat, classes[gbps])


def _unfit(reach: Reach, seats: Mapping[str, End]) -> Iterator[Diagnostic]:
    """Yield models without a known management port, and leaf ports that these cannot be joined to."""
    seen: dict[tuple[str, str, str], None] = {}
    for name, seat in seats.items():
        device, leaf = reach.managed[name], reach.fabric.devices[seat.device]
        key = (device.model, device.platform, leaf.model)
        if key not in seen:
            seen[key] = None
            yield from _mismatch(reach, device, leaf, seat.port)


def _mismatch(reach: Reach, device: Device, leaf: Device, port: Port) -> Iterator[Diagnostic]:
    own, switch = reach.catalog.switch(device.model).management, reach.catalog.switch(leaf.model)
    if own is None or device.platform not in own.names:
        summary = f"the catalog knows no management port of `{device.model}` on `{device.platform}`"
        hint = "add `management` to the switch in `inventory/catalog/`, or leave its fabric out of `manages`"
        yield error("TOP-091", summary, device.path, hint)
        return
    cages = cages_of(switch, port)
    if cages.form_factor != own.form_factor or own.gbps > cages.max_gbps:
        found = f"{cages.form_factor} at {cages.max_gbps}G"
        hint = "choose leaves, and NICs of hosts on them, with ports of that kind"
        summary = (
            f"`{device.model}` is managed over {own.form_factor} at {own.gbps}G, `{leaf.name}` has {found}"
        )
        yield error("TOP-092", summary, leaf.path, hint)
