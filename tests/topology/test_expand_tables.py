"""Published component tables, row by row, and a fabric of 100,000 GPUs whose counts are derived by hand."""

from __future__ import annotations

from math import ceil

import pytest
from cases.fabrics import site_of
from cases.wiring import counts, every_port_is_used_once

from fabric.catalog import ib_port_number, load_catalog
from fabric.topology import Port, Role, expand

QUANTUM = "platform: unmanaged, model:"
SPECTRUM = 'platform: cumulus, release: "5.16", model: nvidia-sn5600'
RAILS = 8
INFINIBAND = ("infiniband", 'subnet: {release: "6.19", ports: 0}\n')
ROCE = ("roce", "")
"""Transport, and further sections of the intent."""


def fabric_of(hosts, model, nics, topology, extra=INFINIBAND):
    """Expand pods with these numbers of hosts."""
    pods = "".join(
        f"  pod{number}: {{count: {count}, model: {model}, nics: {{compute: {nics}}}}}\n"
        for number, count in enumerate(hosts, 1)
    )
    text = (
        f"schema: fabric/1\nname: table\nfabric: {{name: compute, transport: {extra[0]}}}\n"
        f"hosts:\n{pods}topology:\n{topology}{extra[1]}"
    )
    return expand(site_of(text), "compute", load_catalog())


def rails(leaf, spine, count, uplinks):
    return (
        f"  kind: rail-optimised\n  rails: {RAILS}\n"
        f"  leaf: {{{leaf}, per: rail, uplinks: {uplinks}}}\n  spine: {{{spine}, count: {count}}}\n"
    )


def by_formula(leaves, radix):
    """Return spines and cores of a tree without oversubscription, half of each leaf's ports being uplinks.

    With two tiers links to each spine are equal whole numbers: as few spines as divide the uplinks and fit.
    """
    uplinks = radix // 2
    if leaves > radix:
        return leaves, leaves * uplinks // radix
    fewest = ceil(leaves * uplinks / radix)
    return next(count for count in range(fewest, uplinks + 1) if uplinks % count == 0), 0


# NVIDIA DGX SuperPOD with DGX B200, component table of the compute fabric (NDR, 64-port QM9700, 32 nodes a
# unit). Units: nodes, GPUs, leaves, spines, cores, node-leaf, leaf-spine and spine-core cables.
B200 = {
    2: (64, 512, 16, 8, 0, 512, 512, 0),
    4: (128, 1024, 32, 16, 0, 1024, 1024, 0),
    8: (256, 2048, 64, 32, 0, 2048, 2048, 0),
    16: (512, 4096, 128, 128, 64, 4096, 4096, 4096),
    32: (1024, 8192, 256, 256, 128, 8192, 8192, 8192),
    64: (2048, 16384, 512, 512, 256, 16384, 16384, 16384),
}
UNITS_OF_POD = 4
"""32 leaves and 32 spines of 64 ports, half of them each way, are a pod of a tree with three levels."""


def row(fabric):
    hosts, leaves, spines, cores, *cables = counts(fabric)
    return (hosts, hosts * RAILS, leaves, spines, cores, *cables)


def b200(units):
    *_, spines, cores, _, _, _ = B200[units]
    qm9700, nics = f"{QUANTUM} nvidia-qm9700", "{model: connectx-7, count: 8}"
    if not cores:
        return fabric_of([32] * units, "dgx-b200", nics, rails(qm9700, qm9700, spines, 32))
    pods = units // UNITS_OF_POD
    # 32 uplinks of a spine reach 32 cores, so that there are as many planes as 32 is in the cores.
    return fabric_of(
        [32 * UNITS_OF_POD] * pods,
        "dgx-b200",
        nics,
        f"  kind: fat-tree\n  levels: 3\n  rails: {RAILS}\n  planes: {cores // 32}\n"
        f"  leaf: {{{qm9700}, per: rail, count: {UNITS_OF_POD}, uplinks: 32}}\n"
        f"  spine: {{{qm9700}, count: 32, uplinks: 32}}\n  core: {{{qm9700}, count: {cores}}}\n",
    )


@pytest.mark.parametrize("units", B200)
def test_reference_table_of_b200_on_ndr(units):
    fabric = b200(units)
    assert row(fabric) == B200[units]
    assert by_formula(B200[units][2], 64) == B200[units][3:5]


def test_reference_table_of_b200_uses_each_port_of_the_largest_tree_once():
    fabric = b200(16)
    every_port_is_used_once(fabric)
    assert {
        len(fabric.links_of[switch.name]) for switch in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)
    } == {64}


# The same with DGX B300 (XDR, 144-port Q3400, 72 nodes a unit). Units: nodes, GPUs, leaves, spines, node-leaf
# and leaf-spine cables. Misprint: the row of 18 units prints 9,216 GPUs; 1,296 nodes of 8 are 10,368, as its
# cables say.
B300 = {
    1: (72, 576, 8, 4, 576, 576),
    2: (144, 1152, 16, 8, 1152, 1152),
    4: (288, 2304, 32, 18, 2304, 2304),
    8: (576, 4608, 64, 36, 4608, 4608),
    18: (1296, 10368, 144, 72, 10368, 10368),
}
MISPRINTED_GPUS = {18: 9216}


@pytest.mark.parametrize("units", B300)
def test_reference_table_of_b300_on_xdr(units):
    nodes, gpus, leaves, spines, *cables = B300[units]
    q3400, nics = f"{QUANTUM} nvidia-q3400-ra", "{model: connectx-8, count: 8}"
    fabric = fabric_of([72] * units, "dgx-b300", nics, rails(q3400, q3400, spines, 72))
    assert row(fabric) == (nodes, gpus, leaves, spines, 0, *cables, 0)
    assert {link.speed_gbps for link in fabric.links} == {800}
    assert by_formula(leaves, 144) == (spines, 0)
    assert MISPRINTED_GPUS.get(units) != gpus


def test_reference_table_of_b300_numbers_the_ports_of_a_switch_from_1_to_144():
    switch = load_catalog().switch("nvidia-q3400-ra")
    ports = [Port(cage, lane, 4) for cage in range(1, 73) for lane in (1, 5)]
    assert [ib_port_number(switch, port) for port in ports] == list(range(1, 145))


# DGX B300 on Spectrum-X: two planes of 400G for each GPU, 64 nodes a unit. A cable of that table is a module:
# one for the two ports of a NIC, one for two ports of 400G in a cage of a leaf. Columns as of B300 on XDR.
SPECTRUM_X = {
    1: (64, 512, 16, 8, 512, 512),
    2: (128, 1024, 32, 16, 1024, 1024),
    4: (256, 2048, 64, 32, 2048, 2048),
    8: (512, 4096, 128, 64, 4096, 4096),
    16: (1024, 8192, 256, 128, 8192, 8192),
}


def two_planes(hosts, nic, leaf, spines, extra=ROCE):
    return fabric_of(
        hosts,
        "dgx-b300",
        f"{{model: {nic}, count: {RAILS * 2}}}",
        f"  kind: multi-plane\n  planes: 2\n  rails: {RAILS}\n"
        f"  leaf: {{{SPECTRUM}, {leaf}}}\n  spine: {{{SPECTRUM}, count: {spines}}}\n",
        extra,
    )


@pytest.mark.parametrize("units", SPECTRUM_X)
def test_reference_table_of_b300_on_spectrum_x(units):
    spines = SPECTRUM_X[units][3]
    fabric = two_planes([64] * units, "connectx-8", "uplinks: 64", spines // 2)
    nics = {(link.a.device, link.rail) for link in fabric.links if link.kind == "host-leaf"}
    modules = {(link.a.device, link.a.port.cage) for link in fabric.links if link.kind == "leaf-spine"}
    assert (*row(fabric)[:4], len(nics), len(modules)) == SPECTRUM_X[units]
    assert {link.speed_gbps for link in fabric.links} == {400}


def test_reference_table_of_alibaba_hpn():
    """A pod of HPN: 15 segments of 128 hosts, NICs of 2 x 200G in two planes, 60 uplinks of 400G a ToR."""
    links = "physical:\n  links:\n    leaf-spine: {speed: 400G, length: 50 m}\n"
    leaf = "uplinks: 60, first_uplink_cage: 33"
    fabric = two_planes([128] * 15, "connectx-7", leaf, 60, ("roce", links))
    hosts, leaves, spines, *_ = counts(fabric)
    assert (hosts * RAILS, leaves, spines) == (15_360, 240, 120)
    tor = fabric.links_of["pod1-plane1-leaf1"]
    down = [link.speed_gbps for link in tor if link.kind == "host-leaf"]
    up = [link.speed_gbps for link in tor if link.kind == "leaf-spine"]
    assert (len(down), sum(down), len(up), sum(up)) == (128, 25_600, 60, 24_000)
    assert all(len(fabric.links_of[spine.name]) == 120 for spine in fabric.of_role(Role.SPINE))


def test_alibaba_hpn_has_cores_above_each_plane():
    """The same pod with its cores: 120 ports of an aggregation switch down and 8 up, 15:1 (recalled)."""
    fabric = fabric_of(
        [128 * 15],
        "dgx-b300",
        f"{{model: connectx-7, count: {RAILS * 2}}}",
        f"  kind: multi-plane\n  planes: 2\n  rails: {RAILS}\n"
        f"  leaf: {{{SPECTRUM}, count: 15, uplinks: 60, first_uplink_cage: 33}}\n"
        f"  spine: {{{SPECTRUM}, count: 60, uplinks: 8, first_uplink_cage: 61}}\n"
        f"  core: {{{SPECTRUM}, count: 8}}\n"
        "physical:\n  links:\n    leaf-spine: {speed: 400G, length: 50 m}\n",
        ROCE,
    )
    assert counts(fabric) == (1_920, 240, 120, 16, 30_720, 14_400, 960)
    assert {len(fabric.links_of[spine.name]) for spine in fabric.of_role(Role.SPINE)} == {120 + 8}


def test_reference_table_of_a_clos_of_100000_gpus():
    """Counts by hand, for switches of 51.2 Tb/s with 128 ports of 400G, half of them each way.

    A leaf serves 64 NICs of one rail and has 64 uplinks, one to each of 64 spines of its pod. A spine has 64
    ports down, so that a pod has 64 leaves: 8 for each of 8 rails, 8 x 64 = 512 hosts, 4,096 GPUs.
    100,000 / 8 = 12,500 hosts are 24 full pods and one of 212: 25 pods, 1,600 leaves and 1,600 spines.
    A spine has 64 uplinks, one to each core of its plane. 16 planes hold 64 / 16 = 4 spines of a pod: a core
    has 25 x 4 = 100 of 128 ports in use, room for 32 pods; 16 x 64 = 1,024 cores.
    Cables: 100,000 at hosts; 1,600 x 64 = 102,400 between leaves and spines, and as many to the cores.
    """
    fabric = fabric_of(
        [512] * 24 + [212],
        "hgx-h200",
        "{model: connectx-7, count: 8}",
        f"  kind: clos3\n  rails: {RAILS}\n  planes: 16\n"
        f"  leaf: {{{SPECTRUM}, per: rail, count: 8, uplinks: 64}}\n"
        f"  spine: {{{SPECTRUM}, count: 64, uplinks: 64}}\n  core: {{{SPECTRUM}, count: 1024}}\n",
        ROCE,
    )
    assert counts(fabric) == (12_500, 1_600, 1_600, 1_024, 100_000, 102_400, 102_400)
    assert {len(fabric.links_of[core.name]) for core in fabric.of_role(Role.CORE)} == {100}
