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
        yield link.of_length(work.length(a, b, link.media_a), work.given(link))


@dataclass(frozen=True, slots=True)
class _Work:
    """What lengths are made with, and what was found once."""

    floor: Floor
    stocks: dict[str, tuple[float, ...]] = field(default_factory=dict)
    places: dict[int, Mapping[str, Path]] = field(default_factory=dict)

    def length(self, a: Seat, b: Seat, media: str) -> float:
        """Return the shortest length that one can order and that reaches; beyond all, that of the way."""
        way = way_m(a, b, self.floor.trays)
        for length in self.stock(media):
            if length >= way:
                return length
        return rounded_up(way, self.floor.intent.rounding)

    def stock(self, media: str) -> tuple[float, ...]:
        """Return the lengths that a cable with fixed ends comes in, rising; those of fibres are endless."""
        if media not in self.stocks:
            found = module(media, self.floor.catalog) if media else None
            self.stocks[media] = tuple(sorted(getattr(found, "stock_m", ())))
        return self.stocks[media]

    def given(self, link: Link) -> Mapping[str, Path]:
        """Return where the intent says what of a link: links of one class share it."""
        key = id(link.given)
        if key not in self.places:
            self.places[key] = {**link.given, "length": self.floor.intent.loc()}
        return self.places[key]
