"""`topology`: the shape of a fabric, its switches and their exceptions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fabric.intent.base import Listed, Model, Text, Whole

Count = Annotated[Whole, Field(ge=1, le=4096)]


class Override(Model):
    """An exception for some switches: another model, vendor, HwSKU or release."""

    match: Text
    """Names it is for: `pod1-leaf3`, `pod1-leaf[7-8]`, `spine*`. One that matches nothing is an error."""
    model: Text | None = None
    """Catalog model instead of the tier's."""
    platform: Text | None = None
    """Platform instead of the tier's."""
    hwsku: Text | None = None
    """SONiC hardware SKU."""
    release: Text | None = None
    """Release instead of the tier's, as the vendor writes it."""


class Switches(Model):
    """Switches of one tier."""

    model: Text
    """Model in the catalog, such as `arista-7060x6-64pe`."""
    platform: Text
    """Platform that renders them: `eos`, `sonic`, `cumulus`; `unmanaged` under a subnet manager."""
    release: Text = "none"
    """Release as the vendor writes it, such as `4.34.1F`."""
    hwsku: Text | None = None
    """SONiC hardware SKU."""


class RailLeaf(Switches):
    """Leaves of a rail-optimised fabric: one for each rail of each pod."""

    per: Literal["rail"] = "rail"
    """What a leaf serves: one rail of one pod."""
    uplinks: Count
    """Ports towards the spines; a multiple of the number of spines."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; hosts take the cages before it. Default: the second half of the cages."""


class PodLeaf(Switches):
    """Leaves that serve the hosts of a pod together."""

    count: Count
    """Leaves in each pod."""
    uplinks: Count
    """Ports towards the spines; a multiple of the number of spines."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; hosts take the cages before it. Default: the second half of the cages."""


class Spine(Switches):
    """Spines: every leaf has the same number of links to each."""

    count: Count
    """How many there are."""


class RailOptimised(Model):
    """NIC number r of every host in a pod is on the leaf of rail r: one hop inside a rail and pod."""

    kind: Literal["rail-optimised"]
    """Shape of the fabric."""
    rails: Annotated[Whole, Field(ge=1, le=64)]
    """Rails: as many as each host has NICs on this fabric."""
    leaf: RailLeaf
    """Leaf tier."""
    spine: Spine
    """Spine tier."""
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
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


class FatTree(Model):
    """Two levels without oversubscription; the ports of the leaves are filled one after the other."""

    kind: Literal["fat-tree"]
    """Shape of the fabric."""
    leaf: PodLeaf
    """Leaf tier."""
    spine: Spine
    """Spine tier."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""


Topology = Annotated[RailOptimised | LeafSpine | FatTree, Field(discriminator="kind")]
