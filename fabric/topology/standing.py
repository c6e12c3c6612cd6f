"""Whether everything has a place of its own on the floor, over all fabrics of a site."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, Path, error, nearest
from fabric.topology.floor import floor_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Site
    from fabric.topology.floor import Floor, Rule, Standing
    from fabric.topology.model import Device, Fabric

Clash = tuple[str, Path, str]
"""Code, place in the intent, and words."""
HINTS = {
    "RCK-001": "change `unit`, `step` or `per_rack`; `per_pod` keeps the pods of one rule apart",
    "RCK-003": "put fewer devices in a rack, or begin lower",
    "RCK-004": "add a rule under `racks.places` that hits it",
    "RCK-006": "add racks to the rule, or lower `per_pod`",
}


def floor_findings(site: Site, fabrics: Iterable[Fabric], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield what is wrong with the places of the devices of a site; nothing where it has no racks."""
    floor = floor_of(site, catalog)
    if floor is None:
        return
    devices = {device.name: device for fabric in fabrics for device in fabric.devices.values()}
    yield from _idle(floor, devices)
    found: defaultdict[tuple[str, Path], list[str]] = defaultdict(list)
    for code, path, words in _clashes(floor, devices.values()):
        found[code, path].append(words)
    for (code, path), clashes in found.items():
        more = f", and {len(clashes) - 1} more like it" if clashes[1:] else ""
        yield error(code, clashes[0] + more, path, HINTS[code])


def _idle(floor: Floor, devices: Mapping[str, Device]) -> Iterator[Diagnostic]:
    """Yield the rules that name no device, and those that name no rack."""
    for rule in floor.rules:
        if not any(map(rule.fits, devices)):
            pattern = rule.intent.match
            hint = nearest(pattern, devices) or "`fabric cables` lists the devices"
            yield error("RCK-005", f"`{pattern}` matches no device", rule.intent.loc("match"), hint)
        if not rule.racks:
            pattern = rule.intent.racks
            hint = nearest(pattern, floor.racks) or _span(floor)
            yield error("RCK-002", f"there is no rack `{pattern}`", rule.intent.loc("racks"), hint)


def _span(floor: Floor) -> str:
    names = list(floor.racks)
    return f"racks here run from `{names[0]}` to `{names[-1]}`"


def _clashes(floor: Floor, devices: Iterable[Device]) -> Iterator[Clash]:
    taken: dict[str, dict[int, str]] = {name: {} for name in floor.racks}
    for device in devices:
        place = floor.standing(device)
        if place is None:
            yield "RCK-004", device.path, f"`{device.name}` has no place in a rack"
        elif place.rack is not None:
            yield from _in_rack(device.name, place, taken[place.rack.name])
        elif place.rule.racks:
            yield _out_of_racks(device.name, place, place.rule)


def _out_of_racks(name: str, place: Standing, rule: Rule) -> Clash:
    room = len(rule.racks) * rule.intent.per_rack
    summary = f"`{name}` has place {place.place + 1} of its rule, whose racks have {room}"
    return "RCK-006", rule.intent.loc("racks"), summary


def _in_rack(name: str, place: Standing, taken: dict[int, str]) -> Iterator[Clash]:
    """Yield what a device meets in its rack, and take its units."""
    rack, rule = place.rack, place.rule.intent
    top = place.unit + place.height - 1
    if rack is not None and top > rack.height:
        summary = f"`{name}` would reach up to unit {top} of `{rack.name}`, which has {rack.height}"
        yield "RCK-003", rule.loc("unit"), summary
    units = range(place.unit, top + 1)
    other = next((taken[unit] for unit in units if unit in taken), None)
    if other is not None and rack is not None:
        met = next(unit for unit in units if unit in taken)
        yield "RCK-001", rule.loc(), f"`{name}` and `{other}` both stand in unit {met} of `{rack.name}`"
    taken.update(dict.fromkeys(units, name))
