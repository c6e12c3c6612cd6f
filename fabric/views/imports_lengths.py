"""Lengths of cables, from what switches were told of them: a length for each port, or the longest of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.physics.headroom import modelled_xoff_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.device.hop import Hop
    from fabric.views.imports import Sight, Spot

UNKNOWN_M = 30.0
"""Length of links of which no switch knows any; no headroom follows from it then."""
LONGEST_M = 2000


def lengths(
    links: tuple[Sight, ...], hops: Mapping[str, Hop], models: Mapping[str, str], catalog: Catalog
) -> dict[Sight, float]:
    """Return the length of each link in metres: the shorter of what its ends provide for."""
    whole = {name: _of_headroom(hop, models.get(name, ""), catalog) for name, hop in hops.items()}

    def at(spot: Spot) -> int | None:
        hop = hops.get(spot.device)
        port = hop.ports.get(spot.port) if hop else None
        return (port.cable_m if port else None) or whole.get(spot.device)

    found: dict[Sight, float] = {}
    for link in links:
        known = [length for length in (at(link.a), at(link.b)) if length]
        if known:
            found[link] = min(known)
    return found


def _of_headroom(hop: Hop, model: str, catalog: Catalog) -> int | None:
    """Return the length from which a headroom follows; None for one that no length makes."""
    if hop.headroom_bytes is None or not model:
        return None
    speed = max((port.speed_gbps for port in hop.ports.values() if port.treatment), default=0)
    try:
        asic = catalog.switch(model).asic
        low, high = 1, LONGEST_M
        while low < high:
            middle = (low + high) // 2
            if modelled_xoff_bytes(catalog, asic, speed, middle) < hop.headroom_bytes:
                low = middle + 1
            else:
                high = middle
        return low if modelled_xoff_bytes(catalog, asic, speed, low) == hop.headroom_bytes else None
    except CatalogError:
        return None
