"""Everything one Ethernet switch is to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ipaddress import IPv4Address

    from fabric.device.bgp import Bgp, Ecmp
    from fabric.device.interfaces import Interface
    from fabric.device.lldp import Lldp
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
