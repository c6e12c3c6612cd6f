"""What all shapes have in common: tiers, rails and planes, from which names and places follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.intent.tiers import GroupSpine, Leaf, PodLeaf, PodSpine, RailLeaf, Spine, TreeSpine
from fabric.intent.topology import Clos3, FatTree, MultiPlane, RailOptimised, rails_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.tiers import Core
    from fabric.intent.topology import DragonflyPlus, Tiered

AnyLeaf = Leaf | PodLeaf | RailLeaf
AnySpine = GroupSpine | PodSpine | Spine | TreeSpine


@dataclass(frozen=True, slots=True)
class Shape:
    """The tiers of a fabric and how they are divided."""

    leaf: AnyLeaf
    spine: AnySpine
    core: Core | None
    rails: int
    """0 without rails."""
    in_sequence: bool
    """Without rails: ports of leaves are filled one after the other."""
    planes: int = 1
    """Groups of spines and cores."""
    rail_planes: int = 1
    """Groups of rails and spines, with two tiers: a leaf is joined to the spines of its own."""
    nic_planes: int = 1
    """Planes that each NIC is split over, each a fabric of its own."""

    @property
    def rails_of_leaf(self) -> int:
        """Rails that a leaf serves."""
        return 1 if isinstance(self.leaf, PodLeaf) else self.leaf.rails

    @property
    def leaves(self) -> int:
        """Leaves of a pod in each NIC plane, whether or not it needs them all: places follow from it."""
        return self.leaf.count * (self.rails // self.rails_of_leaf if self.rails else 1)

    @property
    def leaves_of_plane(self) -> int:
        """Leaves of a pod in each group of rails."""
        return self.leaves // self.rail_planes

    @property
    def spines_of_leaf(self) -> int:
        """Spines that a leaf is joined to."""
        return self.spine.count // self.rail_planes

    @property
    def spines_of_pods(self) -> bool:
        """Whether each pod has spines of its own."""
        return self.core is not None or isinstance(self.spine, GroupSpine)

    @property
    def spine_uplinks(self) -> int:
        """Ports of a spine towards the cores."""
        return (
            0 if self.core is None or isinstance(self.spine, Spine | GroupSpine) else self.spine.uplinks or 0
        )

    @property
    def cores_of_plane(self) -> int:
        """Cores that a spine is joined to; 0 with two tiers."""
        return self.core.count // self.planes if self.core else 0

    @property
    def places_of_pod(self) -> int:
        """Spines of a pod and plane that a core keeps ports for."""
        room = None if isinstance(self.spine, Spine | GroupSpine) else self.spine.room
        return -(-(room or self.spine.count) // self.planes)


def shape_of(topology: Tiered | DragonflyPlus) -> Shape:
    """Return the shape of a topology. Raises FabricError when its tiers cannot be joined equally."""
    shape = Shape(
        leaf=topology.leaf,
        spine=topology.spine,
        core=topology.core if isinstance(topology, Clos3 | FatTree | MultiPlane) else None,
        rails=rails_of(topology),
        in_sequence=topology.kind == "fat-tree",
        planes=_core_planes(topology),
        rail_planes=topology.planes if isinstance(topology, RailOptimised) else 1,
        nic_planes=topology.planes if isinstance(topology, MultiPlane) else 1,
    )
    if problems := list(_planes(topology, shape)) or list(_unequal(shape)):
        raise FabricError(*problems)
    return shape


def _core_planes(topology: Tiered | DragonflyPlus) -> int:
    """Return the groups of spines and cores; those of NICs are others."""
    if isinstance(topology, MultiPlane):
        return topology.core_planes
    return topology.planes if isinstance(topology, Clos3 | FatTree) else 1


def _unequal(shape: Shape) -> Iterator[Diagnostic]:
    if shape.leaf.uplinks % shape.spines_of_leaf:
        summary = f"{shape.leaf.uplinks} uplinks cannot be shared equally by {shape.spines_of_leaf} spines"
        hint = "make it a multiple of `spine.count`"
        hint += ", divided by `planes`" if shape.rail_planes > 1 else ""
        yield error("TOP-007", summary, shape.leaf.loc("uplinks"), hint)
    if isinstance(shape.spine, GroupSpine):
        yield from _unequal_groups(shape.spine)
    if shape.core and shape.spine_uplinks % shape.cores_of_plane:
        summary = f"{shape.spine_uplinks} uplinks cannot be shared equally by {shape.cores_of_plane} cores"
        hint = "make it a multiple of `core.count`, divided by `planes`"
        yield error("TOP-007", summary, shape.spine.loc("uplinks"), hint)


def _unequal_groups(spine: GroupSpine) -> Iterator[Diagnostic]:
    """Yield a finding unless all spines, or equal classes of them, share the links between two groups."""
    links, count = spine.global_links, spine.count
    if links % count and count % links:
        summary = f"{links} links to a group cannot be shared equally by {count} spines"
        hint = "make it a multiple of `spine.count`, or a divisor of it"
        yield error("TOP-007", summary, spine.loc("global_links"), hint)


def _planes(topology: Tiered | DragonflyPlus, shape: Shape) -> Iterator[Diagnostic]:
    for tier, what in ((shape.spine, "spines of a pod"), (shape.core, "cores")):
        if tier is not None and tier.count % shape.planes:
            summary = f"{tier.count} {what} cannot be divided into {shape.planes} equal planes"
            hint = "make `spine.count` and `core.count` multiples of `planes`"
            field = "core_planes" if isinstance(topology, MultiPlane) else "planes"
            yield error("TOP-023", summary, topology.loc(field), hint.replace("planes", field))
    sets = shape.rails // shape.rails_of_leaf if shape.rails else 1
    for number, what in (
        (shape.spine.count, "spines"),
        (sets, "leaf of a host" if sets == 1 else "leaves of a host"),
    ):
        if number % shape.rail_planes:
            summary = f"{number} {what} cannot be divided into {shape.rail_planes} equal planes"
            hint = "make `spine.count`, and `rails` divided by `leaf.rails`, multiples of `planes`"
            yield error("TOP-023", summary, topology.loc("planes"), hint)
