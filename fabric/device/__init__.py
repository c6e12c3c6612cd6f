"""What each unit is to do, free of vendors."""

from fabric.device.access import Access
from fabric.device.bgp import Bfd, Bgp, Ecmp, Neighbor
from fabric.device.buffers import Buffers, Headroom
from fabric.device.design import Design
from fabric.device.dpu import DpuConfig, DpuPort
from fabric.device.host import HostConfig, HostFabric, HostNic
from fabric.device.interfaces import Interface, Peer
from fabric.device.lldp import Lldp
from fabric.device.marking import Ecn
from fabric.device.monitoring import CloudVision, Collector, Gnmi, Snmp, SnmpUser, Telemetry
from fabric.device.origin import Origin
from fabric.device.qos import Qos, TrafficClass, Trimming, Watchdog, qos_of
from fabric.device.secret import Secret
from fabric.device.subnet_manager import IbNode, Partition, ServiceLevel, SubnetManagerConfig, port_guids
from fabric.device.switch import SwitchConfig
from fabric.device.system import Management, System, Tacacs, User, neighbours
from fabric.device.torus import Seed, Torus
from fabric.device.units import UNMANAGED, Unit, UnitConfig, build, units

__all__ = [
    "UNMANAGED",
    "Access",
    "Bfd",
    "Bgp",
    "Buffers",
    "CloudVision",
    "Collector",
    "Design",
    "DpuConfig",
    "DpuPort",
    "Ecmp",
    "Ecn",
    "Gnmi",
    "Headroom",
    "HostConfig",
    "HostFabric",
    "HostNic",
    "IbNode",
    "Interface",
    "Lldp",
    "Management",
    "Neighbor",
    "Origin",
    "Partition",
    "Peer",
    "Qos",
    "Secret",
    "Seed",
    "ServiceLevel",
    "Snmp",
    "SnmpUser",
    "SubnetManagerConfig",
    "SwitchConfig",
    "System",
    "Tacacs",
    "Telemetry",
    "Torus",
    "TrafficClass",
    "Trimming",
    "Unit",
    "UnitConfig",
    "User",
    "Watchdog",
    "build",
    "neighbours",
    "port_guids",
    "qos_of",
    "units",
]
