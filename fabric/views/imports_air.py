"""Links of a simulation in NVIDIA Air's JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from fabric.core.yaml_events import read_yaml
from fabric.views.imports import HOST, SWITCH, Network, Page, Seen, Sight, Spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.diagnostic import Path
    from fabric.core.yaml_events import Mark

SYSTEM = re.compile(r"(?P<os>cumulus|sonic)-v[xs]-?(?P<release>[\d.]*)")
"""Image of a virtual switch, such as `cumulus-vx-5.15.0`."""
MANAGEMENT = ("eth0", "oob")
"""Interfaces and nodes of the out-of-band network."""
ENDS = 2


def air(file: str, text: str) -> Network:
    """Return the links between nodes; those of the management network are left out and told."""
    page = Page(file, text.splitlines())
    try:
        json.loads(text)
    except json.JSONDecodeError as failure:
        page.wrong(f"this is not JSON: {failure.msg}", failure.lineno - 1, failure.colno - 1)
        return page.done(Network("roce", {}, ()))
    except RecursionError:
        page.wrong("this is nested without end", 0)
        return page.done(Network("roce", {}, ()))
    data, marks, _ = read_yaml(file, text.replace("\t", " "))  # JSON is YAML, and that reader knows places
    content, below = (
        (data["content"], ("content",)) if isinstance(data, dict) and "content" in data else (data, ())
    )
    if not isinstance(content, dict) or not isinstance(content.get("nodes"), dict):
        page.wrong("there are no `nodes`", 0, hint="export the topology of the simulation as JSON")
        return page.done(Network("roce", {}, ()))
    found = _Links(page, marks, content["nodes"])
    links = content.get("links")
    for number, link in enumerate(links if isinstance(links, list) else []):
        found.take(link, (*below, "links", number))
    devices = {name: _node(name, node) for name, node in content["nodes"].items() if name in found.joined}
    return page.done(Network("roce", devices, tuple(found.links), tuple(found.left_out)))


class _Links:
    """The links that are read, and what is left out."""

    def __init__(self, page: Page, marks: Mapping[Path, Mark], nodes: Mapping[str, object]) -> None:
        self.page, self.marks, self.nodes = page, marks, nodes
        self.links: list[Sight] = []
        self.left_out: list[str] = []
        self.joined: set[str] = set()

    def take(self, link: object, path: Path) -> None:
        ends = link if isinstance(link, list) else []
        spots = [self.spot(end, (*path, n)) for n, end in enumerate(ends) if isinstance(end, dict)]
        if len(ends) != ENDS:
            mark = self.marks[path]
            self.page.wrong("a link has two ends", mark.line, mark.column)
        elif len(spots) == ENDS and spots[0] and spots[1]:
            self.keep(spots[0], spots[1])
        elif len(spots) < ENDS:
            named = ", ".join(f"{spot.device}:{spot.port}" for spot in spots if spot)
            self.left_out.append(f"{named or 'a link'}, which leads out of the simulation")

    def keep(self, a: Spot, b: Spot) -> None:
        if any(
            spot.port.startswith(MANAGEMENT[0]) or spot.device.startswith(MANAGEMENT[1]) for spot in (a, b)
        ):
            self.left_out.append(f"{a.device}:{a.port} to {b.device}:{b.port}, the management network")
            return
        self.links.append(Sight(a, b))
        self.joined |= {a.device, b.device}

    def spot(self, end: Mapping[str, object], path: Path) -> Spot | None:
        mark = self.marks[path]
        for name in ("node", "interface"):
            if not isinstance(end.get(name), str):
                self.page.wrong(f"an end of this link has no `{name}`", mark.line, mark.column)
                return None
        if end["node"] not in self.nodes:
            at = self.marks[*path, "node"]
            self.page.wrong(f"there is no node `{end['node']}`", at.line, at.column)
            return None
        return Spot(cast("str", end["node"]), cast("str", end["interface"]))


def _node(name: str, node: object) -> Seen:
    image = str(node.get("os", "")) if isinstance(node, dict) else ""
    system = SYSTEM.search(image)
    if system is None:
        return Seen(name, HOST)
    return Seen(name, SWITCH, platform=system["os"], release=system["release"])
