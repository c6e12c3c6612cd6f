"""Cables as people order, pull and label them."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.catalog import Cable, Catalog
    from fabric.device import Design
    from fabric.topology import End, Link

COLOURS = (
    "blue", "orange", "green", "brown", "slate", "white",
    "red", "black", "yellow", "violet", "rose", "aqua",
)  # fmt: skip
"""The order in which TIA-598-D colours twelve fibres: rail 1 is blue. It begins again after twelve."""
_NUMBER = re.compile(r"(\d+)$")


@dataclass(frozen=True, slots=True)
class CableEnd:
    """The end of a cable in a port."""

    device: str
    cage: int
    lane: int
    name: str
    """Name of the port in the words of its device."""
    media: str
    """Module in the cage, or the cable itself; empty when the intent names none."""
    rack: str = ""
    """Rack of the device; empty when the intent does not say."""
    unit: int = 0
    """Lowest rack unit of the device."""

    @property
    def stand(self) -> str:
        """Rack and rack unit as one writes them on a label; empty without a rack."""
        return f"{self.rack} U{self.unit}" if self.rack else ""

    @property
    def place(self) -> str:
        """Device and port by place: the same whatever system the device runs."""
        return f"{self.device}:{self.cage}/{self.lane}"


@dataclass(frozen=True, slots=True)
class Run:
    """A link as it lies in the trays; a splitter is one cable with several runs."""

    cable: str
    """Name of the cable: the place of its lower end, or the cage at the trunk of a splitter."""
    fabric: str
    kind: str
    rail: int | None
    speed_gbps: int
    medium: str
    """Patch fibre, or cable with fixed ends, in the catalog; empty when the intent names none."""
    length_m: float
    """Length of the way; 0 when the intent does not say."""
    order_m: float | None
    """Shortest orderable length that is long enough; None when the catalog knows none."""
    a: CableEnd
    b: CableEnd

    @property
    def colour(self) -> str:
        """Colour of the jacket or tag: by rail, without rails by the number of the upper device."""
        number = self.rail or int(found[1] if (found := _NUMBER.search(self.b.device)) else 1)
        return COLOURS[(number - 1) % len(COLOURS)]


def runs(design: Design) -> tuple[Run, ...]:
    """Return every link of a fabric with both ends, in the order of the fabric."""
    found: list[Run] = []
    for link in design.fabric.cables():
        medium, order_m = _product(design, link)
        found.append(
            Run(str(link.a), design.fabric.name, link.kind, link.rail, link.speed_gbps, medium, link.length_m,
                order_m, _end(design, link.a, link.media_a), _end(design, link.b, link.media_b))
        )  # fmt: skip
    return in_splitters(found, design.catalog)


def runs_of(designs: Iterable[Design]) -> tuple[Run, ...]:
    """Return every link of several fabrics, one fabric after the other."""
    return tuple(run for design in designs for run in runs(design))


def in_splitters(found: Sequence[Run], catalog: Catalog) -> tuple[Run, ...]:
    """Return the runs with the names of their cables: those that share one bear the cage of its trunk.

    The trunk is in the cage that several links share.
    """
    kinds = {(run.medium, run.speed_gbps) for run in found}
    legs = {kind: legs_of(catalog, *kind) for kind in kinds}
    split = [run for run in found if legs[run.medium, run.speed_gbps] > 1]
    shared = Counter((end.device, end.cage) for run in split for end in (run.a, run.b))
    seen: Counter[tuple[str, int]] = Counter()

    def named(run: Run) -> Run:
        carried = legs[run.medium, run.speed_gbps]
        if carried == 1:
            return run
        trunk = max((run.b, run.a), key=lambda end: shared[end.device, end.cage])
        number = seen[trunk.device, trunk.cage] // carried
        seen[trunk.device, trunk.cage] += 1
        return replace(run, cable=f"{trunk.device}:{trunk.cage}" + (f"#{number + 1}" if number else ""))

    return tuple(named(run) for run in found)


def medium_of(catalog: Catalog, link: Link) -> str:
    """Return the catalog's name of what lies between two ports: a cable with fixed ends, or a fibre."""
    fixed = fixed_cable(catalog, link.media_a)
    return fixed.id if fixed else link.fibre


def fixed_cable(catalog: Catalog, name: str) -> Cable | None:
    """Return a cable with fixed ends, or None when the name is that of a module or nothing."""
    try:
        return catalog.cable(name) if name else None
    except CatalogError:
        return None


def orderable_m(catalog: Catalog, medium: str, length_m: float) -> float | None:
    """Return the shortest length that one can order and that reaches; None when the catalog knows none.

    A cable with fixed ends comes in the lengths of the catalog. Patch fibres are made to order: whole metres.
    """
    if not medium or not length_m:
        return None
    fixed = fixed_cable(catalog, medium)
    if fixed is None:
        return float(math.ceil(length_m))
    return min((stock for stock in fixed.stock_m if stock >= length_m), default=None)


def legs_of(catalog: Catalog, medium: str, speed_gbps: int) -> int:
    """Return how many links of a speed one cable of a kind carries: 800G copper carries two of 400G."""
    fixed = fixed_cable(catalog, medium)
    if fixed is not None:
        return max(fixed.gbps // speed_gbps, 1)
    try:
        return catalog.fibre(medium).legs
    except CatalogError:
        return 1


def _product(design: Design, link: Link) -> tuple[str, float | None]:
    """Return medium and orderable length of a link, looked up once for all links like it."""

    def find() -> tuple[str, float | None]:
        medium = medium_of(design.catalog, link)
        return medium, orderable_m(design.catalog, medium, link.length_m)

    return design.once(("cable", link.media_a, link.fibre, link.length_m), find)


def _end(design: Design, end: End, media: str) -> CableEnd:
    device = design.device(end.device)
    return CableEnd(
        end.device, end.port.cage, end.port.lane, design.port_name(end), media, device.rack, device.unit
    )
