"""`media: auto`: the same parts for all links of a class that leave it open, by what stands at their ends."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.physics.choice import Choice, Way, choose
from fabric.physics.sockets import Socket, host_socket, switch_socket
from fabric.topology.model import Device, Link, Port, Role
from fabric.topology.speeds import nic_planes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Diagnostic, Path
    from fabric.intent.physical import LinkMedia, Physical
    from fabric.topology.ground import Ground

OpenClass = tuple["Path", int]
"""Where the intent leaves the parts of links open, and their speed in Gb/s."""


@dataclass(frozen=True, slots=True)
class _Ends:
    """The sockets of a fabric, each made once."""

    ground: Ground
    devices: Mapping[str, Device]
    nics: Mapping[str, str]
    made: dict[tuple[str, str, int], Socket | None] = field(default_factory=dict)

    def of(self, link: Link) -> tuple[Socket, Socket] | None:
        """Return the sockets of a link; None where a manager has an end, whose cages nothing names."""
        a, b = (self._socket(end.device, end.port) for end in (link.a, link.b))
        return (a, b) if a and b else None

    def _socket(self, name: str, port: Port) -> Socket | None:
        device = self.devices[name]
        key = (device.model, device.pod if device.role is Role.HOST else "", port.lanes)
        if key not in self.made:
            planes = nic_planes(self.ground.intent)
            self.made[key] = socket_of(
                self.ground.catalog, device, port, self.nics.get(device.pod, ""), planes
            )
        return self.made[key]


def socket_of(catalog: Catalog, device: Device, port: Port, nic: str, planes: int) -> Socket | None:
    """Return the socket of a port; None of a subnet manager, whose adapters nothing names."""
    if device.role is Role.MANAGER:
        return None
    if device.role is Role.HOST:
        return host_socket(catalog, device.model, nic, planes)
    return switch_socket(catalog.switch(device.model), port)


def with_chosen_parts(
    links: Sequence[Link], devices: Mapping[str, Device], ground: Ground
) -> tuple[tuple[Link, ...], dict[OpenClass, Choice]]:
    """Return the links with the parts that were chosen for them, and the choices. Raises FabricError."""
    asking = dict(_asking(ground.intent.physical))
    if not asking:
        return tuple(links), {}
    ends = _Ends(ground, devices, {pod.name: pod.nic_model for pod in ground.pods})
    choices = {key: _chosen(members, ends, asking[key[0]]) for key, members in _open(links).items()}
    if problems := [found for key, choice in choices.items() if (found := _nothing(key, choice))]:
        raise FabricError(*problems)
    return tuple(_with_parts(link, choices) for link in links), choices


def _asking(physical: Physical) -> Iterator[tuple[Path, LinkMedia]]:
    """Yield the classes of the intent whose parts are to be chosen."""
    for media in (*physical.links.values(), *(one for own in physical.pods.values() for one in own.values())):
        if media.media == "auto":
            yield media.loc("media"), media


def open_class(link: Link) -> OpenClass | None:
    """Return the class of choice that a link belongs to; None when the intent names its parts."""
    place = link.given.get("media")
    return (place, link.speed_gbps) if place and link.given.get("host") in {None, place} else None


def _open(links: Iterable[Link]) -> dict[OpenClass, list[Link]]:
    found: defaultdict[OpenClass, list[Link]] = defaultdict(list)
    for link in links:
        if (key := open_class(link)) is not None:
            found[key].append(link)
    return found


def _chosen(members: Sequence[Link], ends: _Ends, media: LinkMedia) -> Choice:
    """Return the choice for links of one class: the longest of them decides."""
    longest = max(link.length_m for link in members)
    passed = max(sum(passage.loss_db or 0.0 for passage in link.via) for link in members)
    way = Way(members[0].speed_gbps, longest, media.panels, media.extra_loss + passed)
    pairs = dict.fromkeys(pair for link in members if (pair := ends.of(link)))
    return choose(ends.ground.catalog, pairs, way)


def _nothing(key: OpenClass, choice: Choice) -> Diagnostic | None:
    if choice.option is not None:
        return None
    summary = f"nothing in the catalog makes these links of {key[1]}G"
    hint = "name the parts yourself, or change length, speed or panels"
    return error("OPT-022", summary, key[0], f"{choice.why()}: {hint}" if choice.rejected else hint)


def _with_parts(link: Link, choices: Mapping[OpenClass, Choice]) -> Link:
    key = open_class(link)
    option = choices[key].option if key else None
    if option is None:
        return link
    return replace(link, media_a=option.lower, media_b=option.upper, fibre=option.fibre)
