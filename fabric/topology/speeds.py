"""Speed and media of the links, from the modules and NICs the intent names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog
    from fabric.intent import Fabric
    from fabric.intent.fabric import LinkMedia
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
    if problems:
        raise FabricError(*problems)
    nic_gbps = min(_nic_gbps(fabric, pod, catalog) for pod in pods)
    host = _link_class("host-leaf", links.get("host-leaf"), nic_gbps, catalog)
    spine = _link_class("leaf-spine", links.get("leaf-spine"), host.speed_gbps, catalog)
    return {"host-leaf": host, "leaf-spine": spine}


def _nic_gbps(fabric: Fabric, pod: Pod, catalog: Catalog) -> int:
    nic = catalog.nic(pod.nic_model)
    return nic.ethernet_gbps if fabric.transport == "roce" else nic.max_port_gbps


def _link_class(kind: str, media: LinkMedia | None, default_gbps: int, catalog: Catalog) -> LinkClass:
    if media is None:
        return LinkClass(kind, default_gbps)
    lower, upper = media.host or media.both or "", media.switch or media.both or ""
    module = lower or upper
    speed = int(media.speed) if media.speed else _port_gbps(module, catalog) if module else default_gbps
    return LinkClass(kind, speed, lower, upper, media.fibre or "", media.length)


def _port_gbps(media: str, catalog: Catalog) -> int:
    if media in catalog.media_ids:
        return catalog.media(media).port_gbps
    return catalog.cable(media).gbps


def _unknown(media: LinkMedia, catalog: Catalog) -> Iterator[Diagnostic]:
    known = (*catalog.media_ids, *catalog.cable_ids)
    for field in ("both", "host", "switch"):
        name = getattr(media, field)
        if name is not None and name not in known:
            hint = nearest(name, known) or "`fabric catalog list optics` shows the known ones"
            yield error("OPT-001", f"module `{name}` is not in the catalog", media.loc(field), hint)
    if media.fibre is not None and media.fibre not in catalog.fibre_ids:
        hint = nearest(media.fibre, catalog.fibre_ids) or "`fabric catalog list fibres` shows the known ones"
        yield error("OPT-002", f"fibre `{media.fibre}` is not in the catalog", media.loc("fibre"), hint)
    if media.both is not None and (media.host is not None or media.switch is not None):
        yield error("OPT-003", "`both` and `host` or `switch` say the same thing twice", media.loc("both"),
                    "name one module for both ends, or one for each")  # fmt: skip
