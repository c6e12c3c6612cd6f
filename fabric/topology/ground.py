"""What every shape begins with, and what it hands back: switches, cables, and the ports left for hosts."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.topology.model import End, Link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Fabric as FabricIntent
    from fabric.topology.model import Device
    from fabric.topology.panels import Panel
    from fabric.topology.pods import Pod
    from fabric.topology.speeds import Classes, LinkClass


@dataclass(frozen=True, slots=True)
class Ground:
    """What is known of a fabric before its shape."""

    intent: FabricIntent
    pods: tuple[Pod, ...]
    classes: Classes
    catalog: Catalog


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a shape makes: its switches, its cables, and where hosts are."""

    switches: Mapping[str, Device]
    """Lower tiers first."""
    links: tuple[Link, ...]
    """Those of hosts first."""
    panels: Mapping[str, Panel] = field(default_factory=lambda: MappingProxyType({}))
    """How the ports of leaves are shared out; subnet managers take what hosts leave."""
    leaves: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Names of the leaves of each pod."""
    passive: Mapping[str, Device] = field(default_factory=lambda: MappingProxyType({}))
    """Devices that links lead through."""


def link(a: End, b: End, cls: LinkClass, rail: int | None = None) -> Link:
    """Return a cable of a class."""
    return Link(
        a, b, cls.speed_gbps, cls.kind, rail, cls.media_a, cls.media_b, cls.fibre, cls.length_m, cls.given
    )
