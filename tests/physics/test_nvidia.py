"""NVIDIA's formula reproduces shipped tables byte for byte, where it was found to."""

from __future__ import annotations

import pytest

from fabric.catalog import load_catalog, tables
from fabric.physics.headroom import pause_quanta
from fabric.physics.nvidia import nvidia_xoff_bytes, nvidia_xon_bytes, occupancy

CATALOG = load_catalog()
FITS = {fit.table: fit for fit in CATALOG.entries(tables.NVIDIA)}


def judged(table):
    """Return how many rows of a table are reproduced, and how many there are."""
    fit = FITS[table]
    asic = CATALOG.asic(fit.asic)
    rows = [row for row in CATALOG.entries(tables.HEADROOM) if row.table == table]
    exact = 0
    for row in rows:
        quanta = fit.quanta_800g if row.speed_gbps == 800 else pause_quanta(CATALOG, row.speed_gbps)
        exact += nvidia_xoff_bytes(asic, fit, quanta, row.speed_gbps * 1000, row.cable_m) == row.xoff_bytes
    return exact, len(rows)


@pytest.mark.parametrize(
    ("table", "exact", "rows"),
    [
        pytest.param("85c3b15f29", 18, 18, id="SN3700"),
        pytest.param("b1b13a5c30", 21, 21, id="SN4700"),
        pytest.param("fc83269e83", 26, 32, id="SN4700-O28"),
        pytest.param("d67d2d7a16", 24, 24, id="SN5600"),
        pytest.param("c7d8a3b5ca", 24, 24, id="SN5600-V256"),
        pytest.param("748c4e323b", 32, 40, id="SN5600-C256S1"),
        pytest.param("a87d3445ed", 16, 32, id="SN5600-C224O8"),
        pytest.param("936bd42836", 16, 32, id="SN5610N-C224O8"),
        pytest.param("3f86fed1f2", 16, 32, id="SN5610N-C256S2"),
        pytest.param("54248344a7", 36, 36, id="SN5640-C512S2"),
        pytest.param("f5cb600552", 42, 42, id="SN5640-O128X2"),
        pytest.param("c34e27910d", 14, 14, id="SN6600_LD"),
    ],
)
def test_shipped_rows_are_reproduced_byte_for_byte(table, exact, rows):
    assert judged(table) == (exact, rows)


def test_the_2000_m_rows_of_the_sn4700_hold_half_of_the_formula():
    fit, asic = FITS["fc83269e83"], CATALOG.asic("Spectrum-3")
    odd = [row for row in CATALOG.entries(tables.HEADROOM) if row.table == fit.table and row.cable_m == 2000]
    assert len(odd) == 6
    for row in odd:
        quanta = pause_quanta(CATALOG, row.speed_gbps)
        whole = nvidia_xoff_bytes(asic, fit, quanta, row.speed_gbps * 1000, 2000)
        assert row.xoff_bytes == pytest.approx(whole / 2, abs=1024)


@pytest.mark.parametrize(("table", "lengths"), [("748c4e323b", {1000}), ("a87d3445ed", {250, 1000})])
def test_the_long_rows_of_some_sn5600_profiles_were_made_with_a_short_mtu(table, lengths):
    short = FITS[table].model_copy(update={"port_mtu_bytes": 1024})
    asic = CATALOG.asic("Spectrum-4")
    odd = [row for row in CATALOG.entries(tables.HEADROOM) if row.table == table and row.cable_m in lengths]
    assert odd
    for row in odd:
        quanta = 905 if row.speed_gbps == 800 else pause_quanta(CATALOG, row.speed_gbps)
        assert nvidia_xoff_bytes(asic, short, quanta, row.speed_gbps * 1000, row.cable_m) == row.xoff_bytes


def test_800g_needs_905_quanta_on_spectrum_4_and_1810_on_spectrum_6():
    assert FITS["d67d2d7a16"].quanta_800g == 905
    assert FITS["c34e27910d"].quanta_800g == 1810


def test_large_packets_alone_take_what_they_weigh_and_small_ones_take_whole_cells():
    asic, fit = CATALOG.asic("Spectrum-4"), FITS["d67d2d7a16"]
    assert fit.small_packet_pct == 100
    assert occupancy(asic, fit) == 3.0
    by_packet = fit.model_copy(update={"occupancy": "by-packet", "small_packet_pct": 0})
    assert occupancy(asic, by_packet) == 1.0


def test_xon_is_the_data_in_the_pipeline_and_doubles_on_eight_lanes():
    asic = CATALOG.asic("Spectrum-4")
    assert [nvidia_xon_bytes(asic, eight_lanes=eight) for eight in (False, True)] == [19456, 38912]
