"""What builders, design rules and platforms find in the units of a site, in one walk over them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import Diagnostic, FabricError, Severity, error
from fabric.core.names import listing
from fabric.device import build, units

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from fabric.core.diagnostic import Path
    from fabric.device import Design, Unit, UnitConfig
    from fabric.pipeline.registry import Registry

    Noted = Callable[[Unit, UnitConfig], None]


@dataclass
class _Walk:
    """What one walk over the units found."""

    refused: list[Diagnostic] = field(default_factory=list)
    """By the builders."""
    unworded: list[Diagnostic] = field(default_factory=list)
    """By the platforms, that have no words for something."""
    broken: list[Exception] = field(default_factory=list)
    """Failures of platforms that are no findings: a design rule may explain them, or else they are bugs."""


def judged(
    designs: Collection[Design], registry: Registry, noted: Noted | None = None
) -> Iterator[Diagnostic]:
    """Yield what building refuses; else what the design rules find, and what a platform has no words for.

    Every configuration is made for this, and `noted` is told of each: nobody needs to make them again.
    """
    walk = _walked(designs, registry, noted)
    if walk.refused:
        yield from walk.refused
        return
    found = [finding for design in designs for check in registry.checks for finding in check(design)]
    yield from found
    errors = [one.path for one in found if one.severity is Severity.ERROR]
    # Where a rule refused what a unit is, its platform only repeats that it has no words for it.
    unworded = [one for one in walk.unworded if all(path[: len(one.path)] != one.path for path in errors)]
    yield from unworded
    if walk.broken and not errors and not unworded:
        raise walk.broken[0]


def _walked(designs: Collection[Design], registry: Registry, noted: Noted | None) -> _Walk:
    walk, by_name = _Walk(), {design.fabric.name: design for design in designs}
    for unit in units(design.fabric for design in designs):
        own = [by_name[name] for name in unit.fabrics]
        path = own[0].device(unit.name).path
        try:
            config = build(own, unit.name)
        except (CatalogError, FabricError) as failure:
            walk.refused += _findings(failure, path)
        else:
            if registry.platforms[unit.platform].profiled and not own[0].device(unit.name).hwsku:
                walk.unworded.append(_without_profile(own[0], unit))
            else:
                _word(walk, registry, unit, (config, path))
            if noted is not None:
                noted(unit, config)
    return walk


def _word(walk: _Walk, registry: Registry, unit: Unit, made: tuple[UnitConfig, Path]) -> None:
    if walk.refused:
        return
    config, path = made
    try:
        registry.platforms[unit.platform].context(config)
    except (CatalogError, FabricError) as failure:
        walk.unworded += _findings(failure, path)
    except Exception as failure:  # noqa: BLE001 - raised again, unless a design rule has said why
        walk.broken.append(failure)


def _without_profile(design: Design, unit: Unit) -> Diagnostic:
    """Return what a switch lacks whose ports, lanes and pools nobody knows without its hardware profile."""
    device = design.device(unit.name)
    known = design.catalog.hwskus(device.model)
    hint = (
        f"add `hwsku`: the model has {listing(known, len(known))}"
        if known
        else "none of the model is known: add one to `inventory/catalog/`"
    )
    return error("SON-004", f"`{unit.platform}` on `{device.model}` needs a HwSKU", device.path, hint)


def _findings(failure: CatalogError | FabricError, path: Path) -> Iterator[Diagnostic]:
    """Yield the findings of a failure; what has no place of its own gets the unit's."""
    if isinstance(failure, CatalogError):
        yield error("CAT-012", failure.summary, path, failure.hint)
    else:
        yield from (found if found.path else replace(found, path=path) for found in failure.diagnostics)
