"""Speed and media of the links, from the modules and NICs the intent names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, Media
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.intent.topology import MultiPlane
from fabric.topology.pods import unlisted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Cable, Catalog
    from fabric.intent import Fabric
    from fabric.intent.physical import LinkMedia
    from fabric.topology.pods import Pod


@dataclass(frozen=True, slots=True)
class LinkClass:
    """What all links of one kind have in common."""

    kind: str
    speed_gbps: int
    media_a: str = ""
    media_b: str = ""
    fibre: str = ""
    length_m: float = 0.0


def link_classes(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> dict[str, LinkClass]:
    """Return speed and media by kind of link. Raises FabricError for modules the catalog does not know."""
    links = fabric.physical.links
    problems = [found for media in links.values() for found in _unknown(media, catalog)]
    problems += _mute(fabric, pods, catalog)
    problems += _undivided(fabric, pods, catalog)
    if problems:
        raise FabricError(*problems)
    nic_gbps = min(_nic_gbps(fabric, pod, catalog) for pod in pods)
    host = _link_class("host-leaf", links.get("host-leaf"), nic_gbps, catalog)
    leaf = _link_class("leaf-leaf", links.get("leaf-leaf"), host.speed_gbps, catalog)
    spine = _link_class("leaf-spine", links.get("leaf-spine"), host.speed_gbps, catalog)
    across = _link_class("spine-spine", links.get("spine-spine"), spine.speed_gbps, catalog)
    core = _link_class("spine-core", links.get("spine-core"), spine.speed_gbps, catalog)
    return {found.kind: found for found in (host, leaf, spine, across, core)}


def _mute(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the pods whose NICs do not speak the transport of the fabric."""
    for pod in pods:
        if fabric.transport == "infiniband" and not catalog.nic(pod.nic_model).infiniband:
            summary = f"`{pod.nic_model}` of pod `{pod.name}` does not speak InfiniBand"
            yield error("TOP-022", summary, pod.path, "choose another NIC, or make the fabric `roce`")


def _undivided(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the pods whose NICs cannot be split over the planes of the fabric."""
    for pod in pods:
        nic, planes = catalog.nic(pod.nic_model), _planes(fabric)
        if planes > 1 and planes not in nic.ports:
            summary = f"`{nic.id}` of pod `{pod.name}` is not split into {planes} ports"
            hint = f"choose another NIC: this one has {' or '.join(map(str, nic.ports))}"
            yield error("TOP-025", summary, pod.path, hint)


def _planes(fabric: Fabric) -> int:
    return fabric.topology.planes if isinstance(fabric.topology, MultiPlane) else 1


def _nic_gbps(fabric: Fabric, pod: Pod, catalog: Catalog) -> int:
    """Return the speed of a port; those of one NIC share what it has."""
    nic = catalog.nic(pod.nic_model)
    whole = nic.ethernet_gbps if fabric.transport == "roce" else nic.max_port_gbps
    return min(whole, nic.max_port_gbps // _planes(fabric))


def _link_class(kind: str, media: LinkMedia | None, default_gbps: int, catalog: Catalog) -> LinkClass:
    if media is None:
        return LinkClass(kind, default_gbps)
    lower, upper = media.host or media.both or "", media.switch or media.both or ""
    module = lower or upper
    speed = int(media.speed) if media.speed else _port_gbps(module, catalog) if module else default_gbps
    return LinkClass(kind, speed, lower, upper, media.fibre or "", media.length)


def _port_gbps(media: str, catalog: Catalog) -> int:
    found = _module(media, catalog)
    return found.port_gbps if isinstance(found, Media) else found.gbps


def _module(name: str, catalog: Catalog) -> Media | Cable:
    """Return a module or a cable with fixed ends. Raises CatalogError."""
    try:
        return catalog.media(name)
    except CatalogError as no_module:
        try:
            return catalog.cable(name)
        except CatalogError:
            raise no_module from None


def _unknown(media: LinkMedia, catalog: Catalog) -> Iterator[Diagnostic]:
    def module(name: str) -> object:
        return _module(name, catalog)

    for field, find in (("both", module), ("host", module), ("switch", module), ("fibre", catalog.fibre)):
        name = getattr(media, field)
        if name is not None:
            yield from unlisted(find, name, media.loc(field))
    if media.both is not None and (media.host is not None or media.switch is not None):
        summary = "`both` says the same as `host` and `switch`"
        yield error("TOP-015", summary, media.loc("both"), "name one module for both ends, or one for each")
