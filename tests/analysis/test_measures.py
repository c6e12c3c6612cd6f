"""All measures together, on the shipped intents."""

from __future__ import annotations

import pytest
from cases.repositories import shipped

from fabric.analysis.measures import measure

CLOS = ("quickstart", "roce-256", "ib-b200-superpod")


@pytest.mark.parametrize("intent", CLOS)
def test_a_shipped_fabric_is_non_blocking(intent):
    for design in shipped(intent).designs.values():
        found = measure(design)
        assert found.tiers[0].worst_ratio <= 1
        assert found.host_halves.share == found.leaf_halves.share == 1
        assert all(pair.fewest > 0 for pair in found.pairs)


def test_subnet_managers_count_nowhere():
    (design,) = shipped("ib-b200-superpod").designs.values()
    found = measure(design)
    assert found.hosts == 127
    assert {cost.kind: cost.count for cost in found.costs}["link host-leaf"] == 127 * 8


def tiers_of(found):
    return {
        str(tier.role): (tier.switches, tier.down_gbps, tier.up_gbps, tier.worst_ratio)
        for tier in found.tiers
    }


def ways_of(found):
    return {pair.name: (pair.fewest, pair.most, pair.nearest, pair.farthest) for pair in found.pairs}


def costs_of(found):
    return {
        cost.kind: (cost.count, cost.gpus_degraded, cost.gpus_cut, cost.tier_share, cost.device_share)
        for cost in found.costs
    }


def measured(intent):
    (design,) = shipped(intent).designs.values()
    return measure(design)


def test_two_tiers_counted_by_hand():
    """`roce-256`: 32 hosts of 8 ports on 8 leaves of 32 uplinks, 4 to each of 8 spines, all 400G.

    A leaf has 32 x 400G down and up. Half of the hosts, or of the leaves, sends 128 x 400G. Between two
    leaves: 8 spines, 4 links up, 4 down. One NIC is 1 of 256, and 1 of the 8 of its host; a leaf holds a port
    of each of the 32 hosts, 32 GPUs' worth; a spine takes 4 of the 32 uplinks of every leaf.
    """
    found = measured("roce-256")
    assert tiers_of(found) == {"leaf": (8, 102_400, 102_400, 1), "spine": (8, 102_400, 0, None)}
    assert (found.host_halves.gbps, found.leaf_halves.gbps) == (51_200, 51_200)
    assert ways_of(found) == {"same leaf": (1, 1, 1, 1), "same pod, other rail": (8 * 4 * 4,) * 2 + (3, 3)}
    assert costs_of(found) == {
        "nic": (256, 1, 0, 1 / 256, 1 / 8),
        "link host-leaf": (256, 1, 0, 1 / 256, 1 / 8),
        "link leaf-spine": (256, 0, 0, 1 / 256, 1 / 32),
        "leaf": (8, 32, 0, 1 / 8, 1 / 8),
        "spine": (8, 0, 0, 1 / 8, 1 / 8),
    }


def test_three_tiers_counted_by_hand():
    """`clos3-64`: 2 pods of 4 hosts, 2 leaves and 2 spines; 4 cores in 2 planes, all 400G.

    A leaf has 4 hosts x 4 rails down and 16 links up, 8 to each spine of its pod; a spine as many down, and
    16 up, 8 to each of the 2 cores of its plane. In a pod: 2 spines x 8 x 8 ways over 3 switches. Between
    pods: 2 spines x 8 up x 2 cores x 8 x 8 x 8 down, over 5 switches. A leaf is half of the ports of 4 hosts,
    so 16 GPUs' worth; a spine half of the uplinks of its leaves; a core half of those of its spines.
    """
    found = measured("clos3-64")
    assert tiers_of(found) == {
        "leaf": (4, 25_600, 25_600, 1),
        "spine": (4, 25_600, 25_600, 1),
        "core": (4, 25_600, 0, None),
    }
    assert (found.host_halves.gbps, found.leaf_halves.gbps) == (12_800, 12_800)
    assert ways_of(found) == {
        "same leaf": (1, 1, 1, 1),
        "same pod, other leaf": (2 * 8 * 8,) * 2 + (3, 3),
        "other pod, other leaf": (2 * 8 * 2 * 8 * 8 * 8,) * 2 + (5, 5),
    }
    assert costs_of(found) == {
        "nic": (64, 1, 0, 1 / 64, 1 / 8),
        "link host-leaf": (64, 1, 0, 1 / 64, 1 / 8),
        "link leaf-spine": (64, 0, 0, 1 / 64, 1 / 16),
        "link spine-core": (64, 0, 0, 1 / 64, 1 / 16),
        "leaf": (4, 16, 0, 1 / 4, 1 / 2),
        "spine": (4, 0, 0, 1 / 4, 1 / 2),
        "core": (4, 0, 0, 1 / 4, 1 / 2),
    }


def test_two_speeds_counted_by_hand():
    """`mixed-400-800`: pods of 2 hosts with 8 ports, of 400G and of 800G, on 2 leaves each; 2 spines.

    Hosts send 16 x 400G + 16 x 800G = 19.2 Tb/s; so do leaves, 8 links each. The first half is the pod of
    400G: 6.4 Tb/s get across. The worst NIC, link and leaf are of 800G: 1/24, 1/24 and 1/3 of the tier.
    """
    found = measured("mixed-400-800")
    assert tiers_of(found) == {"leaf": (4, 19_200, 19_200, 1), "spine": (2, 19_200, 0, None)}
    assert (found.host_halves.gbps, found.leaf_halves.gbps) == (6_400, 6_400)
    assert costs_of(found) == {
        "nic": (32, 1, 0, 1 / 24, 1 / 8),
        "link host-leaf": (32, 1, 0, 1 / 24, 1 / 8),
        "link leaf-spine": (32, 0, 0, 1 / 24, 1 / 8),
        "leaf": (4, 8, 0, 1 / 3, 1 / 2),
        "spine": (2, 0, 0, 1 / 2, 1 / 2),
    }
