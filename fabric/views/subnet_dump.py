"""What `ibnetdiscover` prints of an InfiniBand subnet: nodes, and cables from port to port."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.views.imports import Page

_HEAD = re.compile(
    r'^(?P<kind>Switch|Ca|Rt)\s*(?P<ports>\d+)\s*"(?P<id>[SHR]-[0-9a-f]+)"\s*#\s*"(?P<words>[^"]*)"'
)
"""Tabs are stripped in some published dumps."""
_CABLE = re.compile(
    r"^\[(?P<port>\d+)\](?:\[ext \d+\])?(?:\((?P<guid>[0-9a-f]+)\))?"
    r'\s*"(?P<id>[SHR]-[0-9a-f]+)"\[(?P<far>\d+)\]'
    r"(?:\[ext \d+\])?(?:\([0-9a-f]+\))?(?:.*?\s(?P<width>\d+)x(?P<rate>[A-Z]+\d*))?"
)
_LANE = {
    "SDR": 2.5,
    "DDR": 5,
    "QDR": 10,
    "FDR10": 10,
    "FDR": 14,
    "EDR": 25,
    "HDR": 50,
    "NDR": 100,
    "XDR": 200,
}
"""Rate of a lane in Gb/s, by the words of `ibnetdiscover`."""
_WHOLE = ("vendid", "devid", "sysimgguid", "switchguid", "caguid", "rtguid", "#")
_AGGREGATION = "Mellanox Technologies Aggregation Node"
"""SHARP's own node within a switch, on a port that no cable reaches (port 41 or 65 in NVIDIA's dumps)."""


@dataclass(frozen=True, slots=True)
class Node:
    """A switch or an adapter."""

    id: str
    """`S-`, `H-` or `R-`, and the GUID."""
    switch: bool
    words: str
    """Its node description."""
    line: int
    """Where it stands, from 0."""

    @property
    def guid(self) -> int:
        """Return the GUID of the node."""
        return int(self.id.partition("-")[2], 16)


@dataclass(frozen=True, slots=True)
class Wire:
    """A cable as one of its ends tells it."""

    near: Node
    port: str
    far: Node
    far_port: str
    gbps: int | None
    guid: int | None
    """GUID of the near port, where the dump has it: adapters' do."""
    line: int
    """Where it stands, from 0."""


@dataclass(frozen=True, slots=True)
class Dump:
    """All of a dump; nodes of SHARP are no part of it."""

    nodes: Mapping[str, Node]
    wires: tuple[Wire, ...]


def subnet_dump(page: Page) -> Dump:
    """Read a dump; what it should not say is told to the page."""
    heads = ((number, _HEAD.match(line)) for number, line in enumerate(page.lines))
    nodes = {head["id"]: _node(head, number) for number, head in heads if head}
    wires: list[Wire] = []
    near: Node | None = None
    for number, line in enumerate(page.lines):
        if head := _HEAD.match(line):
            near = nodes[head["id"]]
        elif line.startswith("["):
            if (wire := _wire(page, nodes, near, number)) is not None and _cabled(wire):
                wires.append(wire)
        elif line.strip() and not line.startswith(_WHOLE):
            page.wrong("this is no line of `ibnetdiscover`", number, hint="save what it prints as it is")
    return Dump({name: node for name, node in nodes.items() if node.words != _AGGREGATION}, tuple(wires))


def _node(head: re.Match[str], line: int) -> Node:
    return Node(head["id"], head["kind"] == "Switch", head["words"].strip(), line)


def _cabled(wire: Wire) -> bool:
    return _AGGREGATION not in (wire.near.words, wire.far.words)


def _wire(page: Page, nodes: Mapping[str, Node], near: Node | None, number: int) -> Wire | None:
    cable = _CABLE.match(page.lines[number])
    if cable is None or near is None:
        page.wrong("this is no link of `ibnetdiscover`", number, hint='it prints `[1] "H-..."[1](...) # ...`')
        return None
    if cable["id"] not in nodes:
        hint = "the dump is cut: save it whole"
        page.wrong(f"nothing describes `{cable['id']}`", number, cable.start("id"), hint)
        return None
    rate = _LANE.get(cable["rate"] or "")
    gbps = int(int(cable["width"]) * rate) if rate else None
    guid = int(cable["guid"], 16) if cable["guid"] else None
    return Wire(near, cable["port"], nodes[cable["id"]], cable["far"], gbps, guid, number)
