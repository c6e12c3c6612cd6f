"""The switches of every tier, with the exceptions applied."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.names import listing
from fabric.topology.model import Device, Role
from fabric.topology.names import matcher
from fabric.topology.pods import unlisted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Path
    from fabric.intent.tiers import Switches
    from fabric.intent.topology import Topology
    from fabric.topology.pods import Pod
    from fabric.topology.shape import Shape


UNMANAGED, IB_NAMES = "unmanaged", "ib"
"""Platform of switches that a subnet manager configures, and the catalog's name for their ports."""


def switches(
    topology: Topology, shape: Shape, prefix: str, pods: Sequence[Pod], catalog: Catalog
) -> dict[str, Device]:
    """Return the switches, lower tiers first, with the exceptions applied. Raises FabricError."""
    made = [*_leaves(shape, prefix, pods), *_spines(shape, prefix, pods), *_cores(shape, prefix)]
    problems: list[Diagnostic] = []
    for number, override in enumerate(topology.overrides):
        fits = matcher(override.match)
        hit = [index for index, device in enumerate(made) if fits(device.name)]
        if not hit:
            path = topology.loc("overrides", number, "match")
            names = [device.name for device in made]
            hint = nearest(override.match, names) or f"names here run from `{names[0]}` to `{names[-1]}`"
            problems.append(error("TOP-005", f"`{override.match}` matches no switch", path, hint))
        changed = {
            name: value
            for name in ("model", "platform", "hwsku", "release")
            if (value := getattr(override, name)) is not None
        }
        for index in hit:
            made[index] = replace(made[index], **changed, path=topology.loc("overrides", number))
    problems += _unknown(made, catalog)
    if problems:
        raise FabricError(*problems)
    return {device.name: device for device in made}


def _planes(shape: Shape) -> Iterator[tuple[int | None, str]]:
    """Yield the NIC planes with their part of a name; one alone has none."""
    if shape.nic_planes == 1:
        yield None, ""
        return
    yield from ((plane, f"plane{plane}-") for plane in range(1, shape.nic_planes + 1))


def leaf_names(shape: Shape, prefix: str, pod: str) -> list[str]:
    """Return the names of the leaves of a pod, plane by plane."""
    return [
        f"{prefix}{pod}-{part}leaf{index}"
        for _, part in _planes(shape)
        for index in range(1, shape.leaves + 1)
    ]


def _leaves(shape: Shape, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    made = _switch(Role.LEAF, shape.leaf)
    places = [(plane, index) for plane, _ in _planes(shape) for index in range(1, shape.leaves + 1)]
    for pod in pods:
        names = leaf_names(shape, prefix, pod.name)
        for name, (plane, index) in zip(names, places, strict=True):
            rail = (index - 1) % shape.rails + 1 if shape.rails and shape.rails_of_leaf == 1 else None
            yield replace(made, name=name, pod=pod.name, index=index, rail=rail, plane=plane)


def _spines(shape: Shape, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    made = _switch(Role.SPINE, shape.spine)
    for pod in [pod.name for pod in pods] if shape.core else [""]:
        for plane, part in _planes(shape):
            for index in range(1, shape.spine.count + 1):
                name = f"{prefix}{pod}-spine{index}" if pod else f"{prefix}{part}spine{index}"
                yield replace(made, name=name, pod=pod, index=index, plane=plane)


def _cores(shape: Shape, prefix: str) -> Iterator[Device]:
    if shape.core is not None:
        made = _switch(Role.CORE, shape.core)
        for index in range(1, shape.core.count + 1):
            yield replace(made, name=f"{prefix}core{index}", index=index)


def _switch(role: Role, tier: Switches) -> Device:
    return Device("", role, tier.model, tier.platform, tier.release, tier.hwsku or "", path=tier.loc())


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
