"""What the tiers of a topology must be to each other, before anything is expanded."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing
from fabric.intent.tiers import Leaf, PodSpine, RailLeaf, TreeSpine
from fabric.intent.topology import FatTree, MultiPlane, rails_of, tiers_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.intent.fabric import Fabric
    from fabric.intent.topology import Topology

THREE_LEVELS = 3
TWO_TIERS = frozenset({"host-leaf", "leaf-spine"})
FLAT = frozenset({"host-leaf", "leaf-leaf"})
LINKS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "rail-optimised": TWO_TIERS,
        "leaf-spine": TWO_TIERS,
        "clos3": TWO_TIERS | {"spine-core"},
        "dragonfly-plus": TWO_TIERS | {"spine-spine"},
        "torus": FLAT,
        "mesh": FLAT,
    }
)
"""Classes of links by `topology.kind`; other kinds may have any."""


def problems(topology: Topology) -> Iterator[Diagnostic]:
    """Yield every contradiction between the tiers of a topology."""
    yield from _rails(topology)
    if isinstance(topology, FatTree | MultiPlane):
        yield from _levels(topology)
    spine = tiers_of(topology).get("spine")
    if isinstance(spine, PodSpine | TreeSpine) and spine.room is not None and spine.room < spine.count:
        summary = f"room for {spine.room} spines of a pod, which has {spine.count}"
        yield error("INT-016", summary, spine.loc("room"), "make it as many as a pod may ever have")


def foreign_links(fabric: Fabric) -> Iterator[Diagnostic]:
    """Yield the classes of links that are described and that the shape does not have."""
    topology = fabric.topology
    known = LINKS.get(topology.kind)
    if isinstance(topology, FatTree | MultiPlane):
        known = TWO_TIERS | {"spine-core"} if topology.core else TWO_TIERS
    if known is not None and fabric.manages:
        known |= {"management"}
    for kind, media in fabric.physical.links.items():
        if known is not None and kind not in known:
            summary = f"`{topology.kind}` has no links of class `{kind}`"
            yield error("INT-017", summary, media.loc(), f"it has {listing(sorted(known))}")


def _rails(topology: Topology) -> Iterator[Diagnostic]:
    leaf, rails = tiers_of(topology).get("leaf"), rails_of(topology)
    if not isinstance(leaf, Leaf | RailLeaf):
        return
    if leaf.per == "rail" and not rails:
        hint = "add `rails`: as many as each host has NICs on this fabric"
        yield error("INT-014", "leaves serve rails, and the topology has none", leaf.loc("per"), hint)
    if leaf.per == "pod" and (rails or leaf.rails > 1):
        where = topology.loc("rails") if rails else leaf.loc("rails")
        hint = "add `per: rail` to the leaves, or remove `rails`"
        yield error("INT-014", "there are rails, and leaves serve pods", where, hint)
    if rails % leaf.rails:
        summary = f"{rails} rails cannot be shared out by {leaf.rails} to a leaf"
        yield error("INT-014", summary, leaf.loc("rails"), "make one a multiple of the other")


def _levels(tree: FatTree | MultiPlane) -> Iterator[Diagnostic]:
    whole = isinstance(tree, FatTree)
    if tree.levels == THREE_LEVELS if isinstance(tree, FatTree) else tree.core is not None:
        if tree.core is None:
            yield error("INT-015", "a tree of three levels has cores", tree.loc("levels"), "add `core`")
        if tree.spine.uplinks is None:
            hint = "add `uplinks`: half of the ports of a spine"
            yield error("INT-015", "spines of three levels have uplinks", tree.spine.loc(), hint)
        return
    groups = "planes" if whole else "core_planes"
    upper = {"core": tree.core, groups: getattr(tree, groups) > 1 or None}
    given = [tree.loc(name) for name, value in upper.items() if value is not None]
    given += [
        tree.spine.loc(name)
        for name in ("uplinks", "first_uplink_cage", "room")
        if getattr(tree.spine, name) is not None
    ]
    for path in given:
        summary = f"`{path[-1]}` belongs to a tree of three levels, this one has two"
        yield error("INT-015", summary, path, f"add `{'levels: 3' if whole else 'core'}`, or remove it")
