"""Which routing engines of a subnet manager know which shape, and what they ask of service levels."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing
from fabric.intent.topology import RailOptimised

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.intent.fabric import Fabric, SubnetManager

OF_TREES = ("ar_updn", "ar_ftree", "updn", "ftree", "minhop")
ENGINES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rail-optimised": OF_TREES,
        "leaf-spine": OF_TREES,
        "fat-tree": OF_TREES,
        "clos3": OF_TREES,
        "multi-plane": OF_TREES,
        "dragonfly-plus": ("dfp2", "dfp"),
        "torus": ("torus-2QoS",),
        "mesh": ("minhop",),
    }
)
"""Engines that route a shape without loops of credits, by `topology.kind`. Any will do for other kinds.

Shortest ways in a mesh have one link between switches, so that none waits for another: `minhop` is enough.
"""
TORUS = "torus-2QoS"
SECOND_QUALITY = 8
"""The engine for a torus uses three bits of the service level itself; the fourth chooses the quality."""
QUALITIES = {0: 0, SECOND_QUALITY: 1}
"""Levels that may be asked for, and the lane of hosts that each rides."""


def problems(fabric: Fabric) -> Iterator[Diagnostic]:
    """Yield what the engine of a fabric cannot route or serve."""
    subnet = fabric.subnet
    if subnet is None:
        return
    topology = fabric.topology
    if isinstance(topology, RailOptimised) and topology.planes > 1:
        summary = f"{topology.planes} planes without a switch in common are as many subnets"
        hint = "make each plane a fabric of its own, or leave `planes` out"
        yield error("SUB-009", summary, topology.loc("planes"), hint)
    engines = ENGINES.get(fabric.topology.kind, (subnet.routing_engine,))
    if subnet.routing_engine not in engines:
        summary = f"`{subnet.routing_engine}` does not route `{fabric.topology.kind}` without deadlock"
        hint = f"use {listing(engines)}"
        yield error("SUB-007", summary, subnet.loc("routing_engine"), hint)
    elif subnet.routing_engine == TORUS:
        yield from _qualities(subnet)


def _qualities(subnet: SubnetManager) -> Iterator[Diagnostic]:
    hint = (
        f"use level 0 on lane 0 and level {SECOND_QUALITY} on lane 1: the other levels mark ways round rings"
    )
    for level in subnet.service_levels:
        if QUALITIES.get(level.level) != level.virtual_lane:
            summary = f"`{TORUS}` has no service level {level.level} on lane {level.virtual_lane}"
            yield error("SUB-008", summary, level.loc("level"), hint)
    for partition in subnet.partitions:
        if partition.service_level not in QUALITIES:
            summary = f"`{TORUS}` has no service level {partition.service_level}"
            yield error("SUB-008", summary, partition.loc("service_level"), hint)
