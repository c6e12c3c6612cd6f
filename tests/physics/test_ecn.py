"""Marking thresholds follow the speed, and stay below the pause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fabric.catalog import load_catalog, tables
from fabric.physics import Thresholds, bandwidth_delay_bytes, ecn_auto, pause_threshold_bytes

CATALOG = load_catalog()
RULE = CATALOG.ecn_rule


def test_the_bandwidth_delay_product_of_8_us_is_a_kilobyte_per_gigabit():
    assert bandwidth_delay_bytes(400, 8) == 400_000


@pytest.mark.parametrize(
    ("speed_gbps", "thresholds"),
    [
        (100, Thresholds(150_000, 600_000, 20)),
        (400, Thresholds(150_000, 600_000, 20)),
        (800, Thresholds(200_000, 800_000, 20)),
        (1600, Thresholds(400_000, 1_600_000, 20)),
    ],
)
def test_automatic_thresholds_by_speed(speed_gbps, thresholds):
    assert ecn_auto(RULE, speed_gbps) == thresholds


def test_thresholds_never_fall_as_the_speed_grows():
    made = [ecn_auto(RULE, speed) for speed in (25, 100, 200, 400, 800, 1600)]
    assert all(a.min_bytes <= b.min_bytes and a.max_bytes <= b.max_bytes for a, b in pairwise(made))


@pytest.mark.parametrize("speed_gbps", [200, 400])
def test_automatic_thresholds_lie_among_the_published_ones(speed_gbps):
    rows = [
        row
        for row in CATALOG.entries(tables.ECN)
        if row.min_bytes and row.max_bytes and (not row.speeds_gbps or speed_gbps in row.speeds_gbps)
    ]
    made = ecn_auto(RULE, speed_gbps)
    assert min(row.min_bytes for row in rows) <= made.min_bytes <= max(row.min_bytes for row in rows)
    assert min(row.max_bytes for row in rows) <= made.max_bytes <= max(row.max_bytes for row in rows)


@pytest.mark.parametrize("speed_gbps", [100, 200, 400, 800])
def test_marking_begins_above_dctcp_s_lower_bound(speed_gbps):
    made = ecn_auto(RULE, speed_gbps)
    assert made.min_bytes > bandwidth_delay_bytes(speed_gbps, RULE.round_trip_us) / 7


def test_a_group_pauses_at_half_of_the_pool_with_alpha_one():
    assert pause_threshold_bytes(1000, 0) == 500
    assert pause_threshold_bytes(1000, 0, groups=3) == 250
    assert pause_threshold_bytes(900, -3) == pytest.approx(100)


def test_on_the_shipped_leaf_marking_is_total_before_the_first_pause():
    pool = CATALOG.pools("Arista-7060X6-64PE-O128", "t0").ingress_pool_bytes
    assert ecn_auto(RULE, 400).max_bytes < pause_threshold_bytes(pool, 0)
