"""Devices in their racks, and the lengths of cables that follow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.physics.trays import rounded_up, way_m
from fabric.topology.media import module

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.physics.trays import Seat
    from fabric.topology.floor import Floor, Standing
    from fabric.topology.model import Device, Link


def standings(devices: Iterable[Device], floor: Floor) -> dict[str, Standing]:
    """Return where devices stand, by name; those that no rule hits are left out."""
    return {device.name: place for device in devices if (place := floor.standing(device))}


def in_racks(devices: Mapping[str, Device], places: Mapping[str, Standing]) -> dict[str, Device]:
    """Return the devices with their racks; those without a place as they are."""
    found = dict(devices)
    for name, place in places.items():
        if place.rack is not None:
            found[name] = replace(devices[name], rack=place.rack.name, unit=place.unit)
    return found


def measured(links: Iterable[Link], places: Mapping[str, Standing], floor: Floor) -> Iterator[Link]:
    """Yield the links; those whose length the intent leaves open with the one that their racks give."""
    seats = {name: seat for name, place in places.items() if (seat := place.seat)}
    work = _Work(floor)
    for link in links:
        a, b = seats.get(link.a.device), seats.get(link.b.device)
        if "length" in link.given or a is None or b is None:
            yield link
            continue
        yield replace(link, length_m=work.length(a, b, link.media_a), given=work.given(link))


@dataclass(frozen=True, slots=True)
class _Work:
    """What lengths are made with, and what was found once."""

    floor: Floor
    lengths: dict[tuple[Seat, Seat, str], float] = field(default_factory=dict)
    stocks: dict[str, tuple[float, ...]] = field(default_factory=dict)
    places: dict[int, Mapping[str, Path]] = field(default_factory=dict)

    def length(self, a: Seat, b: Seat, media: str) -> float:
        """Return the shortest length that one can order and that reaches; beyond all, that of the way."""
        key = (a, b, media)
        if key not in self.lengths:
            way = way_m(a, b, self.floor.trays)
            stock = (length for length in self.stock(media) if length >= way)
            self.lengths[key] = min(stock, default=0) or rounded_up(way, self.floor.intent.rounding)
        return self.lengths[key]

    def stock(self, media: str) -> tuple[float, ...]:
        """Return the lengths of a cable with fixed ends; none of a module, whose fibres are made to order."""
        if media not in self.stocks:
            found = module(media, self.floor.catalog) if media else None
            self.stocks[media] = getattr(found, "stock_m", ())
        return self.stocks[media]

    def given(self, link: Link) -> Mapping[str, Path]:
        """Return where the intent says what of a link: links of one class share it."""
        key = id(link.given)
        if key not in self.places:
            self.places[key] = {**link.given, "length": self.floor.intent.loc()}
        return self.places[key]
