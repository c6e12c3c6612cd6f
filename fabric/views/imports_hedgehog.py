"""Links in Hedgehog's wiring: the `Switch`, `Server` and `Connection` objects of a YAML file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError
from fabric.core.yaml_events import read_yaml
from fabric.views.imports import HOST, SWITCH, Network, Page, Seen, Sight, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.core.diagnostic import Path

GROUP = "wiring.githedgehog.com/"
ROLES = {"spine": "spine", "server-leaf": "leaf", "border-leaf": "leaf", "mixed-leaf": "leaf"}
SWITCH_PORT = re.compile(r"E1/(?P<cage>\d+)(?:/(?P<child>\d+))?")
ENDS = 2
OUTSIDE = frozenset({"external", "staticExternal", "gateway"})
"""Connections that lead out of the fabric: their far end is no device of it."""


def hedgehog(file: str, text: str) -> Network:
    """Return the links of all connections; those that lead out of the fabric are left out and told."""
    page = Page(file, text.splitlines())
    devices: dict[str, Seen] = {}
    links: list[Sight] = []
    left_out: list[str] = []
    for start, document in _documents(page.lines):
        data, marks = _read(page, document, start)
        if not isinstance(data, dict) or not str(data.get("apiVersion", "")).startswith(GROUP):
            continue
        thing = _Thing(page, data, marks)
        if data.get("kind") in {"Switch", "Server"}:
            devices |= thing.device()
        elif data.get("kind") == "Connection":
            if thing.outside:
                left_out.append(f"connection {thing.name}, which leads out of the fabric")
            else:
                links += thing.links()
    for link in links:
        for spot in (link.a, link.b):
            devices.setdefault(
                spot.device, Seen(spot.device, SWITCH if SWITCH_PORT.match(spot.port) else HOST)
            )
    return page.done(Network("roce", devices, tuple(links), tuple(left_out)))


def _documents(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the documents of a stream with the line each begins at; the reader of intents knows one only."""
    start = 0
    for number, line in enumerate([*lines, "---"]):
        if line.startswith("---"):
            yield start, "\n".join(lines[start:number])
            start = number + 1


def _read(page: Page, document: str, start: int) -> tuple[object, Mapping[Path, tuple[int, int]]]:
    try:
        data, marks, _ = read_yaml(page.file, document)
    except FabricError as failure:
        for found in failure.diagnostics:
            place = found.place
            page.wrong(
                found.summary, start + place.line - 1 if place else start, place.column - 1 if place else 0
            )
        return None, {}
    return data, {path: (start + mark.line, mark.column) for path, mark in marks.items()}


class _Thing:
    """One object: its name, and where its parts stand."""

    def __init__(self, page: Page, data: Mapping[str, object], marks: Mapping[Path, tuple[int, int]]) -> None:
        self.page, self.marks = page, marks
        metadata, spec = data.get("metadata"), data.get("spec")
        self.name = str(metadata.get("name", "")) if isinstance(metadata, dict) else ""
        self.spec = spec if isinstance(spec, dict) else {}
        self.kind = data.get("kind")
        if not self.name:
            self.page.wrong(f"this {self.kind} has no `metadata.name`", *marks[()])

    @property
    def outside(self) -> bool:
        return bool(OUTSIDE & self.spec.keys())

    def device(self) -> dict[str, Seen]:
        if self.kind == "Server":
            return {self.name: Seen(self.name, HOST)}
        role, profile = ROLES.get(str(self.spec.get("role")), ""), str(self.spec.get("profile", ""))
        platform = "cumulus" if profile.startswith("cumulus") else ""
        return {self.name: Seen(self.name, SWITCH, role, profile, platform)}

    def links(self) -> Iterator[Sight]:
        found = list(_ends(self.spec, ("spec",)))
        if not found:
            self.page.wrong(f"connection `{self.name}` has no link", *self.marks[()])
        for ends in found:
            spots = [self.spot(port, path) for port, path in ends]
            if len(spots) != ENDS:
                self.page.wrong("this link has one port", *self.marks[ends[0][1]])
            elif spots[0] and spots[1]:
                yield Sight(spots[0], spots[1])

    def spot(self, port: object, path: Path) -> Spot | None:
        device, _, name = str(port).partition("/")
        if not device or not name:
            self.page.wrong(f"`{port}` is no port", *self.marks[path], hint="it is `device/port`")
            return None
        return Spot(device, name)


def _ends(value: object, path: Path) -> Iterator[list[tuple[object, Path]]]:
    """Yield the ends of every link below a value: parts of a mapping that have a `port`, however called."""
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from _ends(part, (*path, number))
    if not isinstance(value, dict):
        return
    ports = [(part["port"], (*path, name, "port")) for name, part in value.items() if _has_port(part)]
    if ports:
        yield ports
        return
    for name, part in value.items():
        yield from _ends(part, (*path, name))


def _has_port(part: object) -> bool:
    return isinstance(part, dict) and "port" in part
