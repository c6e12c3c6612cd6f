"""A repository with intents: which of its files make one build."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.source import Folder

if TYPE_CHECKING:
    from fabric.core.source import Source

ROOT_SIGNS = ("inventory", ".git")
"""What the root of a user's repository holds."""


@dataclass(frozen=True)
class Project:
    """Files of one build: the intent folder, the inventory of its devices, and the ledger."""

    source: Source
    intent: str
    """Folder of the intent."""
    devices: Source
    """Where the inventory is: the same source, or another one for a lab."""
    inventory: str
    """Folder with `hosts.yaml`, in `devices`."""
    ledger: str
    """Path of the ledger."""

    @property
    def other_inventory(self) -> str:
        """Path of the inventory where it is not the site's, below the present folder or whole; else empty."""
        if self.devices is self.source or not isinstance(self.devices, Folder):
            return ""
        place, here = self.devices.root / self.inventory, FilePath.cwd()
        return str(place.relative_to(here) if place.is_relative_to(here) else place)

    @property
    def additions(self) -> dict[str, str]:
        """The site's own catalog entries, text by path."""
        found = self.source.files("inventory/catalog")
        return {path: self.source.read(path) for path in found if path.endswith((".yaml", ".yml"))}


def locate(intent: str) -> tuple[FilePath, str]:
    """Return root and intent folder below it for a path a user gave. Raises FabricError."""
    given = FilePath(intent)
    if not given.exists():
        hint = "name the folder of an intent, such as `intents/quickstart`"
        raise FabricError(error("PRJ-001", f"`{intent}` does not exist", hint=hint))
    if not given.is_dir():
        raise FabricError(error("PRJ-001", f"`{intent}` is not a folder", hint=f"try `{given.parent}`"))
    folder = given.resolve()
    for root in folder.parents:
        if any((root / sign).is_dir() for sign in ROOT_SIGNS):
            return root, folder.relative_to(root).as_posix()
    return folder.parent, folder.name


def open_project(intent: str, inventory: str | None = None) -> Project:
    """Return the project of an intent folder in the work tree, with its inventory or the one named."""
    root, folder = locate(intent)
    project = at(Folder(root), folder)
    if inventory is None:
        return project
    place = inventory_folder(inventory)
    return replace(project, devices=Folder(place.parent), inventory=place.name)


def inventory_folder(given: str) -> FilePath:
    """Return the inventory folder a user named. Raises FabricError when it is none."""
    place = FilePath(given).resolve()
    if not (place / "hosts.yaml").is_file():
        hint = "a folder with `hosts.yaml`, such as `fabric lab up` writes; see `--inventory`"
        raise FabricError(error("INV-007", f"`{given}` is no inventory", hint=hint))
    return place


def at(source: Source, folder: str) -> Project:
    """Return the project of an intent folder in any source: its inventory bears the name of the folder."""
    name = folder.rpartition("/")[2]
    return Project(source, folder, source, f"inventory/{name}", f"inventory/{name}/allocations.yaml")


def own_templates(source: Source) -> dict[str, str]:
    """Return the texts below `templates/` of a project: they override ours, and may include each other."""
    found: dict[str, str] = {}
    for path in source.files("templates"):
        with contextlib.suppress(FabricError):  # what is no text cannot be included either
            found[path] = source.read(path)
    return found
