"""The files of an imported intent: site, links, and which name stands for which."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core.csv_rows import comma_separated
from fabric.core.names import natural
from fabric.intent.reader import SCHEMA
from fabric.topology.names import pod_number
from fabric.views.imports_given import OF_SWITCH
from fabric.views.imports_places import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.views.imports import Network, Sight, Spot
    from fabric.views.imports_facts import Facts
    from fabric.views.imports_given import Given
    from fabric.views.imports_names import Names

BESIDE = (*OF_SWITCH, "pod", "rail")
"""What `switches` says of one, as far as it is known."""
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/-]*")


@dataclass(frozen=True, slots=True)
class Sheet:
    """An imported network with everything that is known of it."""

    network: Network
    own: Names
    facts: Mapping[str, Facts]
    said: Given
    catalog: Catalog
    rails: int = 0
    word: str = ""
    """Before the numbers of ports on hosts; empty for the default."""
    systems: str = ""
    lengths: Mapping[Sight, float] = field(default_factory=dict)
    """In metres, of links whose length is known."""
    sections: str = ""
    """Of the site, beside hosts and topology."""

    @property
    def fabric(self) -> str:
        """Name of the fabric."""
        return self.said.of_network("fabric") or "backend"

    def site(self, name: str, unsaid: Sequence[str]) -> str:
        """Return `site.yaml`; its head lists what is still missing."""
        lines = ["# Imported: switches and hosts by their names here, `names.csv` has those of the file."]
        lines += [f"# Missing: {words}." for words in unsaid]
        lines += [f"schema: {SCHEMA}", f"name: {name}", ""]
        word = f", host_interfaces: {self.word}" if self.word else ""
        head = f"name: {self.fabric}, transport: {self.network.transport}{word}"
        lines += [f"fabric: {{{head}}}", "", "hosts:"]
        lines += self._hosts()
        rails = [f"  rails: {self.rails}"] if self.rails else []
        rails += [f"  systems: {self.systems}"] if self.systems else []
        lines += ["", "topology:", "  kind: explicit", *rails, "  switches:", *self._switches()]
        lines += ["  links: links.csv"]
        if self.network.transport == "infiniband":
            ports = sum(map(len, self.own.managers.values()))
            lines += [
                "",
                f"subnet: {flow({'release': self.said.of_network('subnet'), 'ports': str(ports)})}",
            ]
        return "\n".join(lines) + "\n" + self.sections

    def _hosts(self) -> Iterator[str]:
        taken = {pod_number(pod.name) for pod in self.own.pods}
        free = (number for number in range(1, len(self.own.pods) * 2 + 1) if number not in taken)
        for pod in self.own.pods:
            number = "" if pod_number(pod.name) else str(next(free))
            adapters = f", adapters: [{', '.join(map(str, pod.adapters))}]" if pod.adapters else ""
            model = self.said.of_network("nic", pod.name)
            nics = f"{{{f'model: {_word(model)}, ' if model else ''}count: {len(pod.ports)}{adapters}}}"
            own = flow(
                {"count": str(pod.count), "number": number, "model": self.said.of_network("host", pod.name)}
            )
            yield f"  {pod.name}: {own[:-1]}, nics: {{{self.fabric}: {nics}}}}}"

    def _switches(self) -> Iterator[str]:
        for name in sorted(self.facts, key=lambda name: natural(self.own.devices[name])):
            found = self.facts[name]
            yield f"    {self.own.devices[name]}: {flow({word: found.get(word, '') for word in BESIDE})}"

    def links(self) -> str:
        """Return `links.csv`."""
        speed = self.said.of_network("speed")
        rows = [
            (self.port(link.a, link.gbps), self.port(link.b, link.gbps),
             speed or (f"{link.gbps}G" if link.gbps else ""), *self._length(link))
            for link in self.network.links
        ]  # fmt: skip
        return _table(("a", "b", "speed", *(("length",) if self.lengths else ())), rows)

    def _length(self, link: Sight) -> tuple[str, ...]:
        known = self.lengths.get(link)
        return (f"{known:g} m" if known else "",) if self.lengths else ()

    def port(self, spot: Spot, gbps: int | None) -> str:
        """Return a port in our words."""
        own = self.own.devices[spot.device]
        if (pod := self.own.pod_of.get(spot.device)) is not None:
            return f"{own}:{pod.ports.index(spot.port) + 1}"
        if (ports := self.own.managers.get(spot.device)) is not None:
            return f"{own}:{ports.index(spot.port) + 1}"
        speed = self.said.of_network("speed").removesuffix("G")
        rate = int(speed) if speed.isdecimal() else gbps
        return f"{own}:{place(spot.port, self.facts[spot.device]['model'], rate, self.catalog)}"

    def names(self) -> str:
        """Return `names.csv`: the name in the file beside ours, of devices and of NICs."""
        rows = [(name, own) for name, own in self.own.devices.items()]
        rows += [
            (f"{name}:{port}", f"{self.own.devices[name]}:{number}")
            for name, pod in self.own.pod_of.items()
            for number, port in enumerate(pod.ports, 1)
        ]
        return _table(("file", "here"), sorted(rows, key=lambda row: natural(row[1])))


def flow(fields: Mapping[str, str]) -> str:
    """Return fields on one line of YAML, without those that are empty."""
    return "{" + ", ".join(f"{name}: {_word(value)}" for name, value in fields.items() if value) + "}"


def _word(text: str) -> str:
    return text if PLAIN.fullmatch(text) or text.isdecimal() else json.dumps(text)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return comma_separated([head, *rows])
