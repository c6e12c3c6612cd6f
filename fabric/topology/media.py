"""What modules and cables give to a link: speed, and ports to a cage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, Media
from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.pods import unlisted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Cable, Catalog
    from fabric.intent.physical import LinkMedia, LinkOverride


def port_gbps(media: str, catalog: Catalog) -> int:
    """Return the speed of a port with a module or cable."""
    return module(media, catalog).port_gbps


def ports_served(media: str, speed_gbps: int, catalog: Catalog) -> int | None:
    """Return how many ports of a speed one module serves; None where lanes decide."""
    found = module(media, catalog) if media else None
    if not isinstance(found, Media):
        return None
    return found.ports if speed_gbps >= found.port_gbps else found.gbps // speed_gbps


def module(name: str, catalog: Catalog) -> Media | Cable:
    """Return a module or a cable with fixed ends. Raises CatalogError."""
    try:
        return catalog.media(name)
    except CatalogError as no_module:
        try:
            return catalog.cable(name)
        except CatalogError:
            raise no_module from None


def misnamed(media: LinkMedia | LinkOverride, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the modules that the catalog does not know, and ends that are named twice."""

    def find(name: str) -> object:
        return module(name, catalog)

    for field, look_up in (("both", find), ("host", find), ("switch", find), ("fibre", catalog.fibre)):
        name = getattr(media, field)
        if name is not None:
            yield from unlisted(look_up, name, media.loc(field))
    named = [field for field in ("both", "host", "switch", "fibre") if getattr(media, field) is not None]
    if named and getattr(media, "media", None) is not None:
        summary = f"`media: auto` chooses what `{named[0]}` names"
        yield error("OPT-023", summary, media.loc(named[0]), "leave one of them out")
    if media.both is not None and (media.host is not None or media.switch is not None):
        summary = "`both` says the same as `host` and `switch`"
        yield error("TOP-015", summary, media.loc("both"), "name one module for both ends, or one for each")
