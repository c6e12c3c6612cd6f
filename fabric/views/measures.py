"""Measures of a fabric for people and machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.views.grids import Grid, aligned, markdown
from fabric.views.review_words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.analysis.capacity import Bisection
    from fabric.analysis.failure import Cost
    from fabric.analysis.measures import Measures

FORMATS = ("human", "markdown", "json")
TERABIT = 1000
WHOLE = 1.0
MOSTLY = 99
NO_WAY = "none"


def measures(found: Iterable[Measures], form: str) -> str:
    """Return the measures of fabrics in one of the formats."""
    if form == "json":
        content = {"schema": "fabric-topology/1", "fabrics": [_record(one) for one in found]}
        return json.dumps(content, indent=2)
    return "\n\n".join("\n".join(_lines(one, form)) for one in found)


def _lines(one: Measures, form: str) -> Iterator[str]:
    tiers = (counted(tier.switches, tier.role) for tier in one.tiers)
    counts = (counted(one.hosts, "host"), counted(one.gpus, "GPU"), *tiers, counted(one.links, "link"))
    title = f"Fabric {one.fabric} ({one.transport}): {', '.join(counts)}"
    yield f"## {title}" if form == "markdown" else title
    yield from _part("Oversubscription", _tiers(one), form)
    yield from _part("Bisection bandwidth", _bisection(one), form)
    yield from _part("Ways between ports", _pairs(one), form)
    yield from _part("What one failure costs at worst", _costs(one), form)


def _part(title: str, grid: Grid, form: str) -> tuple[str, ...]:
    if form == "markdown":
        return "", f"### {title}", "", markdown(grid)
    return "", title, aligned(grid)


def _tiers(one: Measures) -> Grid:
    rows = (
        (str(t.role), str(t.switches), rate(t.down_gbps), rate(t.up_gbps), rate(t.peer_gbps), ratio(t.ratio),
         f"{ratio(t.worst_ratio)} {t.worst}".strip())
        for t in one.tiers
    )  # fmt: skip
    return Grid(("tier", "switches", "down", "up", "across", "down:up", "worst"), tuple(rows))


def _bisection(one: Measures) -> Grid:
    rows = (_half("hosts", one.host_halves), _half("leaves", one.leaf_halves))
    return Grid(("between halves of the", "carries", "of", "share"), rows)


def _half(name: str, found: Bisection) -> tuple[str, ...]:
    bound = "at most " if found.bound else ""
    return name, f"{bound}{rate(found.gbps)}", rate(found.offered_gbps), percent(found.share)


def _pairs(one: Measures) -> Grid:
    rows = (
        (pair.name, _span(pair.fewest, pair.most), _span(pair.nearest, pair.farthest)) for pair in one.pairs
    )
    return Grid(("pair", "shortest ways", "switches on the way"), tuple(rows))


def _span(least: int, most: int) -> str:
    if not most:
        return NO_WAY
    return str(most) if least == most else f"{least or NO_WAY} to {most}"


def _costs(one: Measures) -> Grid:
    header = ("failure", "of", "GPUs with less", "cut off", "of the tier", "hardest hit loses", "for example")
    return Grid(header, tuple(_cost(cost) for cost in one.costs))


def _cost(cost: Cost) -> tuple[str, ...]:
    numbers = (f"{cost.gpus_degraded:g}", str(cost.gpus_cut), percent(cost.tier_share))
    return cost.kind, str(cost.count), *numbers, percent(cost.device_share), cost.worst


def rate(gbps: float) -> str:
    """Return a rate in the unit one reads it in: `400 Gb/s`, `51.2 Tb/s`; a dash for none."""
    if not gbps:
        return "-"
    return f"{gbps:g} Gb/s" if gbps < TERABIT else f"{gbps / TERABIT:.4g} Tb/s"


def ratio(found: float | None) -> str:
    """Return an oversubscription: `2:1`, `0.5:1`; a dash at the top, where nothing goes up."""
    return "-" if found is None else f"{found:.3g}:1"


def percent(share: float) -> str:
    """Return a share: `12.5 %`; what is not whole never reads 100 %, what is not nothing never 0 %."""
    digits = 3 if share * 100 < MOSTLY else 4
    text = f"{share * 100:.{digits}g}"
    return f"under {text} %" if share < WHOLE and float(text) == WHOLE * 100 else f"{text} %"


def _record(one: Measures) -> dict[str, object]:
    return {
        "fabric": one.fabric,
        "transport": one.transport,
        "hosts": one.hosts,
        "gpus": one.gpus,
        "links": one.links,
        "tiers": [
            {"role": t.role, "switches": t.switches, "down_gbps": t.down_gbps, "up_gbps": t.up_gbps,
             "peer_gbps": t.peer_gbps, "oversubscription": t.ratio, "worst": t.worst,
             "worst_oversubscription": t.worst_ratio}
            for t in one.tiers
        ],
        "bisection": {"hosts": _halves(one.host_halves), "leaves": _halves(one.leaf_halves)},
        "pairs": [
            {"class": p.name, "fewest_ways": p.fewest, "most_ways": p.most, "fewest_switches": p.nearest,
             "most_switches": p.farthest}
            for p in one.pairs
        ],
        "failures": [
            {"kind": c.kind, "count": c.count, "worst": c.worst, "gpus_degraded": c.gpus_degraded,
             "gpus_cut_off": c.gpus_cut, "tier_share": c.tier_share, "device_share": c.device_share}
            for c in one.costs
        ],
    }  # fmt: skip


def _halves(found: Bisection) -> dict[str, object]:
    return {
        "gbps": found.gbps,
        "offered_gbps": found.offered_gbps,
        "share": found.share,
        "upper_bound": found.bound,
    }
