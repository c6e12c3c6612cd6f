"""Marking thresholds of a class at a port speed: by rule, from a published profile, or as written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError, error
from fabric.device.origin import Origin
from fabric.intent.qos import Thresholds
from fabric.physics.ecn import ecn_auto

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.intent.qos import TrafficClass


@dataclass(frozen=True, slots=True)
class Ecn:
    """Marking thresholds of one queue, in bytes of queue depth; probability in percent at `max_bytes`."""

    min_bytes: int
    max_bytes: int
    probability_pct: int
    origins: Mapping[str, Origin] = field(default_factory=dict)


ALL_PCT = 100
"""Probability of profiles that publish none: they mark every packet above their maximum."""


def marking(intent: TrafficClass, speed_gbps: int, catalog: Catalog) -> Ecn | None:
    """Return the thresholds of a class at a speed; None where it is not marked. Raises FabricError."""
    if intent.ecn == "off":
        return None
    if isinstance(intent.ecn, Thresholds):
        return _written(intent.ecn, speed_gbps)
    if intent.ecn == "auto":
        return _auto(intent, speed_gbps, catalog)
    return _published(intent, intent.ecn, speed_gbps, catalog)


def _made(values: tuple[int, int, int], origin: Origin) -> Ecn:
    return Ecn(*values, {"min_bytes": origin, "max_bytes": origin, "probability_pct": origin})


def _written(given: Thresholds, speed_gbps: int) -> Ecn:
    if given.at is None:
        values = (round(given.min), round(given.max), given.probability)
        return _made(values, Origin("intent", given.loc()))
    share = speed_gbps / given.at
    least, most = round(given.min * share), round(given.max * share)
    arithmetic = (
        f"{speed_gbps} Gb/s / {given.at:g} Gb/s x {given.min:g} B = {least} B, x {given.max:g} B = {most} B"
    )
    return _made((least, most, given.probability), Origin("ecn.scaled", given.loc(), (), arithmetic))


def _auto(intent: TrafficClass, speed_gbps: int, catalog: Catalog) -> Ecn:
    rule = catalog.ecn_rule
    found = ecn_auto(rule, speed_gbps)
    arithmetic = (
        f"min = {rule.min_share_of_bdp:g} x {speed_gbps} Gb/s x {rule.round_trip_us:g} us / 8, at least "
        f"{rule.floor_bytes} B = {found.min_bytes} B; max = {rule.max_over_min} x min = {found.max_bytes} B"
    )
    origin = Origin("ecn.auto", intent.loc("ecn"), ("ecn_rule/auto",), arithmetic)
    return _made((found.min_bytes, found.max_bytes, found.probability_pct), origin)


def _published(intent: TrafficClass, name: str, speed_gbps: int, catalog: Catalog) -> Ecn:
    path = intent.loc("ecn")
    try:
        row = catalog.ecn(name, speed_gbps)
    except CatalogError as failure:
        hint = f"{failure.hint}; or `auto`, `off`, or `{{min: 150 KB, max: 600 KB}}`"
        raise FabricError(error("ECN-003", failure.summary, path, hint)) from None
    if row.min_bytes is None or row.max_bytes is None:
        summary = f"profile `{name}` publishes no thresholds in bytes, so nothing can be marked by it"
        raise FabricError(error("ECN-003", summary, path, "take `auto`, or write thresholds"))
    values = (row.min_bytes, row.max_bytes, row.probability_pct or ALL_PCT)
    return _made(values, Origin("ecn.published", path, (f"ecn/{row.id}",)))
