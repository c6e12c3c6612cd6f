"""Leaves and spines of a two-tier fabric: devices, exceptions, and the room on their panels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.names import listing
from fabric.topology.model import Device, Role
from fabric.topology.names import matcher
from fabric.topology.pods import unlisted
from fabric.topology.ports import Cages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Path
    from fabric.intent.topology import PodLeaf, RailLeaf, Switches, Topology
    from fabric.topology.pods import Pod


UNMANAGED, IB_NAMES = "unmanaged", "ib"
"""Platform of switches that a subnet manager configures, and the catalog's name for their ports."""


@dataclass(frozen=True, slots=True)
class Panel:
    """How the ports of one switch are shared out."""

    hosts: Cages
    uplinks: Cages
    first_uplink_cage: int

    @property
    def host_ports(self) -> int:
        """Ports before the first cage with uplinks."""
        return (self.first_uplink_cage - 1) * self.hosts.per_cage


def leaves_per_pod(topology: Topology) -> int:
    """Return the leaves of each pod, whether or not it needs them all: places follow from it."""
    return topology.rails if topology.kind == "rail-optimised" else topology.leaf.count


def switches(topology: Topology, prefix: str, pods: Sequence[Pod], catalog: Catalog) -> dict[str, Device]:
    """Return leaves and spines with the exceptions applied. Raises FabricError."""
    made = [*_leaves(topology, prefix, pods), *_spines(topology, prefix)]
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


def _leaves(topology: Topology, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    for pod in pods:
        for index in range(1, leaves_per_pod(topology) + 1):
            leaf = _switch(f"{prefix}{pod.name}-leaf{index}", Role.LEAF, topology.leaf)
            rail = index if topology.kind == "rail-optimised" else None
            yield replace(leaf, pod=pod.name, index=index, rail=rail)


def _spines(topology: Topology, prefix: str) -> Iterator[Device]:
    for index in range(1, topology.spine.count + 1):
        yield replace(_switch(f"{prefix}spine{index}", Role.SPINE, topology.spine), index=index)


def _switch(name: str, role: Role, tier: Switches) -> Device:
    return Device(name, role, tier.model, tier.platform, tier.release, tier.hwsku or "", path=tier.loc())


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


def cages(device: Device, speed_gbps: int, catalog: Catalog) -> Cages:
    """Return the data ports of a switch at a speed. Raises FabricError when it cannot run them."""
    group = catalog.switch(device.model).cages[0]
    lanes = -(-speed_gbps // group.lane_gbps)
    if speed_gbps > group.max_gbps or group.lanes % lanes:
        has = f"its cages have {group.lanes} lanes of {group.lane_gbps}G"
        summary = f"`{device.model}` has no {speed_gbps}G port: {has}"
        hint = "choose another model, or modules of another speed"
        raise FabricError(error("TOP-010", summary, device.path, hint))
    return Cages(group.count, group.lanes, lanes)


def leaf_panel(topology: Topology, leaf: Device, speeds: tuple[int, int], catalog: Catalog) -> Panel:
    """Return the panel of a leaf for the speeds of its host ports and uplinks, in Gb/s.

    Raises FabricError when the uplinks do not fit behind the host ports.
    """
    hosts, uplinks = (cages(leaf, speed, catalog) for speed in speeds)
    tier: RailLeaf | PodLeaf = topology.leaf
    first = tier.first_uplink_cage or hosts.count // 2 + 1
    room = (uplinks.count - first + 1) * uplinks.per_cage
    if tier.uplinks > room:
        held = f"cages {first} to {uplinks.count} of `{leaf.model}` hold {max(room, 0)}"
        summary = f"{tier.uplinks} uplinks of {speeds[1]}G do not fit: {held}"
        hint = "use fewer uplinks, or an earlier `first_uplink_cage`"
        raise FabricError(error("TOP-009", summary, tier.loc("uplinks"), hint))
    if tier.uplinks % topology.spine.count:
        summary = f"{tier.uplinks} uplinks cannot be shared equally by {topology.spine.count} spines"
        raise FabricError(
            error("TOP-007", summary, tier.loc("uplinks"), "make it a multiple of `spine.count`")
        )
    return Panel(hosts, uplinks, first)
