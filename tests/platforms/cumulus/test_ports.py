"""Ports bear NVUE's names."""

from __future__ import annotations

import pytest

from fabric.catalog import CatalogError
from fabric.platforms.cumulus.ports import port_name, product, ways
from fabric.topology.model import Port


@pytest.mark.parametrize(
    ("port", "name", "children"),
    [(Port(1, 1, 8), "swp1", 1), (Port(17, 1, 4), "swp17s0", 2), (Port(17, 5, 4), "swp17s1", 2),
     (Port(64, 7, 2), "swp64s3", 4), (Port(65, 1, 1), "swp65", 1)],
)  # fmt: skip
def test_a_port_is_named_for_its_cage_and_place(port, name, children):
    assert port_name("nvidia-sn5600", "", port) == name
    assert ways("nvidia-sn5600", port) == children


def test_a_switch_that_does_not_run_it_has_no_names():
    with pytest.raises(CatalogError):
        port_name("arista-7060x6-64pe", "", Port(1, 1, 8))


def test_the_header_bears_the_product():
    assert product("nvidia-sn5600") == "SN5600"
