"""`topology`: the shape of a fabric, its switches and their exceptions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from fabric.intent.base import Listed, Model, Switch, Whole
from fabric.intent.called import SwitchNames
from fabric.intent.explicit import Explicit
from fabric.intent.tiers import (
    Core,
    GridLeaf,
    GroupSpine,
    Leaf,
    MeshLeaf,
    Override,
    PodLeaf,
    PodSpine,
    RailLeaf,
    Spine,
    Switches,
    TreeSpine,
)
from fabric.intent.written import Written

Rails = Annotated[Whole, Field(ge=1, le=64)]
Planes = Annotated[Whole, Field(ge=1, le=64)]
FEWEST, MOST = 2, 64
"""Switches in a dimension of a torus."""
DIMENSIONS = (2, 3)


def _dimensions(size: tuple[int, ...]) -> tuple[int, ...]:
    if len(size) not in DIMENSIONS:
        raise ValueError("a torus has two or three dimensions")
    return size


GridSize = Annotated[Whole, Field(ge=FEWEST, le=MOST)]
SIZES = Written(
    f"two or three whole numbers, {FEWEST} to {MOST}",
    {
        "type": "array",
        "items": {"type": "integer", "minimum": FEWEST, "maximum": MOST},
        "minItems": DIMENSIONS[0],
        "maxItems": DIMENSIONS[-1],
    },
    "[4, 4, 8]",
)


class RailOptimised(Model):
    """NIC number r of every host in a pod is on the leaf of rail r: one hop inside a rail and pod."""

    kind: Literal["rail-optimised"]
    """Shape of the fabric."""
    rails: Rails
    """Rails: as many as each host has NICs on this fabric."""
    planes: Planes = 1
    """Groups of rails and spines: a leaf has links to the spines of its plane only; `rails`: rails alone."""
    leaf: RailLeaf
    """Leaf tier."""
    spine: Spine
    """Spine tier."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class LeafSpine(Model):
    """NIC number n of a host is on the n-th leaf of its group; for storage and front-end fabrics."""

    kind: Literal["leaf-spine"]
    """Shape of the fabric."""
    leaf: PodLeaf
    """Leaf tier."""
    spine: Spine
    """Spine tier."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class FatTree(Model):
    """Two or three levels without oversubscription; without rails, ports of leaves are filled in turn."""

    kind: Literal["fat-tree"]
    """Shape of the fabric."""
    levels: Annotated[Whole, Field(ge=2, le=3)] = 2
    """Levels of switches; with three, leaves and spines form pods that cores join."""
    rails: Rails | None = None
    """With `leaf: {per: rail}`: as many as each host has NICs on this fabric."""
    planes: Planes = 1
    """With three levels: groups that the spines of a pod and the cores are divided into."""
    leaf: Leaf
    """Leaf tier."""
    spine: TreeSpine
    """Spine tier."""
    core: Core | None = None
    """Core tier of three levels."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class Clos3(Model):
    """Pods of leaves and spines, joined by cores plane by plane; the counts decide the oversubscription."""

    kind: Literal["clos3"]
    """Shape of the fabric."""
    rails: Rails | None = None
    """With `leaf: {per: rail}`: as many as each host has NICs on this fabric."""
    planes: Planes = 1
    """Groups of spines and cores: a spine has links to the cores of its own plane only."""
    leaf: Leaf
    """Leaf tier."""
    spine: PodSpine
    """Spine tier of each pod."""
    core: Core
    """Core tier."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class MultiPlane(Model):
    """Each NIC is split over planes, each a fabric of its own of two tiers or three: port p is in plane p."""

    kind: Literal["multi-plane"]
    """Shape of the fabric."""
    planes: Annotated[Whole, Field(ge=2, le=4)]
    """Planes: ports that each NIC is split into."""
    rails: Rails
    """Rails: as many as each host has NICs; its ports on this fabric are as many times the planes."""
    leaf: RailLeaf
    """Leaf tier of each plane."""
    spine: TreeSpine
    """Spine tier of each plane; with cores, of each pod and plane."""
    core: Core | None = None
    """Core tier of each plane, which makes three tiers of it; left out, there are two."""
    core_planes: Planes = 1
    """With cores: groups that the spines of a pod and the cores are divided into, in each plane."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class DragonflyPlus(Model):
    """Groups of leaves and spines, a pod each; spines of every two groups are joined (dragonfly+)."""

    kind: Literal["dragonfly-plus"]
    """Shape of the fabric."""
    rails: Rails | None = None
    """With `leaf: {per: rail}`: as many as each host has NICs on this fabric."""
    leaf: Leaf
    """Leaf tier of each group."""
    spine: GroupSpine
    """Spine tier of each group."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class Torus(Model):
    """Switches in a grid of two or three dimensions, each joined to its neighbours; hosts are on all."""

    kind: Literal["torus"]
    """Shape of the fabric."""
    size: Annotated[tuple[GridSize, ...], Listed, AfterValidator(_dimensions), SIZES]
    """Switches in each dimension, such as `[4, 4, 8]`; the last counts the pods, and only it may grow."""
    wrap: Switch = True
    """Both ends of each dimension are joined to a ring; one of size 2 needs no such cable."""
    leaf: GridLeaf
    """All of its switches."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class Mesh(Model):
    """Every leaf is joined to every other, over all pods; for fabrics too small for spines."""

    kind: Literal["mesh"]
    """Shape of the fabric."""
    leaf: MeshLeaf
    """All of its switches."""
    names: SwitchNames | None = None
    """What its switches are called where they have names already; overrides match those."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


Tiered = RailOptimised | LeafSpine | FatTree | Clos3 | MultiPlane
"""Shapes of leaves below spines, and cores above them."""
Topology = Annotated[Tiered | DragonflyPlus | Torus | Mesh | Explicit, Field(discriminator="kind")]


LinkKind = Literal[
    "host-leaf",
    "leaf-leaf",
    "leaf-spine",
    "spine-spine",
    "leaf-core",
    "spine-core",
    "core-core",
    "management",
]
"""Classes of links, by what stands at their ends."""
TIERS = ("leaf", "spine", "core")


def rails_of(topology: Topology) -> int:
    """Return the rails of a fabric, 0 if it has none."""
    return getattr(topology, "rails", None) or 0


def tiers_of(topology: Topology) -> dict[str, Switches]:
    """Return the tiers that an intent describes, from below, by their names."""
    found = {name: getattr(topology, name, None) for name in TIERS}
    return {name: tier for name, tier in found.items() if tier is not None}


def bridged_leaf(topology: Topology) -> PodLeaf | None:
    """Return the leaf tier of a topology if its hosts are bridged."""
    leaf = getattr(topology, "leaf", None)
    return leaf if isinstance(leaf, PodLeaf) and leaf.access == "bridged" else None
