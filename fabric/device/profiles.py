"""Which SONiC hardware profiles would serve a switch whose own one does not: remedies, by name."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.catalog.tables import SWITCHES
from fabric.core.names import listing
from fabric.physics.headroom import tabulated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog
    from fabric.device.design import Design
    from fabric.topology import Device

    Cables = tuple[tuple[int, float], ...]

MOST = 3
"""Profiles that a hint names."""


def that_do(design: Design, device: Device, topology: str, cables: Cables) -> str:
    """Name profiles with headroom for all cables and pools for a place: of the model, else of other ones."""
    catalog = design.catalog
    own = [name for name in catalog.hwskus(device.model) if _serves(catalog, name, topology, cables)]
    if own:
        return f"{listing(own, MOST)} of this model {'does' if len(own) == 1 else 'do'}"
    others = list(_others(design, device, topology, cables))
    if not others:
        return ""
    shown = ", ".join(f"`{name}` of `{model}`" for name, model in others[:MOST])
    return f"none of this model does, {shown} {'does' if len(others) == 1 else 'do'}"


def _serves(catalog: Catalog, name: str, topology: str, cables: Cables) -> bool:
    """Whether a profile has headroom for every speed and length, and pools for its place in the fabric."""
    try:
        catalog.pools(name, topology)
    except CatalogError:
        return False
    return all(tabulated(catalog.headroom(name, speed), length) for speed, length in cables)


def _others(design: Design, device: Device, topology: str, cables: Cables) -> Iterator[tuple[str, str]]:
    """Yield a profile of each model with as many ports at least, as fast as needed, whose lanes are known."""
    catalog = design.catalog
    ports = catalog.switch(device.model).radix or 0
    fastest = max((speed for speed, _ in cables), default=0)
    for switch in catalog.entries(SWITCHES):
        known = switch.sonic is not None and switch.sonic.first_lanes
        if switch.cages[0].max_gbps < fastest:
            continue
        if known and switch.id != device.model and (switch.radix or 0) >= ports:
            served = (name for name in catalog.hwskus(switch.id) if _serves(catalog, name, topology, cables))
            yield from ((name, switch.id) for name in islice(served, 1))
