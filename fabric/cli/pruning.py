"""Which numbers may be given again, and whose switch may still be live."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.talk import say
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.names import natural
from fabric.core.source import GitTree
from fabric.pipeline import at, expanded, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.pipeline import Build

Freed = dict[str, dict[str, int]]
"""Numbers by fabric and switch."""


def freed(build: Build) -> Freed:
    """Return the numbers of switches that the intent no longer has."""
    found: Freed = {}
    places = places_of(build)
    for fabric, rows in build.ledger.numbers.items():
        there = places.get(fabric, {})
        gone = {name: rows[name] for name in sorted(rows, key=natural) if name not in there}
        if gone:
            found[fabric] = gone
    return found


def still_live(build: Build, gone: Mapping[str, Mapping[str, int]]) -> Iterator[Diagnostic]:
    """Yield the switches that may still announce what would be given to another one.

    Known of are those that the inventory lists, and those that the last commit still has: a rollout of it may
    be running or to come.
    """
    committed = _committed(build) if gone else frozenset()
    listed = {name for design in build.designs.values() for name in design.inventory.rows}
    for fabric, rows in gone.items():
        for name, number in rows.items():
            place = build.ledger.place(fabric, name)
            summary = f"number {number} of `{name}` may be live"
            if name in listed:
                hint = (
                    f"`{build.project.inventory}/hosts.yaml` lists it: switch it off, delete its line there"
                )
                yield error("ALC-011", summary, hint=hint).at(place)
            elif (fabric, name) in committed:
                hint = "the last commit still has it: commit its removal and roll it out, then prune"
                yield error("ALC-011", summary, hint=hint).at(place)


def _committed(build: Build) -> frozenset[tuple[str, str]]:
    """Return the switches of the last commit by fabric; say so where it cannot be looked at."""
    root = Path(getattr(build.project.source, "root", "."))
    try:
        last = expanded(at(GitTree(root, "HEAD"), build.project.intent), build.registry)
    except FabricError as failure:
        say(f"not looked at: the last commit ({failure.diagnostics[0].summary}); make sure they are off")
        return frozenset()
    return frozenset((section, device) for section, devices in places_of(last).items() for device in devices)
