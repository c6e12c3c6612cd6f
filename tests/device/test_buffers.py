"""Headroom: the next tabulated length upwards, a model where no table is known, and never none in silence."""

from __future__ import annotations

import pytest
from cases.designs import AS_SONIC, LEAF, units
from cases.repositories import base_with, findings, shipped

from fabric.catalog import load_catalog

HWSKU = "Arista-7060X6-64PE-O128"


def rows(*changes):
    return {row.cable_m: row for row in units(*AS_SONIC, *changes)["pod1-leaf1"].qos.headroom}


def lengths():
    return [row.cable_m for row in load_catalog().headroom(HWSKU, 400)]


def test_the_table_of_the_profile_is_the_one_that_is_shipped():
    assert lengths() == sorted(lengths())
    assert 40 in lengths()


@pytest.mark.parametrize("metres", ["1 m", "5 m", "5.1 m", "39 m", "40 m", "41 m", "150 m"])
def test_a_length_takes_the_next_tabulated_one_upwards(metres):
    real = float(metres.removesuffix(" m"))
    row = rows(("length: 30 m", f"length: {metres}"), ("length: 10 m", f"length: {metres}"))[real]
    assert row.key_m == min(length for length in lengths() if length >= real)


def test_a_row_is_that_of_the_table():
    row = rows()[30.0]
    (wanted,) = [w for w in load_catalog().headroom(HWSKU, 400) if w.cable_m == row.key_m]
    assert (row.xoff_bytes, row.xon_bytes, row.size_bytes, row.xon_offset_bytes, row.dynamic_threshold) == (
        wanted.xoff_bytes,
        wanted.xon_bytes,
        wanted.size_bytes,
        wanted.xon_offset_bytes,
        wanted.dynamic_threshold,
    )


def test_a_cable_longer_than_the_table_is_an_error():
    longer = max(lengths()) + 1
    found = findings(base_with(*AS_SONIC, ("length: 30 m", f"length: {longer} m")))
    assert "PFC-001" in {one.code for one in found}


def test_a_length_given_for_headroom_replaces_the_real_one():
    row = rows(("qos:\n", "qos:\n  headroom: {length: 100 m}\n"))
    assert set(row) == {10.0, 30.0}
    assert {one.key_m for one in row.values()} == {min(length for length in lengths() if length >= 100)}


def test_without_a_profile_a_model_gives_the_headroom():
    eos = 'leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", per: rail, uplinks: 4}'
    for row in units((LEAF, eos))["pod1-leaf1"].qos.headroom:
        assert row.key_m is None
        in_flight = 2 * row.cable_m * 5e-9 * row.speed_gbps * 1e9 / 8
        assert row.xoff_bytes > in_flight


def test_modelled_headroom_grows_with_the_cable():
    near, far = (
        {r.cable_m: r.xoff_bytes for r in units(("length: 30 m", f"length: {m} m"))["spine1"].qos.headroom}[m]
        for m in (30.0, 300.0)
    )
    in_flight = 2 * 270 * 5e-9 * 400e9 / 8
    assert in_flight < far - near < 1.1 * in_flight  # a packet takes whole cells


def test_pools_of_a_profile_are_those_of_its_place():
    found = units(*AS_SONIC)["pod1-leaf1"].qos.buffers
    wanted = load_catalog().pools(HWSKU, "t0")
    assert (found.ingress_pool_bytes, found.egress_pool_bytes, found.headroom_pool_bytes) == (
        wanted.ingress_pool_bytes, wanted.egress_pool_bytes, wanted.headroom_pool_bytes,
    )  # fmt: skip
    assert not found.computed_by_device


def test_a_device_that_computes_its_buffers_gets_none_from_us():
    found = units()["spine1"].qos.buffers
    assert found.computed_by_device
    assert (found.ingress_pool_bytes, found.egress_pool_bytes, found.headroom_pool_bytes) == (
        None,
        None,
        None,
    )


def test_switches_of_one_kind_share_their_quality_of_service():
    build = shipped("roce-256")
    leaves = [build.config(unit).qos for _, unit in build.units() if unit.role == "leaf"]
    assert len({id(found) for found in leaves}) == 2  # EOS and SONiC


def test_without_a_lossless_class_there_is_no_headroom():
    assert units(("lossless: true, ", ""))["pod1-leaf1"].qos.headroom == ()
