"""Shipped intents with one artifact changed, read back and judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cases.repositories import edited, shipped

from fabric.core.diagnostic import FabricError
from fabric.pipeline.walking import judged, read_hop, walks


@dataclass(frozen=True)
class Read:
    """A build, its artifacts by unit and name, and what they were read as."""

    build: object
    units: dict
    texts: dict
    hops: dict


@cache
def read(intent: str) -> Read:
    build = shipped(intent)
    units = {unit.name: unit for _, unit in build.units()}
    texts = {name: {a.name: a.text for a in build.artifacts(unit)} for name, unit in units.items()}
    hops = {
        name: hop for name, text in texts.items() if (hop := read_hop(build, units[name], text)) is not None
    }
    return Read(build, units, texts, hops)


def changed(intent: str, unit: str, artifact: str, *changes: tuple[str, str]):
    """Return what is found when one artifact of one unit is changed; each change must hit."""
    held = read(intent)
    return found(intent, unit, held.texts[unit] | {artifact: edited(held.texts[unit][artifact], *changes)})


def found(intent: str, unit: str, texts: dict[str, str]):
    """Return what is found when a unit has these artifacts."""
    held = read(intent)
    try:
        hop = read_hop(held.build, held.units[unit], texts)
    except FabricError as failure:
        return failure.diagnostics
    return judged(held.build, walks(held.build, held.hops | {unit: hop}))


def unchanged(intent: str):
    held = read(intent)
    return judged(held.build, walks(held.build, held.hops))


__all__ = ["changed", "found", "read", "unchanged"]
