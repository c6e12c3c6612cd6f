"""Everything the builders of unit configurations look at: one fabric of a site, expanded and numbered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from fabric.catalog import CatalogError, port_name
from fabric.topology import MANAGEMENT_PORT, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from ipaddress import IPv4Interface

    from fabric.allocate import Numbers
    from fabric.catalog import Catalog
    from fabric.intent import Fabric as FabricIntent
    from fabric.intent import Site
    from fabric.inventory import Inventory
    from fabric.topology import Device, End, Fabric

Made = TypeVar("Made")

IB_NAMES = "ib"
"""Names of ports of switches under a subnet manager."""


@dataclass(frozen=True)
class Design:
    """Values that travel from the stages before to the builders. Look-ups made once are remembered."""

    site: Site
    intent: FabricIntent
    fabric: Fabric
    numbers: Numbers
    inventory: Inventory
    catalog: Catalog
    drained: frozenset[str] = frozenset()
    """Switches that others shall go around."""
    management_gateways: Mapping[str, IPv4Interface] = field(default_factory=dict)
    """By switch, the address of the out-of-band leaf that its management port is cabled to, in its VLAN."""
    _made: dict[tuple[object, ...], object] = field(default_factory=dict, repr=False, compare=False)

    def device(self, name: str) -> Device:
        """Return a device by name, passive ones, DPUs and managed switches included."""
        fabric = self.fabric
        found = fabric.devices.get(name) or fabric.dpus.get(name) or fabric.managed.get(name)
        return found or fabric.passive[name]

    def port_name(self, end: End) -> str:
        """Return the name of a port in the words of its device."""
        device = self.device(end.device)
        key = ("port", device.model, device.platform, device.role, end.port)
        return self.once(key, lambda: _port_name(self, device, end))

    def adapter(self, host: Device, number: int) -> int:
        """Return the number that a host gives to the RDMA device of a port on this fabric."""
        return self.site.hosts[host.pod].nics[self.fabric.name].adapter_numbers[number - 1]

    def once(self, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return a value that many units share, made at its first use."""
        if key not in self._made:
            self._made[key] = make()
        return cast("Made", self._made[key])


def _port_name(design: Design, device: Device, end: End) -> str:
    if device.role is Role.HOST:
        return f"{design.intent.interface_word(design.fabric.name)}{end.port.cage}"
    if device.role is Role.CIRCUIT:
        return str(end.port.cage)
    if device.role is Role.MANAGER:
        return f"ib{end.port.cage - 1}"
    if end.port == MANAGEMENT_PORT and (own := design.catalog.switch(device.model).management):
        return own.names.get(device.platform, "")
    names = IB_NAMES if device.platform == "unmanaged" else device.platform
    try:
        return port_name(design.catalog.switch(device.model), names, end.port)
    except CatalogError:
        return str(end.port)
