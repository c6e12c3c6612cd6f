"""Tiers of switches: how many there are, what they are, and how their ports are shared out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from fabric.intent.base import Model, Text, Whole

RoutingMode = Literal["split-unified", "unified"]
Count = Annotated[Whole, Field(ge=1, le=4096)]
RAILS_OF_LEAF = (1, 2, 4, 8)


def _of_leaf(rails: int) -> int:
    if rails not in RAILS_OF_LEAF:
        raise ValueError("a leaf serves 1, 2, 4 or 8 rails")
    return rails


RailsOfLeaf = Annotated[Whole, Field(ge=1, le=8), AfterValidator(_of_leaf)]

UNSAID = "none"
"""The release of what has none, such as switches that nobody manages."""


class Switches(Model):
    """Switches of one tier."""

    model: Text
    """Model in the catalog, such as `arista-7060x6-64pe`."""
    platform: Text
    """Platform that renders them: `eos`, `sonic`, `cumulus`; `unmanaged` under a subnet manager."""
    release: Text = UNSAID
    """Release as the vendor writes it, such as `4.34.1F`."""
    hwsku: Text | None = None
    """SONiC hardware SKU."""
    routing_mode: RoutingMode = "split-unified"
    """Of SONiC: FRR reads a file of ours, or one that the switch makes of tables of CONFIG_DB."""


class RailLeaf(Switches):
    """Leaves of a rail-optimised fabric: NIC number r of every host of a pod is on a leaf of rail r."""

    per: Literal["rail"] = "rail"
    """What a leaf serves: rails of one pod."""
    rails: RailsOfLeaf = 1
    """Neighbouring rails that share a leaf: 1, 2, 4 or 8."""
    count: Count = 1
    """Leaves of each rail in a pod; hosts fill one after the other."""
    uplinks: Count
    """Ports towards the spines; a multiple of the number of spines."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; hosts take the cages before it. Default: the second half of the cages."""


class PodLeaf(Switches):
    """Leaves that serve the hosts of a pod together."""

    count: Count
    """Leaves in each pod."""
    access: Literal["routed", "bridged"] = "routed"
    """How hosts are attached: by a /31 on each port, or in one VLAN with the leaf as gateway."""
    vlan: Annotated[Whole, Field(ge=2, le=1005)] = 100
    """VLAN of bridged hosts, of the leaf's own; systems keep numbers from 1006 on for themselves."""
    uplinks: Count
    """Ports towards the spines; a multiple of the number of spines."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; hosts take the cages before it. Default: the second half of the cages."""


class Leaf(Switches):
    """Leaves of a pod: for each rail, or for all hosts together."""

    per: Literal["rail", "pod"] = "pod"
    """What a leaf serves: rails of one pod, or any port of it."""
    rails: RailsOfLeaf = 1
    """With `per: rail`: neighbouring rails that share a leaf: 1, 2, 4 or 8."""
    count: Count = 1
    """Leaves of each pod; with `per: rail`, of each rail in a pod."""
    uplinks: Count
    """Ports towards the spines; a multiple of the number of spines."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; hosts take the cages before it. Default: the second half of the cages."""


class Spine(Switches):
    """Spines: every leaf has the same number of links to each."""

    count: Count
    """How many there are; in a fabric of several NIC planes, in each of them."""


class PodSpine(Switches):
    """Spines of a pod: every leaf of the pod has the same number of links to each."""

    count: Count
    """How many there are in each pod."""
    uplinks: Count
    """Ports towards the cores; a multiple of the cores of a plane."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; leaves take the cages before it. Default: the second half of the cages."""
    room: Count | None = None
    """Spines of a pod that cores keep ports for; more would move cables later. Default: `count`."""


class TreeSpine(Switches):
    """Spines of a fat tree: of the fabric with two levels, of each pod with three."""

    count: Count
    """How many there are; with three levels, in each pod."""
    uplinks: Count | None = None
    """With three levels: ports towards the cores; a multiple of the cores of a plane."""
    first_uplink_cage: Count | None = None
    """First cage with uplinks; leaves take the cages before it. Default: the second half of the cages."""
    room: Count | None = None
    """Spines of a pod that cores keep ports for; more would move cables later. Default: `count`."""


class Core(Switches):
    """Cores, or super-spines: they join the pods."""

    count: Count
    """How many there are, over all planes; core n is in plane n, and so on in turn."""


class GridLeaf(Switches):
    """Switches of a torus: each serves hosts and is joined to its neighbours."""

    links: Count = 1
    """Links to each neighbour; more later would move cables."""
    first_uplink_cage: Count | None = None
    """First cage with links to neighbours; hosts take those before it. Default: the second half."""


class MeshLeaf(Switches):
    """Leaves of a mesh: each serves hosts of its pod and is joined to every other leaf."""

    count: Count
    """Leaves in each pod; more later would move cables."""
    links: Count = 1
    """Links to each other leaf; more later would move cables."""
    first_uplink_cage: Count | None = None
    """First cage with links to other leaves; hosts take those before it. Default: the second half."""


class GroupSpine(Switches):
    """Spines of a dragonfly's groups: joined to every leaf of their group, and to spines of other groups."""

    count: Count
    """How many there are in each group; more later would move cables between groups."""
    global_links: Count
    """Links between each two groups: a multiple of `count`, or a divisor of it; more later moves cables."""
    first_uplink_cage: Count | None = None
    """First cage with links to other groups; leaves take those before it. Default: the second half."""


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
    routing_mode: RoutingMode | None = None
    """SONiC's routing mode instead of the tier's."""
