"""`media: auto`: of everything the catalog has, the parts of a link that work and draw the least power."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING

from fabric.catalog.mating import lanes_known
from fabric.catalog.tables import CABLES, FIBRES, OPTICS
from fabric.core.diagnostic import Severity
from fabric.physics.channel import SOFT, Channel
from fabric.physics.copper import ends_that_fit
from fabric.physics.interworking import judged
from fabric.physics.link import reach_m
from fabric.physics.power import module_power_w
from fabric.physics.seating import fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Cable, Catalog, Fibre, Media
    from fabric.physics.sockets import Socket

Parts = tuple[str, str]
"""What is at the lower and at the upper end."""
Pairs = tuple[tuple["Socket", "Socket"], ...]
Found = tuple["Option", tuple["Media | Cable", "Media | Cable"], "Fibre | None"]
"""An option, what sits at both ends, and the fibre between."""
KINDS = ("dac", "acc", "aec", "aoc", "module")
"""What goes first where power is equal: the simplest."""
UNKNOWN_W = float("inf")
"""Where an unknown power stands in the order: last."""
SHOWN = 6
"""Options named as not chosen; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Way:
    """What every link of a class has to bridge."""

    speed_gbps: int
    length_m: float
    panels: int = 0
    extra_db: float = 0.0


@dataclass(frozen=True, slots=True)
class Option:
    """Parts for a link."""

    lower: str
    upper: str
    fibre: str
    """Fibre between modules; empty for a cable with fixed ends."""
    kind: str
    watts: float | None
    """Power of both ends, for one link, W; None when it is not known."""
    draft: bool
    """Whether its figures are a draft, or were only recalled."""
    reach_m: float
    """How far it works, m."""

    @property
    def name(self) -> str:
        """The parts as one says them."""
        parts = self.lower if self.lower == self.upper else f"{self.lower} to {self.upper}"
        return f"{parts} over {self.fibre}" if self.fibre else parts


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, and what was not."""

    option: Option | None
    """None when nothing works."""
    others: tuple[Option, ...]
    """Other parts that work, in their order after it."""
    rejected: tuple[tuple[str, str], ...]
    """Parts that fit the speed and do not work, with the first reason."""

    def why(self) -> str:
        """Say what it draws, and what came after it or failed."""
        parts = [f"{_watts(self.option)} a link"] if self.option else []
        if self.others:
            named = ", ".join(f"{one.name} {_watts(one)}" for one in self.others[:SHOWN])
            parts.append(f"then {named}{_more(len(self.others))}")
        if self.rejected:
            named = "; ".join(f"{name}: {reason}" for name, reason in self.rejected[:SHOWN])
            parts.append(f"rejected {named}{_more(len(self.rejected))}")
        return "; ".join(parts)


def _more(count: int) -> str:
    return f" and {count - SHOWN} more" if count > SHOWN else ""


def _watts(option: Option) -> str:
    watts = "unknown power" if option.watts is None else f"{option.watts:g} W"
    return f"{watts} (draft figures)" if option.draft else watts


def choose(catalog: Catalog, ends: Iterable[tuple[Socket, Socket]], way: Way) -> Choice:
    """Return the parts that work between every pair of sockets, without a single finding.

    Figures that were read go before drafts, then the least power, then the simplest kind, then the longest
    reach, then the order of the catalog. Nothing there has a cost that was read, so none is compared.
    """
    pairs = tuple(sorted(set(ends), key=repr))  # the reasons too are the same in any order
    works: dict[Parts, Option] = {}
    failed: dict[Parts, tuple[bool, Option, str]] = {}
    for option, parts, fibre in chain(_cables(catalog, pairs, way), _modules(catalog, pairs, way)):
        channel = Channel(way.speed_gbps, way.length_m, fibre, way.panels, way.extra_db)
        found = [one for pair in pairs for one in judged(catalog, pair, parts, channel)]
        key = option.lower, option.upper
        if not found:
            works[key] = min(works.get(key, option), option, key=_rank)
        elif key not in failed:
            stop = next((one for one in found if one.severity is Severity.ERROR), None)
            worst = stop or found[0]
            failed[key] = (stop is not None, option, f"{worst.code} {worst.summary}")
    ranked = sorted(works.values(), key=_rank)
    near = sorted(
        (one for key, one in failed.items() if key not in works), key=lambda one: (one[0], _rank(one[1]))
    )
    reasons = tuple((option.name, why) for _, option, why in near)
    return Choice(ranked[0] if ranked else None, tuple(ranked[1:]), reasons)


def _rank(option: Option) -> tuple[bool, float, int, float]:
    watts = UNKNOWN_W if option.watts is None else option.watts
    return option.draft, watts, KINDS.index(option.kind), -option.reach_m


def _cables(catalog: Catalog, pairs: Pairs, way: Way) -> Iterator[Found]:
    """Yield the cables with fixed ends that carry the speed and fit the cages, as the catalog orders them."""
    for cable in catalog.named(CABLES).values():
        fits = [ends_that_fit(catalog, pair, cable) for pair in pairs]
        if not all(fits) or cable.gbps % (cable.legs * way.speed_gbps):
            continue
        plugs = max(sum(plug.count for plug in found[0]) for found in fits)
        watts = (
            None if cable.power_w is None else round(cable.power_w * plugs * way.speed_gbps / cable.gbps, 2)
        )
        option = Option(cable.id, cable.id, "", cable.kind, watts, cable.confidence in SOFT, cable.max_m)
        yield option, (cable, cable), None


def _modules(catalog: Catalog, pairs: Pairs, way: Way) -> Iterator[Found]:
    """Yield the modules and fibres that carry the speed, fit cages and plugs, and are of one light."""
    fibres = tuple(catalog.named(FIBRES).values())
    lowers = _fitting(catalog, [pair[0] for pair in pairs], way.speed_gbps)
    uppers = {
        legs: _fitting(catalog, [pair[1] for pair in pairs], way.speed_gbps * legs)
        for legs in dict.fromkeys(fibre.legs for fibre in fibres)
    }
    for fibre in fibres:
        for a, b in product(lowers, uppers[fibre.legs]):
            plugs = (fibre.far_connector or fibre.connector, fibre.connector)
            reach = reach_m(catalog, a, b, fibre.fibre)
            if (a.connector, b.connector) == plugs and reach is not None and lanes_known(catalog, a, b):
                watts = _both_watts(catalog, pairs, (a, b), fibre.legs)
                draft = a.confidence in SOFT or b.confidence in SOFT
                yield Option(a.id, b.id, fibre.id, "module", watts, draft, reach), (a, b), fibre


def _fitting(catalog: Catalog, sockets: list[Socket], gbps: int) -> list[Media]:
    """Return the modules with such ports that fit all sockets; unknown cages of adapters have one port."""
    return [
        module
        for module in catalog.named(OPTICS).values()
        if module.port_gbps == gbps
        and all(fitting(catalog, socket, module.form_factors) for socket in sockets)
        and all(socket.switch or module.ports == (socket.ports or 1) for socket in sockets)
    ]


def _both_watts(catalog: Catalog, pairs: Pairs, modules: tuple[Media, Media], legs: int) -> float | None:
    """Return the most power of both modules for one link, each shared by the links that it serves."""
    total = 0.0
    for end, served in ((0, 1), (1, legs)):
        module, sockets = modules[end], {pair[end] for pair in pairs}
        forms = {fitting(catalog, socket, module.form_factors)[0] for socket in sockets}
        watts = [module_power_w(module, form) for form in forms]
        if None in watts:
            return None
        total += max(one for one in watts if one is not None) / (module.ports * served)
    return round(total, 2)
