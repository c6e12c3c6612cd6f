"""Whether the figures of a catalog entry fit each other: lanes and rates, breakouts, names of ports."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fabric.catalog import CatalogError, lanes, port_name, tables
from fabric.catalog.ports import read_breakout
from fabric.core.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.catalog import Cable, Catalog, Media, Switch
    from fabric.catalog.models.switches import Cages


class _Port(NamedTuple):
    """A port by its place."""

    cage: int
    lane: int
    lanes: int


def contradictions(catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield every entry, shipped or added, whose own figures contradict each other."""
    for module in catalog.entries(tables.OPTICS):
        yield from _told(f"optics/{module.id}", _of_module(module))
    for cable in catalog.entries(tables.CABLES):
        yield from _told(f"cables/{cable.id}", _of_cable(cable))
    for switch in catalog.entries(tables.SWITCHES):
        for check in SWITCH_CHECKS:
            yield from _told(f"switches/{switch.id}", check(switch))


def _told(name: str, found: Iterator[str]) -> Iterator[Diagnostic]:
    for words in found:
        yield error("CAT-013", f"`{name}`: {words}", hint="correct the figure that is wrong, with its source")


def _of_module(module: Media) -> Iterator[str]:
    sides = [("host", side.lanes, side.lane_gbps) for side in module.host]
    for word, count, gbps in (*sides, ("media", module.media.lanes, module.media.lane_gbps)):
        if count * gbps != module.gbps:
            yield f"{word} {count} x {gbps}G is not {module.gbps}G"
    if module.gbps % module.ports or module.media.lanes % module.ports:
        yield f"{module.ports} ports do not share {module.media.lanes} lanes of {module.gbps}G"
    if foreign := [form for side in module.host for form in side.forms if form not in module.form_factors]:
        yield f"a side has form `{foreign[0]}`, in which the module is not sold"


def _of_cable(cable: Cable) -> Iterator[str]:
    if cable.lanes * cable.lane_gbps != cable.gbps:
        yield f"{cable.lanes} x {cable.lane_gbps}G is not {cable.gbps}G"
    for pair in cable.ends:
        legs = max(plug.count for plug in pair)
        if cable.lanes % legs:
            yield f"{legs} legs do not share {cable.lanes} lanes"
    if any(stock > cable.max_m for stock in cable.stock_m):
        yield f"a length in stock is beyond {cable.max_m:g} m"


def _rates(switch: Switch) -> Iterator[str]:
    for cages in switch.cages:
        most = cages.lanes * cages.lane_gbps
        if most < cages.max_gbps:
            yield f"{cages.lanes} x {cages.lane_gbps}G is less than {cages.max_gbps}G"
        for text in cages.breakout:
            mode = read_breakout(text)
            if mode is None:
                continue
            total = mode.children * mode.gbps[0]
            if total > cages.max_gbps:
                yield f"breakout `{text}` makes {total:g}G of {cages.max_gbps}G"
            if (mode.lanes or mode.children) > cages.lanes:
                yield f"breakout `{text}` takes more than {cages.lanes} lanes"


def _panel(switch: Switch) -> Iterator[str]:
    for one, other in pairwise(sorted(switch.cages, key=lambda cages: cages.first)):
        if one.first + one.count > other.first:
            yield f"cage {other.first} is in two groups"
    if switch.high_power and not set(switch.high_power.cages) <= set(_cages(switch.cages[0])):
        yield "a cage of `high_power` is no data cage"


def _cages(cages: Cages) -> range:
    return range(cages.first, cages.first + cages.count)


def _port_lanes(switch: Switch) -> Iterator[str]:
    """Yield when the SONiC lanes of two cages overlap, or the first group has not all of its own."""
    known = switch.sonic.first_lanes if switch.sonic else ()
    if not known:
        return
    data = switch.cages[0]
    if len(known) < data.count:
        yield f"`sonic.first_lanes` has {len(known)} of {data.count} data cages"
        return
    taken: set[int] = set()
    widths = {cage: cages.lanes for cages in switch.cages for cage in _cages(cages) if cage <= len(known)}
    for cage, width in widths.items():
        own = set(lanes(switch, _Port(cage, 1, width)))
        if own & taken:
            yield f"SONiC lanes of cage {cage} belong to another cage too"
        taken |= own


def _names(switch: Switch) -> Iterator[str]:
    """Yield when two ports of the finest breakout have one name."""
    data = switch.cages[0]
    children = max((mode.children for text in data.breakout if (mode := read_breakout(text))), default=1)
    each = data.lanes // children if data.lanes % children == 0 else data.lanes
    places = [_Port(cage, lane, each) for cage in _cages(data) for lane in range(1, data.lanes + 1, each)]
    for nos in switch.names:
        try:
            names = [port_name(switch, nos, place) for place in places]
        except (CatalogError, IndexError, KeyError, ValueError) as unknown:
            yield f"port names of `{nos}` cannot be made: {unknown}"
            continue
        if len(set(names)) < len(names):
            yield f"two ports have one name in `{nos}`"


SWITCH_CHECKS: tuple[Callable[[Switch], Iterator[str]], ...] = (_rates, _panel, _port_lanes, _names)
