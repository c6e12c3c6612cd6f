"""Limits of alerts that differ by switch: sessions that the intent counts, light that modules take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.topology import near_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.device import Design, SwitchConfig


def grouped(by: str, switches: Mapping[str, tuple[Design, SwitchConfig]]) -> dict[float, list[str]]:
    """Return the switches by their limit; those without one are in no group."""
    found: dict[float, list[str]] = {}
    for name, (design, config) in switches.items():
        if (limit := LIMITS[by](design, config)) is not None:
            found.setdefault(limit, []).append(name)
    return found


def _sessions(_: Design, config: SwitchConfig) -> int | None:
    return len(config.bgp.neighbors) or None


def _least_light(design: Design, config: SwitchConfig) -> float | None:
    return min((least for least, _ in _light(design, config.name)), default=None)


def _most_light(design: Design, config: SwitchConfig) -> float | None:
    return max((most for _, most in _light(design, config.name)), default=None)


def _light(design: Design, name: str) -> Iterator[tuple[float, float]]:
    """Yield least and most received power of the modules of a switch, as the catalog has them, in dBm."""
    links = design.fabric.links_of.get(name, ())
    for media in {link.media_a if near_end(link, name) is link.a else link.media_b for link in links} - {""}:
        try:
            power = design.catalog.media(media).rx_dbm
        except CatalogError:
            continue  # a cable of copper or with modules of its own
        if power is not None:
            yield power


LIMITS: Mapping[str, Callable[[Design, SwitchConfig], float | None]] = {
    "sessions": _sessions,
    "least_light": _least_light,
    "most_light": _most_light,
}
