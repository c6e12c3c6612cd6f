"""What a unit is to do, free of vendors: the values every platform renders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from ipaddress import IPv4Address, IPv4Interface, IPv4Network

    from fabric.device.origin import Origin
    from fabric.topology.model import Port, Role


@dataclass(frozen=True, slots=True)
class Secret:
    """A reference to a secret, such as `env/ADMIN_HASH`. Artifacts hold its placeholder, never its value."""

    reference: str

    def __str__(self) -> str:
        return f"@{{secret:{self.reference}}}"


@dataclass(frozen=True, slots=True)
class Management:
    """The out-of-band port."""

    address: IPv4Interface
    gateway: IPv4Address


@dataclass(frozen=True, slots=True)
class User:
    """A local account; `password` refers to a sha512 crypt hash."""

    name: str
    password: Secret


@dataclass(frozen=True, slots=True)
class Tacacs:
    """TACACS+ servers, asked before local accounts."""

    servers: tuple[IPv4Address, ...]
    key: Secret
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class System:
    """Name, management port and management services of a switch."""

    hostname: str
    management: Management | None
    domain: str
    dns: tuple[IPv4Address, ...]
    ntp: tuple[IPv4Address, ...]
    syslog: tuple[IPv4Address, ...]
    users: tuple[User, ...]
    tacacs: Tacacs | None
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Peer:
    """What stands at the far end of a port."""

    device: str
    role: Role
    port: Port
    port_name: str
    """The port's name in the words of the peer's platform."""
    asn: int | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """A routed fabric port of a switch."""

    port: Port
    description: str
    peer: Peer
    speed_gbps: int
    mtu: int
    """Largest IP packet in bytes, as EOS and NVUE count it."""
    fec: Literal["rs", "fc", "none"]
    unnumbered: bool
    """IPv6 link-local only, for BGP unnumbered."""
    address: IPv4Interface | None
    """Set on a port towards a host."""
    cable_m: float
    rail: int | None = None
    lossless: bool = True
    """Carries the classes of the fabric's QoS."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bfd:
    """BFD timers of every BGP session."""

    interval_ms: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class Neighbor:
    """An eBGP session over the link-local address of a port (RFC 5549)."""

    port: Port
    peer: str
    asn: int
    group: str


@dataclass(frozen=True, slots=True)
class Bgp:
    """eBGP unnumbered: one session per cable, loopback and host networks advertised."""

    asn: int
    router_id: IPv4Address
    max_paths: int
    groups: tuple[str, ...]
    """Peer groups in use: `LEAVES`, `SPINES`, ..."""
    neighbors: tuple[Neighbor, ...]
    advertised: tuple[tuple[IPv4Network, int, int], ...]
    """Connected networks to redistribute: (covering network, shortest, longest prefix length)."""
    bfd: Bfd | None
    graceful_restart_s: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ecmp:
    """How flows spread over equal paths."""

    fields: tuple[str, ...]
    """Of: src-ip, dst-ip, protocol, src-port, dst-port."""
    seed: int
    """Differs by tier, so that two hash stages do not choose alike (polarisation)."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ecn:
    """Marking thresholds of one queue, in bytes of queue depth; probability in percent at `max_bytes`."""

    min_bytes: int
    max_bytes: int
    probability_pct: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrafficClass:
    """A class of traffic on every hop: its code points, queue, scheduling and marking.

    Queue, priority group and PFC priority bear the number of the traffic class.
    """

    name: str
    number: int
    dscp: tuple[int, ...]
    lossless: bool
    strict: bool
    bandwidth_pct: int | None
    ecn: Mapping[int, Ecn]
    """Thresholds by port speed in Gb/s; empty without ECN."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Watchdog:
    """PFC storm watchdog, in milliseconds."""

    detect_ms: int
    restore_ms: int
    poll_ms: int
    action: Literal["drop", "forward", "alert"]
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Headroom:
    """Lossless headroom of one port speed and cable length.

    The model's `xoff_bytes` is for checking; `key_m` is the length the device knows: the next tabulated
    one upwards, or None where the device computes headroom from any length.
    """

    speed_gbps: int
    cable_m: float
    key_m: int | None
    xoff_bytes: int
    xon_bytes: int
    size_bytes: int
    xon_offset_bytes: int
    dynamic_threshold: int
    """SAI alpha exponent: alpha = 2 ** n."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buffers:
    """Shared pools of the ASIC, in bytes."""

    ingress_pool_bytes: int | None
    headroom_pool_bytes: int | None
    egress_pool_bytes: int | None
    cell_bytes: int | None
    computed_by_device: bool
    """The device computes pools and headroom itself (SONiC's dynamic buffer model, NVUE's RoCE mode)."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Qos:
    """RoCE quality of service, the same on every hop."""

    dscp_to_class: tuple[int, ...]
    """64 entries: the traffic class of each DSCP. Total by construction."""
    classes: tuple[TrafficClass, ...]
    """By number."""
    watchdog: Watchdog | None
    headroom: tuple[Headroom, ...]
    """One entry per (speed, cable length) in use on this switch."""
    buffers: Buffers
    origins: Mapping[str, Origin] = field(default_factory=dict)

    @property
    def lossless(self) -> tuple[int, ...]:
        """PFC priorities that never drop."""
        return tuple(c.number for c in self.classes if c.lossless)


@dataclass(frozen=True, slots=True)
class Lldp:
    """LLDP timers in seconds."""

    interval_s: int
    hold_multiplier: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class HostNic:
    """One NIC port of a host on one fabric."""

    number: int
    rail: int
    model: str
    speed_gbps: int
    mtu: int
    address: IPv4Interface | None
    """None on InfiniBand."""
    gateway: IPv4Address | None
    peer: Peer
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What a host must do to match the fabric."""

    name: str
    model: str
    fabric: str
    transport: Literal["roce", "infiniband"]
    nics: tuple[HostNic, ...]
    fabric_networks: tuple[IPv4Network, ...]
    """Networks reached over the rails (policy routing)."""
    qos: Qos | None
    roce_dscp: int | None
    cnp_dscp: int | None
    dcqcn: bool
    """DCQCN rate control in the NIC."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Partition:
    """An InfiniBand partition. `members` are (port GUID, full | limited); empty means every port."""

    name: str
    pkey: int
    ipoib: bool
    membership: Literal["full", "limited"]
    service_level: int
    members: tuple[tuple[str, Literal["full", "limited"]], ...]
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ServiceLevel:
    """An InfiniBand service level: the virtual lane it rides and its weight."""

    number: int
    name: str
    virtual_lane: int
    weight: int
    strict: bool


@dataclass(frozen=True, slots=True)
class IbNode:
    """A switch or host adapter as the subnet manager sees it."""

    name: str
    role: Role
    guid: str
    model: str
    ports: int


@dataclass(frozen=True, slots=True)
class SubnetManagerConfig:
    """Everything the subnet manager of one InfiniBand fabric is to do."""

    name: str
    fabric: str
    release: str
    routing_engine: str
    adaptive_routing: bool
    subnet_prefix: str
    priority: int
    roots: tuple[IbNode, ...]
    nodes: tuple[IbNode, ...]
    links: tuple[tuple[str, int, str, int], ...]
    """(node, port number, node, port number) as InfiniBand numbers ports, from 1."""
    partitions: tuple[Partition, ...]
    service_levels: tuple[ServiceLevel, ...]
    origins: Mapping[str, Origin] = field(default_factory=dict)


UnitConfig = SwitchConfig | HostConfig | SubnetManagerConfig
