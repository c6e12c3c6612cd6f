"""From what people call a port to its place: `17`, `17/5`, or the name that the platform gives it."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, alias, breakout_mode, port_name
from fabric.core.diagnostic import nearest
from fabric.topology.model import Port

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog import Switch
    from fabric.catalog.models.switches import Cages

_PLACE = re.compile(r"(?P<cage>\d{1,4})(?:/(?P<lane>\d{1,3}))?")


@lru_cache(maxsize=65536)
def port_at(switch: Switch, nos: str, text: str, gbps: int) -> Port:
    """Return the port of a switch that a text names, at a speed. Raises CatalogError.

    A cage alone is all of it; a lane begins a port of as many lanes as the speed takes, and so does a name
    that several ports share; if none of them has so many, it is the widest that runs the speed.
    """
    if found := _PLACE.fullmatch(text):
        port = _placed(switch, int(found["cage"]), found["lane"], gbps)
        breakout_mode(switch, port, gbps)
        return port
    named = _names(switch, nos).get(text, ())
    if not named:
        hint = nearest(text, _names(switch, nos)) or "write its cage and lane, such as `17` or `17/5`"
        raise CatalogError(f"`{switch.id}` has no port `{text}`", hint=hint)
    natural = lanes_for(_group(switch, named[0].cage), gbps)
    running = [port for port in named if _runs(switch, port, gbps)]
    if not running:
        breakout_mode(switch, named[0], gbps)
    return min(running, key=lambda port: (port.lanes != natural, -port.lanes))


def lanes_for(group: Cages, gbps: int) -> int:
    """Return the fewest lanes of a cage that carry a speed."""
    return -(-gbps // group.lane_gbps)


def _placed(switch: Switch, cage: int, lane: str | None, gbps: int) -> Port:
    group = _group(switch, cage)
    if lane is None:
        return Port(cage, 1, group.lanes)
    lanes, first = lanes_for(group, gbps), int(lane)
    fits = lanes and group.lanes % lanes == 0 and (first - 1) % lanes == 0
    if gbps > group.max_gbps or not fits or not 1 <= first <= group.lanes:
        has = f"its cages have {group.lanes} lanes of {group.lane_gbps}G"
        raise CatalogError(f"`{switch.id}` has no {gbps}G port at `{cage}/{first}`", hint=has)
    return Port(cage, first, lanes)


def _group(switch: Switch, cage: int) -> Cages:
    for group in switch.cages:
        if group.first <= cage < group.first + group.count:
            return group
    last = switch.cages[-1].first + switch.cages[-1].count - 1
    raise CatalogError(f"`{switch.id}` has no cage {cage}", hint=f"cages run from 1 to {last}")


def _runs(switch: Switch, port: Port, gbps: int) -> bool:
    try:
        breakout_mode(switch, port, gbps)
    except CatalogError:
        return False
    return True


@lru_cache(maxsize=64)
def _names(switch: Switch, nos: str) -> Mapping[str, tuple[Port, ...]]:
    """Return the ports of a switch by the names they may have, whatever its cages are split into."""
    found: dict[str, list[Port]] = {}
    for port in _ports(switch):
        for name in _words(switch, nos, port):
            found.setdefault(name, []).append(port)
    return {name: tuple(ports) for name, ports in found.items()}


def _ports(switch: Switch) -> Iterator[Port]:
    for group in switch.cages:
        for cage in range(group.first, group.first + group.count):
            for lanes in (n for n in range(1, group.lanes + 1) if group.lanes % n == 0):
                yield from (Port(cage, lane, lanes) for lane in range(1, group.lanes + 1, lanes))


def _words(switch: Switch, nos: str, port: Port) -> Iterator[str]:
    with suppress(CatalogError):  # it has no such name, or none is known
        yield port_name(switch, nos, port)
    with suppress(CatalogError):
        yield alias(switch, port)
