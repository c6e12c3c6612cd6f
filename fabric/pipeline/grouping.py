"""Groups of the inventory that are called after a platform, against the platforms of the intent."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, warning
from fabric.core.document import read_file
from fabric.core.names import listing
from fabric.device import units

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fabric.core.diagnostic import Path
    from fabric.device import Design, Unit
    from fabric.inventory import Inventory
    from fabric.pipeline.project import Project
    from fabric.pipeline.registry import Registry


def other_group(inventory: Inventory, unit: Unit, registry: Registry) -> int | None:
    """Return which group of a unit is called after a platform that it does not have; None where none is."""
    row = inventory.rows.get(unit.name)
    for number, group in enumerate(row.groups if row else ()):
        if group in registry.platforms and group != unit.platform:
            return number
    return None


def left_behind(project: Project, designs: Collection[Design], registry: Registry) -> Iterator[Diagnostic]:
    """Yield groups whose devices the intent has on another platform: one finding for all that moved alike."""
    moved: defaultdict[tuple[str, str], list[Path]] = defaultdict(list)
    inventory = next(iter(designs)).inventory
    for unit in units(design.fabric for design in designs):
        if (number := other_group(inventory, unit, registry)) is not None:
            group = inventory.rows[unit.name].groups[number]
            moved[group, unit.platform].append((unit.name, "groups", number))
    if not moved:
        return
    document = read_file(project.devices, f"{inventory.folder}/hosts.yaml")
    for (group, platform), paths in moved.items():
        names = listing([str(path[0]) for path in paths])
        summary = f"group `{group}` has {names}, the intent says `{platform}`"
        hint = f"write `groups: [{platform}]`: ports and logins come from the group"
        yield warning("INV-010", summary, paths[0], hint).at(document.place(paths[0]))
