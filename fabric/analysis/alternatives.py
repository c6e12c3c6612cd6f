"""What else would work between the ports of a fabric: other modules, fibres and cables of the catalog."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.physics.choice import Way, choose
from fabric.topology import Role
from fabric.topology.chosen import socket_of
from fabric.topology.media import ports_served
from fabric.topology.speeds import nic_planes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.device import Design
    from fabric.physics.choice import Option
    from fabric.physics.sockets import Socket
    from fabric.topology import End, Link


class Made(NamedTuple):
    """What links are made of."""

    kind: str
    speed_gbps: int
    lower: str
    upper: str
    fibre: str

    @property
    def name(self) -> str:
        """The parts as one says them; empty when the intent names none."""
        ends = dict.fromkeys(name for name in (self.lower, self.upper) if name)
        parts = " to ".join(ends)
        return f"{parts} over {self.fibre}" if parts and self.fibre else parts or self.fibre


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Links that are made of the same, and what else would work for all of them."""

    fabric: str
    made: Made
    links: int
    longest_m: float
    options: tuple[Option, ...]
    """In the order of `media: auto`: figures that were read first, then the least power."""


def alternatives(design: Design) -> tuple[Alternatives, ...]:
    """Return what else would work for the links of a fabric, judged by the rules that judge its own parts."""
    groups: dict[Made, list[Link]] = {}
    for link in design.fabric.links:
        made = Made(link.kind, link.speed_gbps, link.media_a, link.media_b, link.fibre)
        groups.setdefault(made, []).append(link)
    shared = Counter((end.device, end.port.cage) for link in design.fabric.links for end in (link.a, link.b))
    return tuple(_of(design, made, links, shared) for made, links in groups.items())


def _of(design: Design, made: Made, links: Sequence[Link], shared: Counter[tuple[str, int]]) -> Alternatives:
    sockets: dict[object, Socket | None] = {}
    pairs = dict.fromkeys(pair for link in links if (pair := _pair(design, link, sockets)))
    longest = max(link.length_m for link in links)
    found = choose(design.catalog, pairs, _way(design, links, longest))
    most = [max(_in_cage(design, end, shared) for end in ends) for ends in zip(*_ends(links), strict=True)]
    options = (found.option, *found.others) if found.option and pairs else ()
    fitting = tuple(
        option
        for option in options
        if (option.lower, option.upper, option.fibre) != made[2:]
        and all(
            _serves(design, name, made, most[end]) for end, name in enumerate((option.lower, option.upper))
        )
    )
    return Alternatives(design.fabric.name, made, len(links), longest, fitting)


def _ends(links: Sequence[Link]) -> Iterator[tuple[End, End]]:
    for link in links:
        yield link.a, link.b


def _in_cage(design: Design, end: End, shared: Counter[tuple[str, int]]) -> int:
    """Return the links that leave by the cage of an end; an adapter counts by ports, so it is one there."""
    of_switch = design.device(end.device).role not in {Role.HOST, Role.MANAGER}
    return shared[end.device, end.port.cage] if of_switch else 1


def _serves(design: Design, name: str, made: Made, ports: int) -> bool:
    """Whether one module serves all links of the cage; of a cable, lanes decide, which were judged."""
    served = ports_served(name, made.speed_gbps, design.catalog)
    return served is None or served >= ports


def _way(design: Design, links: Sequence[Link], longest: float) -> Way:
    """Return what the links have to bridge, by the class of the first."""
    physical, first = design.intent.physical, links[0]
    classes = {str(kind): media for kind, media in physical.links.items()}
    own = physical.pods.get(design.device(first.a.device).pod, {})
    media = (classes | {str(kind): found for kind, found in own.items()}).get(first.kind)
    panels, extra_db = (media.panels, media.extra_loss) if media else (0, 0.0)
    passed = max(sum(passage.loss_db or 0.0 for passage in link.via) for link in links)
    return Way(first.speed_gbps, longest, panels, extra_db + passed)


def _pair(design: Design, link: Link, made: dict[object, Socket | None]) -> tuple[Socket, Socket] | None:
    a, b = (_socket(design, end, made) for end in (link.a, link.b))
    return (a, b) if a and b else None


def _socket(design: Design, end: End, made: dict[object, Socket | None]) -> Socket | None:
    device = design.device(end.device)
    key = (device.model, device.pod if device.role is Role.HOST else "", end.port.lanes)
    if key not in made:
        nic = design.site.hosts[device.pod].nics[design.fabric.name].model if device.role is Role.HOST else ""
        made[key] = socket_of(design.catalog, device, end.port, nic, nic_planes(design.intent))
    return made[key]
