"""Links of an InfiniBand subnet, from what `ibnetdiscover` prints."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabric.views.imports import HOST, SWITCH, Network, Page, Seen, Sight, Spot

HEAD = re.compile(
    r'^(?P<kind>Switch|Ca|Rt)\s*(?P<ports>\d+)\s*"(?P<id>[SHR]-[0-9a-f]+)"\s*#\s*"(?P<words>[^"]*)"'
)
"""Tabs are stripped in some published dumps."""
CABLE = re.compile(
    r'^\[(?P<port>\d+)\](?:\[ext \d+\])?(?:\([0-9a-f]+\))?\s*"(?P<id>[SHR]-[0-9a-f]+)"\[(?P<far>\d+)\]'
    r"(?:\[ext \d+\])?(?:\([0-9a-f]+\))?(?:.*?\s(?P<width>\d+)x(?P<rate>[A-Z]+\d*))?"
)
OF_SYSTEM = re.compile(r"^MF\d+;(?P<name>[^:]+):(?P<model>[A-Z0-9]+)/")
"""Node description of a managed switch: `MF0;leaf1:MQM9700/U1`."""
LANE = {"SDR": 2.5, "DDR": 5, "QDR": 10, "FDR10": 10, "FDR": 14, "EDR": 25, "HDR": 50, "NDR": 100, "XDR": 200}
"""Rate of a lane in Gb/s, by the words of `ibnetdiscover`."""
WHOLE = ("vendid", "devid", "sysimgguid", "switchguid", "caguid", "rtguid", "#")


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    device: str
    adapter: str
    """Name of the adapter on its host; empty for a switch."""
    model: str = ""


def ibnetdiscover(file: str, text: str) -> Network:
    """Return the links of a dump, each once; an end that the dump does not describe is a mistake."""
    page = Page(file, text.splitlines())
    nodes = {head["id"]: _node(head) for line in page.lines if (head := HEAD.match(line))}
    links: dict[frozenset[Spot], Sight] = {}
    near = ""
    for number, line in enumerate(page.lines):
        if head := HEAD.match(line):
            near = head["id"]
        elif line.startswith("["):
            if (sight := _sight(page, nodes, near, number)) is not None:
                links.setdefault(frozenset((sight.a, sight.b)), sight)
        elif line.strip() and not line.startswith(WHOLE):
            page.wrong("this is no line of `ibnetdiscover`", number, hint="save what it prints as it is")
    devices = {
        node.device: Seen(node.device, HOST if node.adapter else SWITCH, model=node.model,
                          platform="" if node.adapter else "unmanaged")
        for node in nodes.values()
    }  # fmt: skip
    return page.done(Network("infiniband", devices, tuple(links.values())))


def _node(head: re.Match[str]) -> _Node:
    words = head["words"].strip()
    if head["kind"] != "Switch":
        host, _, adapter = words.partition(" ")
        return _Node(head["id"], host, adapter or head["id"])
    if system := OF_SYSTEM.match(words):
        return _Node(head["id"], system["name"], "", system["model"])
    return _Node(head["id"], words or head["id"], "")


def _sight(page: Page, nodes: dict[str, _Node], near: str, number: int) -> Sight | None:
    cable = CABLE.match(page.lines[number])
    if cable is None or not near:
        page.wrong("this is no link of `ibnetdiscover`", number, hint='it prints `[1] "H-..."[1](...) # ...`')
        return None
    if cable["id"] not in nodes:
        hint = "the dump is cut: save it whole"
        page.wrong(f"nothing describes `{cable['id']}`", number, cable.start("id"), hint)
        return None
    rate = LANE.get(cable["rate"] or "")
    gbps = int(int(cable["width"]) * rate) if rate else None
    own, other = nodes[near], nodes[cable["id"]]
    return Sight(_spot(own, cable["port"]), _spot(other, cable["far"]), gbps)


def _spot(node: _Node, port: str) -> Spot:
    """Return a port; that of an adapter bears the adapter's name, and its number if it is not the first."""
    if not node.adapter:
        return Spot(node.device, port)
    return Spot(node.device, node.adapter if port == "1" else f"{node.adapter}/{port}")
