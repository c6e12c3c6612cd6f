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
