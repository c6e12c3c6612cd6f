"""What a module or cable plugs into: the cage of a switch or of an adapter, seen from one port."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.catalog.ports import cages_of
from fabric.physics.power import cage_limit_w

if TYPE_CHECKING:
    from fabric.catalog import Catalog, Nic, Switch
    from fabric.catalog.models.nics import NicSlot
    from fabric.catalog.ports import Place

READ = frozenset({"high", "medium"})
"""Confidences of figures that were read, or stand in a standard; others warn and never stop."""


@dataclass(frozen=True, slots=True)
class Socket:
    """The cage at one end of a link."""

    owner: str
    """Model of the switch or adapter."""
    vendor: str
    forms: tuple[str, ...]
    """Forms of the cage; an adapter may be sold with several."""
    lane_gbps: int
    """Fastest rate of a lane, Gb/s."""
    lanes: int | None
    """Lanes of the port; None of an adapter, which shares out its own."""
    cage_lanes: int | None
    """Lanes of the cage; None of an adapter."""
    ports: int | None
    """Ports that leave by the cage of an adapter; None of a switch, or when that is not known."""
    limit_w: float | None
    """Power the cage gives, W; None when it is not known."""
    sure: bool
    """Whether forms and division were read in a source."""
    switch: bool


def switch_socket(switch: Switch, port: Place) -> Socket:
    """Return the socket of a port of a switch."""
    cages = cages_of(switch, port)
    return Socket(
        owner=switch.id,
        vendor=switch.vendor,
        forms=(cages.form_factor,),
        lane_gbps=cages.lane_gbps,
        lanes=port.lanes,
        cage_lanes=cages.lanes,
        ports=None,
        limit_w=cage_limit_w(switch, port.cage),
        sure=switch.confidence in READ,
        switch=True,
    )


def host_socket(catalog: Catalog, host: str, name: str, planes: int = 1) -> Socket:
    """Return the socket of a port of an adapter in a host: its usual cage there, or any it is sold with."""
    nic = catalog.nic(name)
    slot, sure = _usual_slot(catalog, host, nic)
    fixed = (slot.form_factor,) if slot and slot.form_factor else ()
    return Socket(
        owner=nic.id,
        vendor=nic.vendor,
        forms=fixed or nic.form_factors,
        lane_gbps=nic.lane_gbps,
        lanes=None,
        cage_lanes=None,
        ports=_ports(slot, planes) if slot else None,
        limit_w=nic.cage_power_w,
        sure=sure and nic.confidence in READ,
        switch=False,
    )


def _ports(slot: NicSlot, planes: int) -> int | None:
    return slot.cage_ports or (max(planes // slot.cages, 1) if slot.cages else None)


def _usual_slot(catalog: Catalog, host: str, nic: Nic) -> tuple[NicSlot | None, bool]:
    """Return where a host usually carries an adapter, and whether that was read; nothing says any cage."""
    try:
        found = catalog.host(host)
    except CatalogError:
        return None, True
    slots = [slot for slot in found.nics if slot.form_factor and catalog.nic(slot.nic).id == nic.id]
    return (slots[0], found.confidence in READ) if slots else (None, True)
