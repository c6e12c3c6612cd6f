"""An InfiniBand subnet as ibsim reads it and as `ibnetdiscover` prints it: one format for both."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import IbNode, SubnetManagerConfig

SPEED = "4xHDR"
"""The fastest word that ibsim 0.10 (Debian 12) reads: `4xNDR` silently comes up as 4xSDR."""
HEAD = re.compile(r'^(?P<kind>Switch|Ca)\s*\d+\s*"[SH]-(?P<guid>[0-9a-f]+)"')
CABLE = re.compile(r'^\[(?P<port>\d+)\](?:\([0-9a-f]+\))?\s*"[SH]-(?P<guid>[0-9a-f]+)"\[(?P<far>\d+)\]')

End = tuple[str, int]
Cable = tuple[End, End]
"""Two (node name, port number) ends, in order."""


@dataclass(frozen=True, slots=True)
class Size:
    """Limits to start ibsim with; its own are 2,048 nodes and 256 switches, exceeded silently."""

    nodes: int
    switches: int
    ports: int


def subnet_size(config: SubnetManagerConfig) -> Size:
    """Return limits that hold the subnet and a margin."""
    switches = sum(not node.is_adapter for node in config.nodes)
    ports = sum(node.ports + 1 for node in config.nodes)
    return Size(len(config.nodes) + 16, switches + 16, ports + 64)


def simulated_guid(node: IbNode) -> int:
    """Return the node GUID to give ibsim.

    Ibsim makes the GUID of an adapter's port from the node's: node + port number. ConnectX-6 and later have
    both equal, and that one is what partitions name; so the simulated adapter's node GUID stands one below.
    """
    guid = int(node.guid, 16)
    return guid - 1 if node.is_adapter else guid


def node_id(node: IbNode) -> str:
    """Return the name of a node in a netlist, and what SIM_HOST must be to attach there."""
    return f"{'H' if node.is_adapter else 'S'}-{simulated_guid(node):016x}"


def cables(config: SubnetManagerConfig) -> frozenset[Cable]:
    """Return the intended cables."""
    return frozenset(_ordered((a, port_a), (b, port_b)) for a, port_a, b, port_b in config.links)


def netlist(config: SubnetManagerConfig) -> str:
    """Return the intended subnet as ibsim's input."""
    nodes = {node.name: node for node in config.nodes}
    far: defaultdict[str, dict[int, tuple[IbNode, int]]] = defaultdict(dict)
    for a, port_a, b, port_b in config.links:
        far[a][port_a] = (nodes[b], port_b)
        far[b][port_b] = (nodes[a], port_a)
    return "\n\n".join("\n".join(_node_lines(node, far[node.name])) for node in config.nodes) + "\n"


def discovered(dump: str, config: SubnetManagerConfig) -> frozenset[Cable]:
    """Return the cables in the output of `ibnetdiscover`; a GUID that the intent lacks stands as it is."""
    names = {simulated_guid(node): node.name for node in config.nodes}
    found: set[Cable] = set()
    near: str | None = None
    for line in dump.splitlines():
        if head := HEAD.match(line):
            near = _name(names, head["guid"])
        elif near and (cable := CABLE.match(line)):
            far = (_name(names, cable["guid"]), int(cable["far"]))
            found.add(_ordered((near, int(cable["port"])), far))
    return frozenset(found)


def _node_lines(node: IbNode, far: dict[int, tuple[IbNode, int]]) -> Iterator[str]:
    guid = simulated_guid(node)
    yield f"sysimgguid=0x{guid:x}"
    if node.is_adapter:
        yield f"caguid=0x{guid:x}"
        yield f'Ca\t{node.ports} "{node_id(node)}"\t\t# "{node.name}"'
    else:
        yield f"switchguid=0x{guid:x}({guid:x})"
        yield f'Switch\t{node.ports} "{node_id(node)}"\t\t# "{node.name}" enhanced port 0 lid 0 lmc 0'
    for port, (other, other_port) in sorted(far.items()):
        own = f"({guid + port:x})" if node.is_adapter else ""
        yield f'[{port}]{own}\t"{node_id(other)}"[{other_port}]\t\t# "{other.name}" lid 0 {SPEED}'


def _name(names: dict[int, str], guid: str) -> str:
    return names.get(int(guid, 16), f"0x{guid}")


def _ordered(*ends: End) -> Cable:
    a, b = sorted(ends)
    return (a, b)


def listing(found: Iterable[Cable]) -> list[str]:
    """Return cables as text, in order."""
    return [f"{a}[{port_a}] - {b}[{port_b}]" for (a, port_a), (b, port_b) in sorted(found)]
