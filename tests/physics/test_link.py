"""Reach is that of the weaker end, and a budget says what its figures rest on."""

from __future__ import annotations

import pytest

from fabric.catalog import load_catalog
from fabric.physics import link_budget, reach_m
from fabric.physics.channel import Channel

CATALOG = load_catalog()


def way(length_m, connections):
    return Channel(400, length_m, panels=connections // 2)


@pytest.mark.parametrize(
    ("a", "b", "glass", "reach"),
    [
        ("400G-DR4", "800G-2xDR4", "OS2", 500),
        ("400G-DR4", "400G-DR4-2", "OS2", 500),
        ("400G-SR4", "800G-2xSR4", "OM4", 100),
        ("400G-VR4", "400G-SR4", "OM3", 30),
        ("400G-DR4", "800G-2xDR4", "OM4", None),
    ],
)
def test_the_weaker_end_decides_the_reach(a, b, glass, reach):
    assert reach_m(CATALOG, CATALOG.media(a), CATALOG.media(b), glass) == reach


def test_a_channel_loses_by_the_kilometre_and_by_the_connection():
    budget = link_budget(CATALOG, CATALOG.media("400G-DR4"), CATALOG.fibre("os2-mpo12-apc"), way(500, 2))
    assert budget is not None
    assert budget.loss_db == pytest.approx(0.4 * 0.5 + 2 * 0.75)
    assert budget.margin_db == pytest.approx(3.0 - 1.7)


@pytest.mark.parametrize(
    ("media", "basis"), [("400G-DR4", "recalled"), ("800G-DR8", "read"), ("800G-DR4", "draft")]
)
def test_a_budget_says_what_it_rests_on(media, basis):
    budget = link_budget(CATALOG, CATALOG.media(media), CATALOG.fibre("os2-mpo12-apc"), way(30, 2))
    assert budget is not None
    assert budget.basis == basis


def test_four_worst_connections_use_up_a_dr4_budget():
    budget = link_budget(CATALOG, CATALOG.media("400G-DR4"), CATALOG.fibre("os2-mpo12-apc"), way(30, 4))
    assert budget is not None
    assert budget.margin_db < 0


def test_a_module_without_a_stated_loss_has_no_budget():
    assert link_budget(CATALOG, CATALOG.media("100G-SWDM4"), CATALOG.fibre("om4-lc"), way(30, 2)) is None


def test_a_connection_is_at_its_worst_or_as_usual():
    budget = link_budget(CATALOG, CATALOG.media("400G-DR4"), CATALOG.fibre("os2-mpo12-apc"), way(500, 4))
    assert budget is not None
    assert (budget.loss_db, budget.usual_db) == pytest.approx((0.2 + 4 * 0.75, 0.2 + 4 * 0.35))
