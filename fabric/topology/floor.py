"""Where devices stand: racks in rows, and the rules that give each device its own place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.physics.trays import Seat, Trays
from fabric.topology.model import Role
from fabric.topology.names import matcher, pod_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Site
    from fabric.intent.racks import Placement, Racks
    from fabric.topology.model import Device

_RANGE = re.compile(r"\[(\d+)-\d+\]")
_LAST = re.compile(r"(?:\[(\d+)-\d+\]|(\d+))$")


class Rack(NamedTuple):
    """A rack on the floor."""

    name: str
    row: int
    """Place of its row."""
    number: int
    height: int
    """Rack units."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the intent, read once."""

    intent: Placement
    fits: Callable[[str], bool]
    racks: tuple[Rack, ...]
    """In the order that they are filled."""
    first: int
    """Number of the device that takes the first place: the lowest that the pattern allows."""
    first_pod: int


class Standing(NamedTuple):
    """Where a device stands."""

    rule: Rule
    rack: Rack | None
    """None when the rule has no rack left for it."""
    unit: int
    """Lowest rack unit."""
    height: int
    """Rack units; the step of the rule where the catalog does not know them."""
    place: int
    """Number of the place among those of its rule, from 0."""

    @property
    def seat(self) -> Seat | None:
        """Return the middle of the device, for the ways of cables."""
        if self.rack is None:
            return None
        middle = self.unit - 1 + self.height / 2
        return Seat(self.rack.row, self.rack.number, self.rack.height, middle)


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor of a site."""

    intent: Racks
    racks: Mapping[str, Rack]
    """By name, in the order of rows and numbers."""
    rules: tuple[Rule, ...]
    trays: Trays
    numbers: Mapping[str, int]
    """Numbers of pods."""
    catalog: Catalog

    def standing(self, device: Device) -> Standing | None:
        """Return where a device stands, by the last rule that hits it; None when none does."""
        rule = next((rule for rule in reversed(self.rules) if rule.fits(device.name)), None)
        if rule is None:
            return None
        own, per_pod = rule.intent, rule.intent.per_pod
        place = (pod_number(device.name) or 1) - rule.first
        if per_pod and device.pod:
            place += (self.numbers.get(device.pod, 1) - rule.first_pod) * per_pod
        at, turn = divmod(place, own.per_rack)
        rack = rule.racks[at] if 0 <= at < len(rule.racks) else None
        height = units_of(device, self.catalog) or own.step or 1
        return Standing(rule, rack, own.unit + turn * (own.step or height), height, place)


def floor_of(site: Site, catalog: Catalog) -> Floor | None:
    """Return the floor of a site; None when the intent has no racks."""
    intent = site.racks
    if intent is None:
        return None
    racks = {rack.name: rack for rack in sorted(_racks(intent), key=lambda rack: rack[1:3])}
    rules = tuple(_rule(rule, racks) for rule in intent.places)
    trays = Trays(intent.rack_pitch, intent.row_pitch, intent.tray, intent.slack, intent.crossings)
    numbers = {name: group.number or pod_number(name) or 1 for name, group in site.hosts.items()}
    return Floor(intent, racks, rules, trays, numbers, catalog)


def units_of(device: Device, catalog: Catalog) -> int | None:
    """Return the height of a device in rack units; None when the catalog does not know it."""
    if device.role is Role.MANAGER:
        return None
    return (catalog.host if device.role is Role.HOST else catalog.switch)(device.model).rack_units


def _racks(intent: Racks) -> Iterator[Rack]:
    for row in intent.rows:
        for name, place in row.named():
            for number in range(1, row.racks + 1):
                yield Rack(f"{name}-{number}", place, number, row.height or intent.height)


def _rule(intent: Placement, racks: Mapping[str, Rack]) -> Rule:
    fits = matcher(intent.racks)
    last = _LAST.search(intent.match)
    others = _RANGE.findall(intent.match[: last.start()] if last else intent.match)
    return Rule(
        intent,
        matcher(intent.match),
        tuple(rack for name, rack in racks.items() if fits(name)),
        int(last[1] or last[2]) if last else 1,
        int(others[0]) if others else 1,
    )
