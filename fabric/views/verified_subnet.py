"""InfiniBand subnets as `ibnetdiscover` saw them, against the nodes and cables of an intent."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import FabricError, Place, error
from fabric.core.names import listing, natural
from fabric.views.imports import Page
from fabric.views.imports_ibnetdiscover import described
from fabric.views.subnet_dump import subnet_dump
from fabric.views.verified_cables import Cabling, Spot, cable_findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.core.diagnostic import Diagnostic
    from fabric.device import IbNode
    from fabric.views.subnet_dump import Dump, Node, Wire


LOOK = "is the cable there, and are both ports up?"


class Wanted(NamedTuple):
    """One InfiniBand fabric of an intent."""

    nodes: Sequence[IbNode]
    cables: Mapping[tuple[Spot, Spot], int]
    """Gb/s of each cable."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one node was seen to be cabled to."""

    file: str
    ports: dict[str, tuple[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def keep(self, wire: Wire) -> None:
        """Keep what a port tells."""
        self.ports[wire.port] = wire.far.words, wire.far_port
        self.lines[wire.port] = wire.line

    def place(self, port: str) -> Place:
        """Return the line of a port; the beginning of the file where it has none."""
        return Place(self.file, self.lines.get(port, 0) + 1, 1)


@dataclass(frozen=True, slots=True)
class Subnets:
    """All fabrics of which some node was seen, and what was seen of them."""

    cabling: Cabling
    missing: tuple[tuple[str, tuple[str, ...]], ...]
    """(switch or host that nobody saw whole, its adapters that are missing); none where all of it is."""
    guids: Mapping[str, tuple[int, Place]]
    """Nodes met under another GUID than the inventory's: (GUID, where)."""
    slow: tuple[tuple[Spot, Spot, int, int], ...]
    """Cables that came up with less than they should: (ends, Gb/s, Gb/s of the intent)."""
    where: Place


def subnets(fabrics: Iterable[Wanted], texts: Iterable[tuple[str, str]]) -> Subnets:
    """Read (file, text) of dumps beside an intent. Raises FabricError with all that is no dump."""
    dumps = _dumps(texts)
    fabrics = tuple(fabrics)
    names, guids = _names({node.name: node for one in fabrics for node in one.nodes}, dumps)
    met = set(names.values())
    looked_at = [one for one in fabrics if not met.isdisjoint(node.name for node in one.nodes)]
    nodes = {node.name: node for one in looked_at for node in one.nodes}
    cables = {ends: gbps for one in looked_at for ends, gbps in one.cables.items()}
    seen: dict[str, Seen] = {}
    adapters = {name for name, node in nodes.items() if node.is_adapter}
    found = Cabling(seen, hosts=adapters, missing=nodes.keys() - met, look=LOOK)
    found.wanted.update({a: b for ends in cables for a, b in (ends, ends[::-1])})
    speeds: dict[Spot, int] = {}
    for file, dump in dumps:
        for wire in dump.wires:
            if (near := names.get(wire.near.id)) is not None:
                _take(found, names.get(wire.far.id), wire, Spot(near, wire.port))
                seen.setdefault(near, Seen(file)).keep(wire)
                speeds[Spot(near, wire.port)] = wire.gbps or 0
    slow = tuple(
        (a, b, speeds[a], gbps)
        for (a, b), gbps in cables.items()
        if found.actual.get(a) == b and 0 < speeds.get(a, 0) < gbps
    )
    return Subnets(found, _missing(nodes, met), guids, slow, Place(dumps[0][0], 1, 1))


def _dumps(texts: Iterable[tuple[str, str]]) -> list[tuple[str, Dump]]:
    found: list[tuple[str, Dump]] = []
    problems: list[Diagnostic] = []
    for file, text in texts:
        page = Page(file, text.splitlines())
        dump = subnet_dump(page)
        if not dump.wires and not page.problems:
            page.wrong("there is no link in this file", 0, hint="save what `ibnetdiscover` prints as it is")
        problems += page.problems
        found.append((file, dump))
    if problems:
        raise FabricError(*problems)
    return found


def _names(
    nodes: Mapping[str, IbNode], dumps: Iterable[tuple[str, Dump]]
) -> tuple[dict[str, str], dict[str, tuple[int, Place]]]:
    """Return the intent's names of what was met: by GUID, and where none fits by what it calls itself."""
    by_guid = {int(node.guid, 16): name for name, node in nodes.items() if node.guid}
    names: dict[str, str] = {}
    unknown: list[tuple[str, Node, int]] = []
    for file, dump in dumps:
        ports = {wire.near.id: wire.guid for wire in dump.wires if wire.guid is not None}
        for node in dump.nodes.values():
            guid = ports.get(node.id, node.guid)
            if (name := by_guid.get(guid)) is not None:
                names[node.id] = name
            else:
                unknown.append((file, node, guid))
    known = set(names.values())
    others: dict[str, tuple[int, Place]] = {}
    for file, node, guid in unknown:
        name = _own_name(node)
        if name in nodes and name not in known:
            names[node.id] = name
            if nodes[name].guid:
                others[name] = (guid, Place(file, node.line + 1, 1))
    return names, others


def _own_name(node: Node) -> str:
    """Return the name that a node gives itself, as the intent would write it: a host without its domain."""
    words = described(node)
    device = words.device.lower()
    return f"{device.partition('.')[0]} {words.adapter}" if words.adapter else device


def _take(found: Cabling, far: str | None, wire: Wire, spot: Spot) -> None:
    """Keep where a port leads; a node that the intent has not stands by what it calls itself."""
    if far is None and spot not in found.wanted:
        found.strange.append(spot)
    else:
        found.actual[spot] = Spot(far or wire.far.words or wire.far.id, wire.far_port)


def _missing(nodes: Mapping[str, IbNode], met: set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what nobody saw, adapters by their host."""
    adapters: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(nodes, key=natural):
        adapters[name.partition(" ")[0]].append(name)
    found: list[tuple[str, tuple[str, ...]]] = []
    for device, whole in adapters.items():
        gone = tuple(name for name in whole if name not in met)
        if gone:
            found.append((device, () if len(gone) == len(whole) else tuple(map(_adapter, gone))))
    return tuple(found)


def _adapter(name: str) -> str:
    return name.partition(" ")[2]


def subnet_findings(found: Subnets) -> Iterator[Diagnostic]:
    """Yield what is wrong with nodes and cables; a cable of a node that is missing is not told again."""
    for device, adapters in found.missing:
        what = f"{listing(adapters)} of `{device}`" if adapters else f"`{device}`"
        hint = "is it on, and do its ports come up?"
        yield error("LDP-006", f"not in the subnet: {what}", hint=hint).at(found.where)
    for name, (guid, place) in sorted(found.guids.items()):
        summary = f"`{name}` has GUID `0x{guid:016x}`, which is not the inventory's"
        hint = "correct the inventory: partitions and roots name nodes by GUID"
        yield error("LDP-007", summary, hint=hint).at(place)
    yield from cable_findings(found.cabling)
    for a, b, gbps, wanted in found.slow:
        summary = f"{a} to {b} came up with {gbps} Gb/s, it should with {wanted}"
        yield error("LDP-008", summary, hint="look at cable and modules of both ends").at(
            found.cabling.at(a, b)
        )
