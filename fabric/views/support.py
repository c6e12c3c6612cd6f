"""The page of what each platform can do, `docs/support.md`, made from the support rows of the catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog.models.support import Feature
from fabric.catalog.ports import read_breakout
from fabric.catalog.tables import SUPPORT, SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Catalog
    from fabric.catalog.models.support import SupportRow
    from fabric.catalog.models.switches import Switch

HEAD = """\
# What each platform can do

An intent that asks for what a platform, release or ASIC lacks is told so by `fabric validate` (`CAP-001`);
nothing is left out in silence. `-` is unknown, which is no yes. Sources: `fabric catalog list support`. This
page is made from `fabric/catalog/data`: `pytest --update-golden`.
"""
PLATFORMS = ("eos", "sonic", "cumulus", "ufm", "bluefield", "host")
SYSTEMS = PLATFORMS[:3]
NOTHING = "-"
FAST = ((800, Feature.SPEED_800G), (1600, Feature.SPEED_1600G))
"""Rates that not every release knows, in Gb/s."""


def reference(catalog: Catalog) -> str:
    """Return the page."""
    lines = [HEAD, "## Features", "", *_table(("feature", *PLATFORMS), _features(catalog.entries(SUPPORT)))]
    lines += ["", "## Speeds", "", "Rates of a port in Gb/s, breakouts included, by switch and system.", ""]
    lines += _table(("switch", "ASIC", "cages", "rates", *SYSTEMS), _speeds(catalog))
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def _features(rows: Iterable[SupportRow]) -> Iterator[tuple[str, ...]]:
    cells: dict[tuple[Feature, str], list[str]] = {}
    for row in rows:
        cell = cells.setdefault((row.feature, row.platform), [])
        last = cell and not (row.since or row.before or row.asics)
        cell.append(f"otherwise {_cell(row)}" if last else _cell(row))
    for feature in Feature:
        yield (
            f"`{feature}`",
            *("; ".join(cells.get((feature, platform), (NOTHING,))) for platform in PLATFORMS),
        )


def _cell(row: SupportRow) -> str:
    """Say what a row says: `yes from 202511`, `up to 256 from 5.15 on Spectrum-4`."""
    verdict = f"up to {row.limit}" if row.verdict == "limit" else row.verdict
    since, before = (
        (f" from {row.since}" if row.since else ""),
        (f" before {row.before}" if row.before else ""),
    )
    return verdict + since + before + (f" on {', '.join(row.asics)}" if row.asics else "")


def _speeds(catalog: Catalog) -> Iterator[tuple[str, ...]]:
    for switch in catalog.entries(SWITCHES):
        if switch.protocol == "ethernet":
            read = (read_breakout(mode) for cages in switch.cages for mode in cages.breakout)
            rates = sorted({rate for breakout in read if breakout for rate in breakout.gbps})
            cages = ", ".join(f"{group.count} {group.form_factor}" for group in switch.cages)
            systems = (_system(catalog, switch, platform, max(rates)) for platform in SYSTEMS)
            yield f"`{switch.id}`", switch.asic, cages, ", ".join(f"{rate:g}" for rate in rates), *systems


def _system(catalog: Catalog, switch: Switch, platform: str, fastest: float) -> str:
    """Say from which release on a system runs a switch at its fastest rate."""
    if platform not in switch.names:
        return NOTHING
    feature = next((feature for rate, feature in FAST if rate == fastest), None)
    if feature is None:
        return "yes"
    rows = [row for row in catalog.entries(SUPPORT) if (row.feature, row.platform) == (feature, platform)]
    said = "; ".join(_cell(row) for row in rows if not row.asics or switch.asic in row.asics)
    return f"{fastest:g}G: {said or 'unknown'}"
