"""Engines that route their shape raise nothing; those that do not stand under tests/cases/bad."""

from __future__ import annotations

import pytest
from cases.fabrics import site_of
from cases.webs import torus_repository

from fabric.core.diagnostic import FabricError
from fabric.intent import engines
from fabric.topology.expand import SHAPES

LEVELS = (
    "  service_levels: [{name: bulk, level: 0, virtual_lane: 0}, {name: fast, level: 8, virtual_lane: 1}]\n"
)


def torus(levels=""):
    return site_of(torus_repository((3, 3), levels=levels).held["site/site.yaml"]).fabrics["compute"]


@pytest.mark.parametrize("levels", ["", LEVELS])
def test_a_torus_with_its_engine_is_no_finding(levels):
    assert list(engines.problems(torus(levels))) == []


def test_a_partition_of_a_torus_on_another_level_is_found():
    partitions = "  partitions: [{name: tenant, pkey: '0x0010', service_level: 1}]\n"
    with pytest.raises(FabricError) as caught:
        torus(partitions)
    (found,) = caught.value.diagnostics
    assert (found.code, found.path[-1]) == ("SUB-008", "service_level")


def test_engines_are_those_of_shapes():
    assert set(engines.ENGINES) <= set(SHAPES)
