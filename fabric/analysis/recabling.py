"""What to order, move and take out between two cable lists."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.analysis.cabling import Run


class Product(NamedTuple):
    """What one orders: equal products replace each other."""

    medium: str
    length_m: float
    """Orderable length, or that of the way where the catalog knows no orderable one."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A cable with the runs in it: several in a splitter."""

    name: str
    product: Product
    runs: tuple[Run, ...]

    @property
    def places(self) -> frozenset[str]:
        """The ports it is plugged into."""
        return frozenset(end.place for run in self.runs for end in (run.a, run.b))

    @property
    def names(self) -> frozenset[str]:
        """The same ports in the words of their devices."""
        return frozenset(f"{end.device}:{end.name}" for run in self.runs for end in (run.a, run.b))


@dataclass(frozen=True, slots=True)
class Move:
    """A cable that is used again."""

    old: Laid
    new: Laid


@dataclass(frozen=True, slots=True)
class Recabling:
    """The work between two cable lists."""

    order: tuple[Laid, ...]
    """New cables that no freed one can serve."""
    move: tuple[Move, ...]
    """Freed cables for new places; those that keep an end come first."""
    retire: tuple[Laid, ...]
    """Freed cables that nothing needs."""
    relabel: tuple[Move, ...]
    """Cables that stay while a port at one of their ends gets another name."""
    kept: int
    """Cables that nobody touches, those with a new label included."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.order or self.move or self.retire or self.relabel)


def laid(runs: Iterable[Run]) -> tuple[Laid, ...]:
    """Return the cables of runs, each once: one with several runs is as long as the longest of them."""
    found: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        found.setdefault((run.fabric, run.cable), []).append(run)
    return tuple(Laid(name, max(map(product_of, own)), tuple(own)) for (_, name), own in found.items())


def product_of(run: Run) -> Product:
    """Return what one orders for a run."""
    return Product(run.medium, run.length_m if run.order_m is None else run.order_m)


def recabling(old: Iterable[Run], new: Iterable[Run]) -> Recabling:
    """Return the work from one list to another; linear in cables."""
    before = {(cable.product, cable.places): cable for cable in laid(old)}
    after = {(cable.product, cable.places): cable for cable in laid(new)}
    kept = before.keys() & after.keys()
    relabel = tuple(
        Move(before[key], cable)
        for key, cable in after.items()
        if key in kept and cable.names != before[key].names
    )
    freed = _by_product({key: cable for key, cable in before.items() if key not in kept})
    wanted = _by_product({key: cable for key, cable in after.items() if key not in kept})
    order: list[Laid] = []
    move: list[Move] = []
    for product, cables in wanted.items():
        moves, rest = _matched(freed.get(product, []), cables)
        move += moves
        order += rest
    used = {id(found.old) for found in move}
    retire = tuple(cable for cables in freed.values() for cable in cables if id(cable) not in used)
    return Recabling(tuple(order), tuple(move), retire, relabel, len(kept))


def _by_product(cables: Mapping[object, Laid]) -> dict[Product, list[Laid]]:
    found: defaultdict[Product, list[Laid]] = defaultdict(list)
    for cable in cables.values():
        found[cable.product].append(cable)
    return found


def _matched(freed: list[Laid], wanted: list[Laid]) -> tuple[list[Move], list[Laid]]:
    """Give freed cables to new places: first where one end stays plugged, then in the order of the lists."""
    at: dict[str, Laid] = {place: cable for cable in freed for place in cable.places}
    used: set[int] = set()
    moves: list[Move] = []
    others: list[Laid] = []
    for cable in wanted:
        near = (at[place] for place in sorted(cable.places) if place in at)
        found = next((old for old in near if id(old) not in used), None)
        if found is None:
            others.append(cable)
            continue
        used.add(id(found))
        moves.append(Move(found, cable))
    spare = [cable for cable in freed if id(cable) not in used]
    moves += map(Move, spare, others)
    return moves, others[len(spare) :]
