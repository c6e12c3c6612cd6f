"""The subnet manager of an InfiniBand fabric."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device.origin import Origin
    from fabric.topology.model import Role


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
