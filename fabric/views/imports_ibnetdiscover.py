"""Links of an InfiniBand subnet, from what `ibnetdiscover` prints."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabric.views.imports import HOST, SWITCH, Network, Page, Seen, Sight, Spot
from fabric.views.subnet_dump import Node, subnet_dump

OF_SYSTEM = re.compile(r"^MF\d+;(?P<name>[^:]+):(?P<model>[A-Z0-9]+)/")
"""Node description of a managed switch: `MF0;leaf1:MQM9700/U1`."""


@dataclass(frozen=True, slots=True)
class Described:
    """A node as its description names it."""

    device: str
    adapter: str
    """Name of the adapter on its host; empty for a switch."""
    model: str = ""


def ibnetdiscover(file: str, text: str) -> Network:
    """Return the links of a dump, each once; an end that the dump does not describe is a mistake."""
    page = Page(file, text.splitlines())
    dump = subnet_dump(page)
    nodes = {name: described(node) for name, node in dump.nodes.items()}
    links: dict[frozenset[Spot], Sight] = {}
    for wire in dump.wires:
        a, b = _spot(nodes[wire.near.id], wire.port), _spot(nodes[wire.far.id], wire.far_port)
        links.setdefault(frozenset((a, b)), Sight(a, b, wire.gbps))
    devices = {
        node.device: Seen(node.device, HOST if node.adapter else SWITCH, model=node.model,
                          platform="" if node.adapter else "unmanaged")
        for node in nodes.values()
    }  # fmt: skip
    return page.done(Network("infiniband", devices, tuple(links.values())))


def described(node: Node) -> Described:
    """Return what a node's description says; its GUID stands where it says nothing."""
    if not node.switch:
        host, _, adapter = node.words.partition(" ")
        return Described(host or node.id, adapter or node.id)
    if system := OF_SYSTEM.match(node.words):
        return Described(system["name"], "", system["model"])
    return Described(node.words or node.id, "")


def _spot(node: Described, port: str) -> Spot:
    """Return a port; that of an adapter bears the adapter's name, and its number if it is not the first."""
    if not node.adapter:
        return Spot(node.device, port)
    return Spot(node.device, node.adapter if port == "1" else f"{node.adapter}/{port}")
