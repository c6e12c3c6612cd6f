"""Names, lanes and breakout modes of switch ports, made from the catalog's patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from fabric.catalog.errors import CatalogError

if TYPE_CHECKING:
    from fabric.catalog.models.switches import Cages, Naming, Switch

_MODE = re.compile(r"(?P<children>\d+)x(?P<rate>\d+)(?P<unit>G?)(?P<rest>(?:\[[\w,]*\]|\(\d+\))*)")


class Place(Protocol):
    """A port by its place: cage, first lane and number of lanes, counted from 1."""

    @property
    def cage(self) -> int: ...  # noqa: D102 - see the class
    @property
    def lane(self) -> int: ...  # noqa: D102
    @property
    def lanes(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Breakout:
    """A breakout mode, read: so many children, of these rates in Gb/s; it is named for the first."""

    mode: str
    children: int
    gbps: tuple[float, ...]
    lanes: int | None
    """Lanes of the cage it uses in all, where the mode says so."""


@lru_cache(maxsize=65536)
def port_name(switch: Switch, nos: str, port: Place) -> str:
    """Return the name of a port in the words of an operating system: eos, sonic, cumulus or ib.

    Raises CatalogError when the switch does not run it or has no such port.
    """
    naming = switch.names.get(nos)
    if naming is None:
        raise CatalogError(
            f"`{switch.id}` has no port names for `{nos}`", hint=f"known: {', '.join(switch.names) or 'none'}"
        )
    return _named(switch, naming, port)


def alias(switch: Switch, port: Place) -> str:
    """Return SONiC's alias of a port; raises CatalogError when the pattern is not known."""
    if switch.sonic is None or switch.sonic.alias is None:
        raise CatalogError(f"the SONiC aliases of `{switch.id}` are not known")
    return _named(switch, switch.sonic.alias, port)


def lanes(switch: Switch, port: Place) -> tuple[int, ...]:
    """Return the ASIC lanes of a port as SONiC counts them.

    Raises CatalogError when the lane map is not known: lanes follow the board, they cannot be computed.
    """
    cages = cages_of(switch, port)
    known = switch.sonic.first_lanes if switch.sonic else ()
    if port.cage > len(known):
        raise CatalogError(
            f"the SONiC lanes of `{switch.id}` cage {port.cage} are not known",
            hint="add `sonic.first_lanes` from the port_config.ini of the switch to `inventory/catalog/`",
        )
    gear = switch.sonic.gear if switch.sonic and cages.lanes > 1 else 1
    first = known[port.cage - 1] + (port.lane - 1) // gear
    return tuple(range(first, first + max(1, port.lanes // gear)))


def index(switch: Switch, port: Place) -> int:
    """Return SONiC's `index` of the cage of a port: most makers count from 1, some from 0."""
    return port.cage - 1 + (switch.sonic.first_index if switch.sonic else 1)


def subport(switch: Switch, port: Place) -> int:
    """Return SONiC's `subport`: 0 for a whole cage, else the place among its children from 1."""
    cages = cages_of(switch, port)
    return 0 if port.lanes == cages.lanes else (port.lane - 1) // port.lanes + 1


def ib_port_number(switch: Switch, port: Place) -> int:
    """Return the number InfiniBand gives a port of a twin-port cage: cage 3, second half is port 6.

    Raises CatalogError for other ports: how split switches number them is not in any source read.
    """
    cages = cages_of(switch, port)
    if port.lanes * 2 != cages.lanes:
        raise CatalogError(
            f"`{switch.id}` port {port.cage}/{port.lane}: only halves of a cage have known numbers"
        )
    return 2 * (port.cage - cages.first) + (port.lane - 1) // port.lanes + 1


def breakout_mode(switch: Switch, port: Place, gbps: int) -> str:
    """Return the mode of a cage whose ports all take `port.lanes` lanes at a speed, as SONiC spells it.

    A mode named for the speed wins over one that lists it as an alternative. Raises CatalogError when there
    is none.
    """
    cages = cages_of(switch, port)
    children = cages.lanes // port.lanes
    modes = [mode for text in cages.breakout if (mode := read_breakout(text)) and mode.children == children]
    for mode in sorted(modes, key=lambda mode: mode.gbps[0] != gbps):
        if gbps in mode.gbps:
            return mode.mode
    raise CatalogError(
        f"`{switch.id}` cannot split a cage into {children} x {gbps}G",
        hint=f"modes: {', '.join(cages.breakout)}",
    )


@lru_cache(maxsize=1024)
def read_breakout(mode: str) -> Breakout | None:
    """Read a mode such as `2x400G[200G,100G](8)`; None for a mixed one such as `2x400G(4)+1x800G(4)`."""
    match = _MODE.fullmatch(mode)
    if not match:
        return None
    rest = match["rest"]
    rates = [match["rate"] + match["unit"], *re.findall(r"\d+[GM]?(?=[,\]])", rest)]
    used = re.search(r"\((\d+)\)", rest)
    return Breakout(
        mode, int(match["children"]), tuple(_gbps(rate) for rate in rates), int(used[1]) if used else None
    )


def cages_of(switch: Switch, port: Place) -> Cages:
    """Return the group of cages a port stands in; raises CatalogError when its place does not exist."""
    for cages in switch.cages:
        if cages.first <= port.cage < cages.first + cages.count:
            if port.lane < 1 or port.lanes < 1 or port.lane + port.lanes - 1 > cages.lanes:
                break
            if (port.lane - 1) % port.lanes == 0:
                return cages
    last = switch.cages[0].first + switch.cages[0].count - 1
    raise CatalogError(
        f"`{switch.id}` has no port at cage {port.cage}, lane {port.lane}, {port.lanes} lanes",
        hint=f"data cages {switch.cages[0].first} to {last} have {switch.cages[0].lanes} lanes each",
    )


def _named(switch: Switch, naming: Naming, port: Place) -> str:
    cages = cages_of(switch, port)
    child = (port.lane - 1) // port.lanes
    numbering = cages.sonic
    number = 0
    if numbering:
        base = numbering.first + (port.cage - cages.first) * numbering.step
        number = base + (port.lane - 1) * numbering.step // cages.lanes
    return _pattern(naming, cages, port).format(
        cage=port.cage,
        index=index(switch, port),
        lane=port.lane,
        child=child,
        child1=child + 1,
        letter="abcdefghijklmnop"[child],
        number=number,
        half=child // 2 + 1,
        part=child % 2 + 1,
    )


def _pattern(naming: Naming, cages: Cages, port: Place) -> str:
    if cages.lanes == 1 and naming.single:
        return naming.single
    if port.lanes == cages.lanes:
        return naming.whole
    if port.lanes * 4 == cages.lanes and naming.quarter:
        return naming.quarter
    return naming.split


def _gbps(rate: str) -> float:
    """Read `400G`, `100M`, or a bare number, which SONiC counts in Mb/s."""
    return float(rate[:-1]) if rate.endswith("G") else float(rate.rstrip("M")) / 1000
