"""Modules fit their cages, plugs mate, and light is understood."""

from __future__ import annotations

import pytest

from fabric.catalog import load_catalog
from fabric.catalog.mating import cage_accepts, light_meets, plugs_mate

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("cage", "module", "fits"),
    [
        ("OSFP", "OSFP", True),
        ("OSFP", "OSFP-RHS", False),
        ("OSFP1600", "OSFP", True),
        ("QSFP112", "QSFP28", True),
        ("QSFP28", "QSFP112", False),
        ("QSFP-DD800", "QSFP112", True),
    ],
)
def test_a_cage_takes_its_own_form_and_the_older_ones_it_accepts(cage, module, fits):
    assert cage_accepts(CATALOG, cage, module) is fits


@pytest.mark.parametrize(
    ("a", "b", "mate"),
    [
        ("MPO-12/APC", "MPO-12/APC", True),
        ("MPO-12/APC", "MPO-12/UPC", False),
        ("MPO-12/APC", "MPO-16/APC", False),
        ("LC-duplex", "LC-duplex", True),
    ],
)
def test_plugs_mate_by_kind_and_polish(a, b, mate):
    assert plugs_mate(CATALOG, a, b) is mate


@pytest.mark.parametrize(
    ("a", "b", "meets"),
    [
        ("400G-DR4", "800G-2xDR4", True),
        ("400G-FR4", "800G-2xFR4", True),
        ("400G-DR4", "400G-DR4-2", True),
        ("400G-DR4", "400G-FR4", False),
        ("200G-SR4", "400G-SR4", False),
        ("400G-DR4", "800G-DR8", False),
        ("800G-DR4", "800G-2xDR4", False),
    ],
)
def test_light_meets_when_lanes_per_port_are_alike(a, b, meets):
    assert light_meets(CATALOG, CATALOG.media(a), CATALOG.media(b)) is meets
