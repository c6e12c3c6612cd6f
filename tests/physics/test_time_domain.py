"""Three parameters tell a shipped table within a recorded bound."""

from __future__ import annotations

import pytest

from fabric.catalog import load_catalog, tables
from fabric.physics.time_domain import time_domain_xoff_bytes

CATALOG = load_catalog()
SHIPPED = {row.table for row in CATALOG.entries(tables.HEADROOM)}
FITS = [fit for fit in CATALOG.entries(tables.TIME_DOMAIN) if fit.table in SHIPPED]


@pytest.mark.parametrize("fit", FITS, ids=lambda fit: fit.id)
def test_a_fit_stays_within_its_recorded_error_from_100g_up(fit):
    rows = [
        row for row in CATALOG.entries(tables.HEADROOM) if row.table == fit.table and row.speed_gbps >= 100
    ]
    made = {row: time_domain_xoff_bytes(fit, row.speed_gbps, row.cable_m, None) for row in rows}
    worst = max(abs(xoff / row.xoff_bytes - 1) for row, xoff in made.items())
    assert len(rows) >= 8
    assert fit.max_relative_error / 2 < worst <= fit.max_relative_error


def test_headroom_is_whole_cells():
    fit = next(fit for fit in FITS if fit.asic == "TH5")
    assert time_domain_xoff_bytes(fit, 400, 17, None) % 254 == 0


def test_without_a_measured_occupancy_every_packet_takes_a_cell():
    fit = next(fit for fit in CATALOG.entries(tables.TIME_DOMAIN) if fit.id == "tomahawk/default")
    assert time_domain_xoff_bytes(fit, 800, 0, 420) == pytest.approx(77_000 + 5 * 100 * 2300, abs=420)
