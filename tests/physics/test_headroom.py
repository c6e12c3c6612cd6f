"""Headroom: the next tabulated length upwards, floors, and models where no table is shipped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.catalog import CatalogError, load_catalog, tables
from fabric.physics import (
    error_floor_bytes,
    headroom_key,
    modelled_xoff_bytes,
    nic_xoff_bytes,
    pool_oversubscription,
    tabulated,
    warn_floor_bytes,
)

CATALOG = load_catalog()
LEAF = CATALOG.headroom("Arista-7060X6-64PE-O128", 400)
SPINE = CATALOG.headroom("ACS-SN5600", 800)


@pytest.mark.parametrize(
    ("length_m", "key_m"),
    [(0.5, 5), (5, 5), (5.1, 40), (10, 40), (40, 40), (41, 150), (150, 150), (150.1, None)],
)
def test_a_length_is_rounded_up_to_the_next_tabulated_one(length_m, key_m):
    assert headroom_key(LEAF, length_m) == key_m


def test_no_table_has_no_key():
    assert headroom_key((), 1) is None


@given(st.floats(min_value=0.1, max_value=400))
def test_the_row_found_never_serves_a_shorter_cable(length_m):
    row = tabulated(SPINE, length_m)
    assert row is None or row.cable_m >= length_m
    assert (row is None) == (length_m > max(row.cable_m for row in SPINE))


def test_the_error_floor_is_the_bytes_in_flight_and_one_kib():
    assert error_floor_bytes(800, 100) == 100_000 + 1024
    assert error_floor_bytes(400, 30) == 15_000 + 1024


def test_the_warn_floor_adds_the_pause_response_and_one_packet():
    assert warn_floor_bytes(CATALOG, 400, 30, 9216) == 15_000 + 905 * 64 + 9216
    assert warn_floor_bytes(CATALOG, 800, 0, 9216) == 1810 * 64 + 9216


def test_a_speed_without_pause_response_is_refused():
    with pytest.raises(CatalogError, match="at 3G"):
        warn_floor_bytes(CATALOG, 3, 1, 9216)


@pytest.mark.parametrize(
    ("asic", "kib"),
    [
        (
            "Spectrum-4",
            {(100, 3): 43, (400, 3): 83, (400, 30): 97, (400, 2000): 1128, (800, 3): 151, (800, 500): 671},
        ),
        (
            "Spectrum-6",
            {(100, 3): 43, (400, 3): 79, (400, 30): 93, (800, 3): 142, (800, 100): 247, (1600, 3): 269},
        ),
        ("TH4", {(100, 3): 128, (400, 3): 361, (400, 30): 401, (400, 2000): 3310}),
        ("TH5", {(100, 3): 142, (400, 3): 384, (400, 30): 424, (800, 3): 706, (800, 2000): 6603}),
        ("TH6", {(100, 3): 217, (400, 30): 707, (800, 100): 1680, (1600, 3): 2336}),
        ("Teralynx10", {(100, 3): 40, (400, 30): 139, (800, 500): 739, (1600, 500): 1467}),
    ],
)
def test_models_give_the_recorded_headroom(asic, kib):
    made = {key: modelled_xoff_bytes(CATALOG, asic, *key) / 1024 for key in kib}
    assert {key: round(value) for key, value in made.items()} == pytest.approx(kib, abs=1)


def test_a_new_part_takes_the_default_of_its_family():
    assert modelled_xoff_bytes(CATALOG, "Tomahawk Ultra", 800, 30) > modelled_xoff_bytes(
        CATALOG, "TH5", 800, 30
    )


@pytest.mark.parametrize("asic", ["Jericho3-AI", "Quantum-2", "Tofino2"])
def test_an_asic_without_a_model_is_refused(asic):
    with pytest.raises(CatalogError, match=f"no headroom model for `{asic}`"):
        modelled_xoff_bytes(CATALOG, asic, 400, 5)


MODELLED = [
    asic.id
    for asic in CATALOG.entries(tables.ASICS)
    if asic.family in {"spectrum", "tomahawk", "trident", "teralynx"}
]


@given(
    asic=st.sampled_from(MODELLED),
    speed=st.sampled_from([100, 200, 400, 800]),
    length_m=st.floats(min_value=0.5, max_value=2000),
)
def test_every_model_stays_above_the_error_floor(asic, speed, length_m):
    assert modelled_xoff_bytes(CATALOG, asic, speed, length_m) > error_floor_bytes(speed, length_m)


@given(
    asic=st.sampled_from(MODELLED),
    length_m=st.floats(min_value=0.5, max_value=500),
    more_m=st.floats(min_value=0, max_value=500),
)
def test_a_longer_cable_never_needs_less(asic, length_m, more_m):
    short, long = (modelled_xoff_bytes(CATALOG, asic, 400, m) for m in (length_m, length_m + more_m))
    assert short <= long


def test_a_connectx_at_400g_needs_the_documented_room():
    assert nic_xoff_bytes(400, 5, 9216) == pytest.approx(149_788, abs=1)


def test_shipped_th5_profiles_oversubscribe_their_headroom_pool():
    pool = CATALOG.pools("Arista-7060X6-64PE-O128", "t0")
    groups = [LEAF[0].xoff_bytes] * (128 * 2)
    assert pool_oversubscription(groups, pool.headroom_pool_bytes) == pytest.approx(5.3, abs=0.05)
