"""Every shipped row of headroom against models and floors: exact where found so, else in recorded bounds."""

from __future__ import annotations

import csv
from collections import defaultdict

import pytest

from fabric.catalog import load_catalog, tables
from fabric.physics.headroom import error_floor_bytes, modelled_xoff_bytes, pause_quanta, warn_floor_bytes
from fabric.physics.nvidia import nvidia_xoff_bytes
from fabric.physics.time_domain import time_domain_xoff_bytes

CATALOG = load_catalog()
MODELLED = {"spectrum", "tomahawk", "trident", "teralynx"}
MTU = 9216


def by_table():
    """Return the shipped rows by table, and the ASIC that each table is for."""
    asics = {
        sku.headroom_table: CATALOG.asic(CATALOG.switch(sku.switch).asic)
        for sku in CATALOG.entries(tables.HWSKUS)
        if sku.headroom_table
    }
    rows = defaultdict(list)
    for row in CATALOG.entries(tables.HEADROOM):
        rows[row.table].append(row)
    return {table: (asics.get(table), found) for table, found in sorted(rows.items())}


TABLES = by_table()


def best(table, asic, row):
    """Return what the parameters found for this very table give; None where none were found."""
    for fit in CATALOG.entries(tables.NVIDIA):
        if fit.table == table:
            quanta = fit.quanta_800g if row.speed_gbps == 800 else pause_quanta(CATALOG, row.speed_gbps)
            return nvidia_xoff_bytes(asic, fit, quanta, row.speed_gbps * 1000, row.cable_m)
    for fit in CATALOG.entries(tables.TIME_DOMAIN):
        if fit.table == table:
            return time_domain_xoff_bytes(fit, row.speed_gbps, row.cable_m, None)
    return None


def spread(pairs):
    ratios = [made / shipped for made, shipped in pairs]
    exact = sum(made == shipped for made, shipped in pairs)
    return f"{exact:3} exact, {min(ratios):5.2f} to {max(ratios):5.2f}" if pairs else "none"


def line(table):
    asic, rows = TABLES[table]
    own = [(made, row.xoff_bytes) for row in rows if asic and (made := best(table, asic, row)) is not None]
    model = []
    if asic is not None and asic.family in MODELLED:
        model = [
            (modelled_xoff_bytes(CATALOG, asic.id, row.speed_gbps, row.cable_m), row.xoff_bytes)
            for row in rows
            if row.speed_gbps >= 25
        ]
    name = asic.id if asic else "-"
    return (
        f"{table}  {name:<12} {len(rows):3} rows; its own fit: {spread(own):<32}; the model: {spread(model)}"
    )


def test_the_bounds_of_every_shipped_table_are_recorded(golden):
    head = "Modelled xoff divided by the shipped one, over every row of every table in the catalog.\n\n"
    golden("headroom/bounds.txt", head + "".join(f"{line(table)}\n" for table in TABLES))


def test_every_shipped_table_belongs_to_a_switch_that_is_known():
    assert [table for table, (asic, _) in TABLES.items() if asic is None] == []


def test_the_model_that_a_build_uses_never_gives_less_than_the_bytes_in_flight():
    for asic, rows in TABLES.values():
        for row in rows if asic is not None and asic.family in MODELLED else ():
            if row.speed_gbps >= 25:
                made = modelled_xoff_bytes(CATALOG, asic.id, row.speed_gbps, row.cable_m)
                assert made > error_floor_bytes(row.speed_gbps, row.cable_m)


@pytest.fixture(scope="module")
def published(shared):
    """Return the distinct rows of all published tables from 10G up: (table, Gb/s, m, xoff)."""
    with (shared / "reference" / "pg_profile_lookup.csv").open() as lines:
        found = {
            (row["table_id"], int(row["speed_mbps"]) // 1000, int(row["cable_m"]), int(row["xoff_bytes"]))
            for row in csv.DictReader(lines)
            if int(row["speed_mbps"]) >= 10_000
        }
    return sorted(found)


def test_twenty_published_rows_hold_less_than_what_is_in_flight_and_all_are_explained(published):
    assert len(published) == 1450
    short = [row for row in published if row[3] < error_floor_bytes(row[1], row[2])]
    assert len(short) == 20
    known = {table for odd in CATALOG.entries(tables.ANOMALIES) for table in odd.tables}
    assert {row[0] for row in short} <= known


def test_as_many_published_rows_need_a_peer_faster_than_the_standard(published):
    slow = [row for row in published if row[3] < warn_floor_bytes(CATALOG, row[1], row[2], MTU)]
    assert len(slow) == 109
