"""The subnet manager of an InfiniBand fabric."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fabric.catalog import ib_port_number
from fabric.device.origin import Origin
from fabric.device.torus import torus
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.device.design import Design
    from fabric.device.torus import Torus
    from fabric.intent.fabric import Partition as PartitionIntent
    from fabric.topology import Device, End


@dataclass(frozen=True, slots=True)
class Partition:
    """An InfiniBand partition. `members` are (port GUID, full | limited); empty means every port."""

    name: str
    pkey: int
    ipoib: bool
    membership: Literal["full", "limited"]
    service_level: int
    members: tuple[tuple[str, Literal["full", "limited"]], ...]
    index0: bool = False
    """The key stands first in the tables of its members' ports."""
    mtu_limit: int | None = None
    """Bytes; None leaves what stands."""
    rate_limit: str | None = None
    """Such as `100G`; None leaves what stands."""
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

    @property
    def is_adapter(self) -> bool:
        """Whether it is an adapter, of a host or of a subnet manager, rather than a switch."""
        return self.role in {Role.HOST, Role.MANAGER}


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
    torus: Torus | None = None
    """The grid, where the fabric is one."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


ADAPTIVE = ("ar_", "dfp")
"""What names of engines begin with that choose among ways by load; a dragonfly's must, to go round."""
MASTER_PRIORITY = 15
"""Of the first manager; each further one has one less and stands by."""


def subnet_manager(design: Design, name: str) -> SubnetManagerConfig:
    """Build one subnet manager: all managers of a fabric differ in their priority only."""
    subnet = design.intent.subnet
    if subnet is None:
        raise ValueError("only a fabric with a subnet has managers")
    device = design.device(name)
    nodes = design.once(("ib nodes",), lambda: _nodes(design))
    top = Role.CORE if design.fabric.of_role(Role.CORE) else Role.SPINE
    return SubnetManagerConfig(
        name=name,
        fabric=design.fabric.name,
        release=subnet.release,
        routing_engine=subnet.routing_engine,
        adaptive_routing=subnet.routing_engine.startswith(ADAPTIVE),
        subnet_prefix=subnet.subnet_prefix,
        priority=MASTER_PRIORITY - device.index + 1,
        roots=tuple(node for node in nodes if node.role is top),
        nodes=nodes,
        links=design.once(("ib links",), lambda: _links(design)),
        partitions=design.once(("partitions",), lambda: _partitions(design, subnet.partitions)),
        service_levels=tuple(
            ServiceLevel(level.level, level.name, level.virtual_lane, level.weight, level.strict)
            for level in subnet.service_levels
        ),
        torus=design.once(("torus",), lambda: torus(design)),
        origins={
            "routing_engine": Origin("intent", subnet.loc("routing_engine")),
            "priority": Origin("subnet.priority", subnet.loc("ports")),
            "roots": Origin(
                "topology.spines", design.intent.topology.loc(*([top] if design.fabric.of_role(top) else []))
            ),
            "torus": Origin("topology", design.intent.topology.loc()),
        },
    )


def _nodes(design: Design) -> tuple[IbNode, ...]:
    found: list[IbNode] = []
    for device in design.fabric.devices.values():
        if device.role in {Role.HOST, Role.MANAGER}:
            for number, guid in enumerate(port_guids(design, device), 1):
                found.append(IbNode(adapter(design, device, number), device.role, guid, device.model, 1))
        else:
            ports = design.catalog.switch(device.model).radix or 0
            guid = design.inventory.data(device.name).guid
            found.append(IbNode(device.name, device.role, guid, device.model, ports))
    return tuple(found)


def port_guids(design: Design, device: Device) -> tuple[str, ...]:
    """Return the GUIDs of the ports of a host or manager, by number; empty where none is known."""
    known = design.inventory.data(device.name).guids
    ports: Sequence[int] = range(len(design.fabric.links_of.get(device.name, ())))
    if device.role is Role.HOST:
        ports = design.once(("ib ports", device.pod), lambda: _places(design, device.pod))
    return tuple(known[place] if place < len(known) else "" for place in ports)


def _places(design: Design, pod: str) -> tuple[int, ...]:
    """Return where the inventory has the GUIDs of a pod: it counts over all InfiniBand fabrics."""
    fabrics, nics = design.site.fabrics, design.site.hosts[pod].nics
    counted = [
        number
        for name in nics
        if fabrics[name].transport == "infiniband"
        for number in nics[name].adapter_numbers
    ]
    order = {number: place for place, number in enumerate(sorted(counted))}
    return tuple(order[number] for number in nics[design.fabric.name].adapter_numbers)


def adapter(design: Design, device: Device, number: int) -> str:
    """Return the name a host adapter has on the subnet: node description `host mlx5_0`."""
    own = design.adapter(device, number) if device.role is Role.HOST else number - 1
    return f"{device.name} mlx5_{own}"


def _links(design: Design) -> tuple[tuple[str, int, str, int], ...]:
    return tuple((*_ib_port(design, link.a), *_ib_port(design, link.b)) for link in design.fabric.links)


def _ib_port(design: Design, end: End) -> tuple[str, int]:
    device = design.device(end.device)
    if device.role in {Role.HOST, Role.MANAGER}:
        return adapter(design, device, end.port.cage), 1
    switch = design.catalog.switch(device.model)
    return device.name, design.once(
        ("ib port", device.model, end.port), lambda: ib_port_number(switch, end.port)
    )


def _partitions(design: Design, wanted: tuple[PartitionIntent, ...]) -> tuple[Partition, ...]:
    return tuple(
        Partition(
            name=found.name,
            pkey=int(found.pkey, 16),
            ipoib=found.ipoib,
            membership=found.membership,
            service_level=found.service_level,
            members=tuple((guid, found.membership) for guid in _members(design, found)),
            index0=found.index0,
            mtu_limit=found.mtu_limit,
            rate_limit=found.rate_limit,
            origins={"members": Origin("partition.of-pods", found.loc("pods"))},
        )
        for found in wanted
    )


def _members(design: Design, partition: PartitionIntent) -> tuple[str, ...]:
    if partition.pods is None:
        return ()
    hosts = (device for device in design.fabric.of_role(Role.HOST) if device.pod in partition.pods)
    return tuple(guid for device in hosts for guid in port_guids(design, device) if guid)
