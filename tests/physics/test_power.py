"""Modules against the power of their cages; what is not known is no permission."""

from __future__ import annotations

from fabric.catalog import load_catalog
from fabric.physics import cage_limit_w, headroom_w, module_power_w

CATALOG = load_catalog()
TWIN = CATALOG.media("800G-2xDR4")


def test_a_twin_port_module_fits_an_sn5600():
    limit = cage_limit_w(CATALOG.switch("nvidia-sn5600"), 1)
    assert (limit, module_power_w(TWIN, "OSFP")) == (18, 17)
    assert headroom_w(limit, module_power_w(TWIN, "OSFP")) == 1


def test_an_800zr_does_not_fit_an_sn5600():
    left = headroom_w(18, module_power_w(CATALOG.media("800G-ZR"), "OSFP"))
    assert left is not None
    assert left < 0


def test_some_cages_of_the_sn5400_feed_more():
    switch = CATALOG.switch("nvidia-sn5400")
    assert [cage_limit_w(switch, cage) for cage in (1, 2, 5, 61, 64)] == [21, 12, 21, 21, 12]


def test_an_unknown_limit_is_told_as_unknown():
    limit = cage_limit_w(CATALOG.switch("arista-7060x6-64pe"), 1)
    assert limit is None
    assert headroom_w(limit, 17) is None


def test_a_form_without_a_figure_takes_the_largest_of_the_others():
    assert module_power_w(CATALOG.media("400G-DR4"), "QSFP112") == 9
    assert module_power_w(TWIN, "QSFP-DD800") == 17


def test_a_cable_end_has_one_figure():
    assert module_power_w(CATALOG.cable("800G-CR8"), "OSFP") == 0.1
    assert module_power_w(CATALOG.cable("1.6T-LACC"), "OSFP1600") is None
