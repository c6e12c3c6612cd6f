"""The only composition of the stages, used by commands, plans, migrations, tests and the API alike."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from fabric.allocate import allocate, read_ledger
from fabric.catalog import load_catalog
from fabric.core.diagnostic import Diagnostic, FabricError, Severity, error, nearest
from fabric.device import Design, build, units
from fabric.intent import read_intent
from fabric.inventory import read_inventory
from fabric.pipeline.exclusions import idle
from fabric.pipeline.grouping import left_behind
from fabric.pipeline.judging import judged
from fabric.pipeline.managing import managed
from fabric.pipeline.project import own_templates
from fabric.pipeline.waivers import waived
from fabric.render import Artifact, environment, render
from fabric.topology import drained as drained_of
from fabric.topology import expand, floor_findings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import date

    from fabric.allocate import Ledger
    from fabric.catalog import Catalog
    from fabric.core.document import Document
    from fabric.device import Unit, UnitConfig
    from fabric.intent import Site
    from fabric.inventory import Inventory
    from fabric.pipeline.project import Project
    from fabric.pipeline.registry import Registry
    from fabric.render.environment import Sandbox


class Kept(Protocol):
    """Artifacts of a build by unit and name, made by an earlier command."""

    def note(self, unit: Unit, config: UnitConfig) -> None:
        """Learn from what those of a unit are made."""

    def of(self, unit: str) -> Mapping[str, str] | None:
        """Return those of a unit; None where they are not known."""

    def add(self, unit: str, texts: Mapping[str, str]) -> None:
        """Take those of a unit."""


@dataclass(frozen=True)
class Build:
    """A compiled intent. Configurations and artifacts are made when asked for: nothing holds them all."""

    project: Project
    registry: Registry
    document: Document
    site: Site
    designs: Mapping[str, Design]
    """By fabric."""
    ledger: Ledger
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors never get this far."""
    kept: Kept | None = field(default=None, repr=False, compare=False)
    """Artifacts that were rendered before."""
    _environment: list[Sandbox] = field(default_factory=list, repr=False, compare=False)

    def units(self) -> Iterator[tuple[Design, Unit]]:
        """Yield every unit once, switches first, with the design of its fabric: of a host, its first one."""
        for unit in units(design.fabric for design in self.designs.values()):
            yield self.designs[unit.fabrics[0]], unit

    def config(self, unit: Unit) -> UnitConfig:
        """Return what a unit is to do, on all its fabrics."""
        return build((self.designs[name] for name in unit.fabrics), unit.name)

    def artifacts(self, unit: Unit) -> tuple[Artifact, ...]:
        """Render the artifacts of one unit, once. Raises FabricError when a template fails."""
        if self.kept is not None and (texts := self.kept.of(unit.name)) is not None:
            return tuple(Artifact(unit.name, name, text) for name, text in texts.items())
        if not self._environment:
            self._environment.append(environment(self.project.source))
        platform = self.registry.platforms[unit.platform]
        try:
            made = render(platform, self.config(unit), self._environment[0])
        except FabricError as failure:
            path = self.designs[unit.fabrics[0]].device(unit.name).path
            found = (one if one.place else replace(one, path=path) for one in failure.diagnostics)
            raise FabricError(*self.document.locate(found)) from None
        if self.kept is not None:
            self.kept.add(unit.name, {artifact.name: artifact.text for artifact in made})
        return made

    def texts(self, unit: Unit) -> dict[str, str]:
        """Return the artifacts of one unit by name. Raises FabricError when a template fails."""
        return {made.name: made.text for made in self.artifacts(unit)}

    @property
    def digest(self) -> str:
        """The sha256 over everything the build was made from: files, registry, numbers."""
        made = hashlib.sha256(self.registry.digest.encode())
        for name in sorted(self.document.texts):
            made.update(f"{name}\0".encode() + "\n".join(self.document.texts[name]).encode())
        source = self.project.source
        own = own_templates(source)
        for path, text in sorted((self.project.additions | own).items()):
            made.update(f"{path}\0{text}\0".encode())
        for design in self.designs.values():
            numbers = design.numbers
            made.update(repr((sorted(numbers.of.items()), sorted(map(str, numbers.pins.items())))).encode())
            made.update(repr(sorted(numbers.management.items())).encode())
            made.update(repr(sorted(_known(design.inventory))).encode())
        return made.hexdigest()


def compile(  # noqa: A001 - the verb
    project: Project,
    registry: Registry,
    today: date | None = None,
    drained: Collection[str] = (),
    kept: Kept | None = None,
) -> Build:
    """Compile an intent: read, validate, expand, allocate, build, check.

    `today` ends waivers; without it none has expired. `drained` are switches that others shall go around for
    now, beside those that the intent names. What is `kept` is not rendered again. Raises FabricError with all
    mistakes of the first stage that finds one, each with its place.
    """
    draft = expanded(project, registry, drained)
    designs = tuple(draft.designs.values())
    noted = kept.note if kept is not None else None
    made = (*judged(designs, registry, noted), *idle(draft.site, designs, registry))
    problems = _once((*made, *left_behind(project, designs, registry)))
    found = tuple(draft.document.locate(_once(waived(problems, draft.site.waivers, today))))
    if any(one.severity is Severity.ERROR for one in found):
        raise FabricError(*found)
    return replace(draft, diagnostics=found, kept=kept)


def _known(inventory: Inventory) -> Iterator[tuple[object, ...]]:
    """Yield what artifacts and identities take from an inventory; how a device is reached is none of it."""
    for name, row in inventory.rows.items():
        yield name, str(row.data.management), row.data.serial, row.data.mac, row.data.guid, row.data.guids


def expanded(project: Project, registry: Registry, drained: Collection[str] = ()) -> Build:
    """Read, expand and number an intent, and judge no further: for cables, orders and the ledger.

    These are wanted before the devices have arrived, whose identities the rest may need. Raises FabricError.
    """
    site, document = read_intent(project.source, project.intent)
    try:
        return _expanded(project, registry, site, document, drained)
    except FabricError as failure:
        raise FabricError(*document.locate(failure.diagnostics)) from None


def _expanded(
    project: Project, registry: Registry, site: Site, document: Document, drained: Collection[str]
) -> Build:
    catalog = load_catalog(project.additions)
    inventory = read_inventory(project.devices, project.inventory)
    ledger = read_ledger(project.source, project.ledger)
    designs = _designs(site, catalog, inventory, ledger, drained)
    _known_platforms(designs.values(), registry)
    return Build(project, registry, document, site, MappingProxyType(designs), ledger, ())


def _designs(
    site: Site, catalog: Catalog, inventory: Inventory, ledger: Ledger, drained: Collection[str]
) -> dict[str, Design]:
    designs: dict[str, Design] = {}
    problems: list[Diagnostic] = []
    for name, intent in site.fabrics.items():
        try:
            fabric = expand(site, name, catalog)
            numbers = allocate(fabric, intent, ledger)
            out = drained_of(intent, fabric, drained)
            designs[name] = Design(site, intent, fabric, numbers, inventory, catalog, out)
        except FabricError as failure:
            problems += failure.diagnostics
    if not problems:
        problems += managed(designs, ledger)
    if not problems:
        problems += floor_findings(site, (design.fabric for design in designs.values()), catalog)
    if problems:
        raise FabricError(*problems)
    return designs


def _known_platforms(designs: Iterable[Design], registry: Registry) -> None:
    wanted = {
        (unit.platform, design.device(unit.name).path)
        for design in designs
        for unit in units((design.fabric,))
    }
    problems = [
        error(
            "TOP-016",
            f"there is no platform `{platform}`",
            (*path, "platform"),
            nearest(platform, registry.platforms) or f"known: {', '.join(registry.platforms)}",
        )
        for platform, path in sorted(wanted, key=repr)
        if platform not in registry.platforms
    ]
    if problems:
        raise FabricError(*problems)


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Drop findings that say the same of the same place: equal units make equal mistakes."""
    return iter(dict.fromkeys(found))
