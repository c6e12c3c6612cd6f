"""A network as it is cabled: switches by name, links from port to port."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.names import natural
from fabric.intent.explicit import Explicit
from fabric.topology.circuits import passive_devices
from fabric.topology.exceptions import with_exceptions
from fabric.topology.ground import Ground, Wiring
from fabric.topology.hosts import host_devices
from fabric.topology.joints import Joiner
from fabric.topology.managers import manager_devices
from fabric.topology.model import HOST_LINK, Device, Role
from fabric.topology.names import pod_number
from fabric.topology.occupancy import crowded
from fabric.topology.spare import idle, left_out
from fabric.topology.ways import RANK, ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.topology.model import Link


def explicit(ground: Ground) -> Wiring:
    """Return a fabric that is written by hand. Raises FabricError with every mistake in its links.

    Nothing follows from the order in which switches and links stand.
    """
    topology = ground.intent.topology
    if not isinstance(topology, Explicit):
        raise TypeError("a hand-written fabric is described by its links")
    switches = with_exceptions(_switches(topology), topology, ground.catalog)
    hosts = {device.name: device for pod in ground.pods for device in host_devices(pod)}
    own = {**switches, **manager_devices(ground)}
    passive, unlisted = passive_devices(topology, ground.catalog)
    taken = {**hosts, **own}
    named = {name: device.path for name, device in {**switches, **passive}.items()}
    problems = [*unlisted, *_strangers(ground, switches), *prefixed(ground, named)]
    problems += [*_homonyms(hosts, {**own, **passive}), *_homonyms(own, passive)]
    if problems:
        raise FabricError(*problems)
    devices = taken
    found, astray = ways(topology, {**devices, **passive}, ground.catalog)
    joiner = Joiner(ground, {pod.name: pod for pod in ground.pods}, topology)
    links = [link for way in found if (link := joiner.link(way))]
    links.sort(key=_place)
    problems += [*astray, *joiner.problems, *crowded(links, devices, ground.catalog)]
    if not problems:
        problems += [*idle(ground, devices, links), *left_out(devices, links)]
    if problems:
        raise FabricError(*problems)
    return Wiring(MappingProxyType(own), tuple(links), passive=MappingProxyType(passive))


def _switches(topology: Explicit) -> Iterator[Device]:
    """Yield the switches, lower tiers first."""
    made = (
        Device(
            name, Role(found.role), found.model, found.platform, found.release, found.hwsku or "",
            pod=found.pod or "", index=pod_number(name) or 0, rail=found.rail, path=found.loc(),
            plane=found.plane, routing_mode=found.routing_mode,
        )
        for name, found in topology.switches.items()
    )  # fmt: skip
    yield from sorted(made, key=lambda device: (RANK[device.role], natural(device.name)))


def _place(link: Link) -> tuple[object, ...]:
    """Return where a link stands in the fabric: those of hosts first, each by its lower port."""
    return link.kind != HOST_LINK, natural(link.a.device), link.a.port, natural(link.b.device), link.b.port


def _strangers(ground: Ground, switches: Mapping[str, Device]) -> Iterator[Diagnostic]:
    """Yield switches whose ports speak something else than the fabric."""
    wanted = "infiniband" if ground.intent.transport == "infiniband" else "ethernet"
    for device in switches.values():
        spoken = ground.catalog.switch(device.model).protocol
        if spoken != wanted:
            summary = f"`{device.name}` (`{device.model}`) speaks {spoken}, the fabric {wanted}"
            hint = "choose another model, or put the switch into a fabric of its own"
            yield error("TOP-070", summary, (*device.path, "model"), hint)


def prefixed(ground: Ground, named: Mapping[str, Path]) -> Iterator[Diagnostic]:
    """Yield the names of switches, with where the intent says them, that lack the prefix of the fabric."""
    prefix = ground.intent.prefix
    for name, path in named.items():
        if not name.startswith(prefix):
            summary = f"`{name}` does not begin with the prefix `{prefix}` of its fabric"
            hint = f"call it `{prefix}{name}`: switches of two fabrics have different names"
            yield error("TOP-071", summary, path, hint)


def _homonyms(some: Mapping[str, Device], others: Mapping[str, Device]) -> Iterator[Diagnostic]:
    for name in sorted(some.keys() & others.keys()):
        summary = f"`{name}` is the name of a {some[name].role} and of a {others[name].role}"
        yield error("TOP-072", summary, others[name].path, "give one of them another name")
