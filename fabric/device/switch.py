"""Everything one Ethernet switch is to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.allocate import loopback6
from fabric.device.access import access
from fabric.device.bgp import bgp, ecmp
from fabric.device.interfaces import interfaces
from fabric.device.lldp import lldp
from fabric.device.monitoring import Telemetry, collectors, gnmi, snmp, telemetry
from fabric.device.qos import qos_of
from fabric.device.system import system

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from fabric.catalog import Asic, Switch
    from fabric.device.access import Access
    from fabric.device.bgp import Bgp, Ecmp
    from fabric.device.design import Design
    from fabric.device.interfaces import Interface
    from fabric.device.lldp import Lldp
    from fabric.device.monitoring import Collector, Gnmi, Snmp
    from fabric.device.qos import Qos
    from fabric.device.system import System
    from fabric.topology.model import Role


@dataclass(frozen=True, slots=True)
class SwitchConfig:
    """Everything one Ethernet switch is to do."""

    name: str
    role: Role
    platform: str
    release: str
    model: str
    hardware: Switch
    """What the catalog, a site's own entries included, knows of the model."""
    asic: Asic
    hwsku: str
    mac: str
    """Base MAC address from the inventory; empty when unknown."""
    system: System
    loopback: IPv4Address
    interfaces: tuple[Interface, ...]
    bgp: Bgp
    ecmp: Ecmp
    qos: Qos | None
    lldp: Lldp
    loopback6: IPv6Address | None = None
    """Where the fabric has both families."""
    access: Access | None = None
    """The VLAN of its hosts, if they are bridged."""
    snmp: Snmp | None = None
    gnmi: Gnmi | None = None
    collectors: tuple[Collector, ...] = ()
    telemetry: Telemetry = field(default_factory=Telemetry)
    routing_mode: str = "split-unified"
    """Of SONiC: its routing daemon reads a file of ours, or one made of its tables."""


def switch(design: Design, name: str) -> SwitchConfig:
    """Build everything one switch is to do. Raises FabricError when the catalog refuses a part of it."""
    device = design.device(name)
    hardware = design.catalog.switch(device.model)
    ports = interfaces(design, name)
    return SwitchConfig(
        name=name,
        role=device.role,
        platform=device.platform,
        release=device.release,
        model=device.model,
        hardware=hardware,
        asic=design.catalog.asic(hardware.asic),
        hwsku=device.hwsku,
        mac=design.inventory.data(name).mac,
        system=system(design, name),
        loopback=design.numbers.loopback(name),
        interfaces=ports,
        bgp=bgp(design, device, ports),
        ecmp=ecmp(design, device),
        qos=qos_of(design, device),
        lldp=lldp(),
        loopback6=loopback6(design.numbers, name) if design.intent.routing.dual_stack else None,
        access=access(design, device),
        snmp=snmp(design),
        gnmi=gnmi(design),
        collectors=collectors(design),
        telemetry=telemetry(design),
        routing_mode=device.routing_mode,
    )
