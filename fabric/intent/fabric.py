"""One fabric of a site: transport, topology, cables, routing, quality of service."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from fabric.intent.base import Listed, Milliseconds, Model, Name, Switch, Text, Whole, once
from fabric.intent.physical import Physical
from fabric.intent.qos import Qos
from fabric.intent.topology import Topology, rails_of


class Ecmp(Model):
    """How flows spread over equal paths."""

    hash: Annotated[
        tuple[Literal["src-ip", "dst-ip", "protocol", "src-port", "dst-port", "dst-qp"], ...],
        Listed,
        Field(min_length=1),
    ] = ("src-ip", "dst-ip", "protocol", "src-port", "dst-port")
    """Header fields that choose the path; `dst-qp` is the destination queue pair of RoCE, for few flows."""
    seed: Literal["per-tier", "equal"] = "per-tier"
    """Hash seeds differ by tier against polarisation, or are equal."""
    max_paths: Annotated[Whole, Field(ge=1, le=600)] = 64
    """Equal paths that are used."""


class Bfd(Model):
    """Bidirectional forwarding detection of BGP sessions."""

    interval: Annotated[Milliseconds, Field(ge=50, le=60000)]
    """Between packets, both ways; 50 ms to 60 s (NVUE schema 5.9, the narrowest)."""
    multiplier: Annotated[Whole, Field(ge=3, le=50)] = 3
    """Packets missed until the session is down."""


class Routing(Model):
    """Routing of an Ethernet fabric."""

    underlay: Literal["ebgp-unnumbered", "ebgp-numbered"] = "ebgp-unnumbered"
    """eBGP over IPv6 link-local addresses (RFC 5549), or over a /31 of each link from `addressing.links`."""
    dual_stack: Switch = False
    """IPv6 beside IPv4: on loopbacks, host ports, hosts, numbered links; there in sessions of its own."""
    ecmp: Ecmp = Field(default_factory=Ecmp)
    """Equal-cost paths."""
    adaptive: Literal["off", "flowlet", "per-packet"] = "off"
    """Path choice by load; only what every hop and NIC involved can do."""
    bfd: Bfd | None = None
    """Fast detection of dead neighbours."""
    drained: Annotated[tuple[Text, ...], Listed] = ()
    """Switches that others shall go around, such as `spine[1-2]`: what they announce is made unattractive."""


class Addressing(Model):
    """Where numbers come from. Existing numbers never move: the ledger remembers them."""

    loopbacks: IPv4Network = IPv4Network("10.0.0.0/16")
    """Router ids, one for each switch."""
    hosts: IPv4Network = IPv4Network("100.64.0.0/10")
    """Links between hosts and leaves: a block for each leaf, a /31 for each port."""
    loopbacks6: IPv6Network = IPv6Network("fd00:10::/64")
    """IPv6 addresses of loopbacks where `routing.dual_stack` is on, one for each switch."""
    hosts6: IPv6Network = IPv6Network("fd00:64::/48")
    """The same of host links: a /64 for each leaf, a /127 for each port."""
    links6: IPv6Network = IPv6Network("fd00:128::/48")
    """The same of numbered links: a /64 for each switch, a /127 for each port."""
    host_block: Annotated[Whole, Field(ge=20, le=30)] = 24
    """Prefix length of a leaf's block."""
    links: IPv4Network = IPv4Network("10.128.0.0/9")
    """Numbered links between switches (`routing.underlay`): a block for each switch, a /31 for each port."""
    link_block: Annotated[Whole, Field(ge=20, le=30)] = 24
    """Prefix length of a switch's block of links: of two ends it is that of the lower tier, or number."""
    first_leaf_asn: Annotated[Whole, Field(ge=1, le=4294967294)] = 4200000001
    """Leaves count on from here, each with its own AS."""
    spine_asn: Annotated[Whole, Field(ge=1, le=4294967294)] = 4200000000
    """AS of the top tier: spines, or cores. Spines of a pod share one, counted with those of the leaves."""
    dpus: IPv4Network = IPv4Network("10.64.0.0/11")
    """Router ids of DPUs, one for each /31 of `hosts`; used where NICs are DPUs."""
    first_dpu_asn: Annotated[Whole, Field(ge=1, le=4294967294)] = 4210000000
    """DPUs count on from here, each with its own AS, as their places in `hosts` do."""
    host_table: Annotated[Whole, Field(ge=1, le=3000)] = 100
    """Routing tables of hosts: port n has this number plus n. Fabrics on the same hosts need their own."""


Rate = Literal[
    "2.5G", "5G", "10G", "14G", "20G", "25G", "30G", "40G", "56G", "60G", "80G", "100G", "112G", "120G",
    "168G", "200G", "300G",
]  # fmt: skip
"""Rates that UFM takes for a partition (REST guide, `rate_limit`)."""


class Partition(Model):
    """An InfiniBand partition."""

    name: Name
    """Name of the partition."""
    pkey: Annotated[str, Field(pattern=r"^0x[0-9a-f]{1,4}$")]
    """Key without the membership bit, such as `0x0010`; `0x7fff` is the default partition."""
    membership: Literal["full", "limited"] = "full"
    """Membership of ports that are not listed otherwise."""
    pods: Annotated[tuple[Text, ...], Listed] | None = None
    """Pods whose hosts are members; every port when left out."""
    ipoib: Switch = False
    """IP over InfiniBand."""
    service_level: Annotated[Whole, Field(ge=0, le=15)] = 0
    """Service level of its traffic."""
    mtu_limit: Literal[2048, 4096] | None = None
    """MTU of its multicast groups, in bytes; left as it stands when not said, 2048 where it is new."""
    rate_limit: Rate | None = None
    """Rate of its multicast groups; left as it stands when not said, 2.5G where it is new."""
    index0: Switch = False
    """Its key stands first on its ports, where NCCL and most programs look; for one partition of a host."""


class ServiceLevel(Model):
    """An InfiniBand service level."""

    name: Name
    """Name in tables."""
    level: Annotated[Whole, Field(ge=0, le=15)]
    """Service level."""
    virtual_lane: Annotated[Whole, Field(ge=0, le=7)]
    """Virtual lane it rides."""
    weight: Annotated[Whole, Field(ge=0, le=255)] = 64
    """Share of its lane."""
    strict: Switch = False
    """Served from the high-priority table."""


class SubnetManager(Model):
    """The subnet manager of an InfiniBand fabric."""

    platform: Literal["ufm"] = "ufm"
    """Program that runs it."""
    release: Text
    """Release, such as `6.19`."""
    routing_engine: Literal["ar_updn", "ar_ftree", "updn", "ftree", "minhop", "dfp", "dfp2", "torus-2QoS"] = (
        "ar_updn"
    )
    """Routing engine of the subnet manager."""
    ports: Annotated[Whole, Field(ge=0, le=16)] = 4
    """Ports kept on leaves for the subnet managers; without one the fabric has none."""
    subnet_prefix: Annotated[str, Field(pattern=r"^0x[0-9a-f]{16}$")] = "0xfe80000000000000"
    """Subnet prefix."""
    partitions: Annotated[tuple[Partition, ...], Listed] = ()
    """Partitions besides the default one."""
    service_levels: Annotated[tuple[ServiceLevel, ...], Listed] = ()
    """Service levels; none keeps everything on level 0."""


class Fabric(Model):
    """One fabric."""

    transport: Literal["roce", "infiniband", "ethernet"]
    """RoCEv2 over Ethernet, InfiniBand, or plain Ethernet."""
    prefix: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,12}$")] = ""
    """Put before the names of its switches; needed where two fabrics of a site have equal pods."""
    out_of_band: Switch = False
    """Its ports on hosts are those of their management controllers, which no artifact of a host sets up."""
    manages: Annotated[tuple[Text, ...], Listed, AfterValidator(once)] = ()
    """Fabrics whose switches have their management ports on its leaves: `[backend]`; `[all]`: all others.

    Their management addresses are of the block of that leaf (`addressing.hosts`), which is their gateway;
    `services.management.network` holds these blocks.
    """
    host_interfaces: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,12}$")] | None = None
    """Word before the number of its ports on hosts; default: `rail` if rail-optimised, else its name."""
    topology: Topology
    """Shape, tiers and exceptions."""
    physical: Physical = Field(default_factory=Physical)
    """Cables and modules."""
    addressing: Addressing = Field(default_factory=Addressing)
    """Pools of numbers."""
    routing: Routing = Field(default_factory=Routing)
    """Routing of an Ethernet fabric."""
    qos: Qos | None = None
    """Quality of service of a RoCE fabric."""
    subnet: SubnetManager | None = None
    """Subnet manager of an InfiniBand fabric."""

    @property
    def numbered(self) -> bool:
        """Whether links between its switches have addresses."""
        return self.transport != "infiniband" and self.routing.underlay == "ebgp-numbered"

    def interface_word(self, name: str) -> str:
        """Return what ports of this fabric, called `name`, are called on hosts, before their number."""
        if self.out_of_band:
            return self.host_interfaces or "bmc"
        of_rails = rails_of(self.topology) and self.topology.kind != "multi-plane"
        return self.host_interfaces or ("rail" if of_rails else name)
