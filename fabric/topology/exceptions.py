"""Switches with the exceptions of the intent applied, and whether the catalog knows what they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.names import listing
from fabric.topology.names import matcher
from fabric.topology.pods import unlisted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Path
    from fabric.intent.topology import Topology
    from fabric.topology.model import Device

UNMANAGED, IB_NAMES = "unmanaged", "ib"
"""Platform of switches that a subnet manager configures, and the catalog's name for their ports."""

FIELDS = ("model", "platform", "hwsku", "release", "routing_mode")
"""What an exception may say of a switch."""


def with_exceptions(switches: Iterable[Device], topology: Topology, catalog: Catalog) -> dict[str, Device]:
    """Return the switches by name, with the exceptions applied. Raises FabricError."""
    made = [*switches]
    problems: list[Diagnostic] = []
    givers: dict[tuple[str, str], int] = {}
    for number, override in enumerate(topology.overrides):
        fits = matcher(override.match)
        hit = [index for index, device in enumerate(made) if fits(device.name)]
        if not hit:
            path = topology.loc("overrides", number, "match")
            names = [device.name for device in made]
            hint = nearest(override.match, names) or f"names here run from `{names[0]}` to `{names[-1]}`"
            problems.append(error("TOP-005", f"`{override.match}` matches no switch", path, hint))
        changed = {name: value for name in FIELDS if (value := getattr(override, name)) is not None}
        problems += _overlapping(topology, number, [made[index].name for index in hit], givers)
        for index in hit:
            made[index] = replace(made[index], **changed, path=topology.loc("overrides", number))
    problems += _unknown(made, catalog)
    if problems:
        raise FabricError(*problems)
    return {device.name: device for device in made}


def _overlapping(
    topology: Topology, number: int, names: Sequence[str], givers: dict[tuple[str, str], int]
) -> Iterator[Diagnostic]:
    """Yield what an exception says otherwise than one before it, of the same switches."""
    override = topology.overrides[number]
    for field in FIELDS:
        value = getattr(override, field)
        if value is None:
            continue
        first = {givers.setdefault((name, field), number): name for name in reversed(names)}
        for other in sorted(first):
            earlier = topology.overrides[other]
            if getattr(earlier, field) != value:
                summary = f"`{first[other]}` gets another `{field}` from `{earlier.match}`"
                hint = "one switch, one word: let the two match different switches"
                yield error("TOP-080", summary, topology.loc("overrides", number, field), hint)


def _unknown(devices: Sequence[Device], catalog: Catalog) -> Iterator[Diagnostic]:
    for model, platform, hwsku, path in {(d.model, d.platform, d.hwsku, d.path): None for d in devices}:
        if problems := list(unlisted(catalog.switch, model, (*path, "model"))):
            yield from problems
            continue
        yield from _foreign(model, platform, path, catalog)
        if hwsku:
            yield from _profile(model, hwsku, path, catalog)


def _foreign(model: str, platform: str, path: Path, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield a finding for a platform that does not run on a model: its ports would have no names."""
    names = catalog.switch(model).names
    if (IB_NAMES if platform == UNMANAGED else platform) not in names:
        known = [UNMANAGED if name == IB_NAMES else name for name in names]
        hint = nearest(platform, known) or (f"it runs {listing(known)}" if known else "choose another model")
        yield error("TOP-020", f"`{model}` does not run `{platform}`", (*path, "platform"), hint)


def _profile(model: str, hwsku: str, path: Path, catalog: Catalog) -> Iterator[Diagnostic]:
    known = catalog.hwskus(model)
    if hwsku not in known:
        hint = nearest(hwsku, known) or (f"known: {listing(known)}" if known else "none of it is known")
        yield error("TOP-021", f"`{model}` has no HwSKU `{hwsku}`", (*path, "hwsku"), hint)
