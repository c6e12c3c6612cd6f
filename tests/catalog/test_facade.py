"""Look-ups find facts, follow links between hardware profiles, and help when they find nothing."""

from __future__ import annotations

import pytest

from fabric.catalog import CatalogError, load_catalog

CATALOG = load_catalog()


def test_reference_names_find_the_same_adapter():
    assert CATALOG.nic("cx7") is CATALOG.nic("connectx-7")


@pytest.mark.parametrize(
    ("kind", "typo", "hint"),
    [
        ("switch", "arista-7060x6-64p", "arista-7060x6-64pe"),
        ("nic", "connectx7", "connectx-7"),
        ("host", "hgx-h20", "hgx-h200"),
        ("media", "800G-2xDR", "800G-2xDR4"),
        ("fibre", "os2-mpo12-ap", "os2-mpo12-apc"),
    ],
)
def test_an_unknown_name_hints_at_the_nearest(kind, typo, hint):
    with pytest.raises(CatalogError) as found:
        getattr(CATALOG, kind)(typo)
    assert found.value.hint == f"did you mean `{hint}`?"


def test_the_hardware_of_the_shipped_intents_is_known():
    for switch in ("arista-7060x6-64pe", "nvidia-sn5600", "nvidia-qm9700"):
        assert switch in CATALOG.switch_ids
    for host in ("hgx-h200", "dgx-b200"):
        assert host in CATALOG.host_ids
    assert CATALOG.media("800G-2xDR4").ports == 2
    assert CATALOG.media("800G-2xDR4").port_gbps == CATALOG.media("400G-DR4").port_gbps == 400
    assert CATALOG.fibre("os2-mpo12-apc").connector == CATALOG.media("400G-DR4").connector
    assert CATALOG.switch("nvidia-qm9700").radix == 64


def test_a_linked_hardware_profile_has_the_headroom_of_the_one_it_links_to():
    rows = CATALOG.headroom("Arista-7060X6-64PE-O128", 400)
    assert [row.cable_m for row in rows] == [5, 40, 150]
    assert {row.xoff_bytes for row in rows} == {612140}
    assert {(row.size_bytes, row.xon_bytes, row.xon_offset_bytes) for row in rows} == {(18796, 0, 3556)}


def test_the_headroom_of_the_sn5600_grows_with_length_and_speed():
    rows = {speed: CATALOG.headroom("ACS-SN5600", speed) for speed in (400, 800)}
    assert [row.xoff_bytes for row in rows[400]] == [231424, 283648, 677888]
    assert [row.xoff_bytes for row in rows[800]] == [257024, 362496, 1150976]


def test_a_profile_without_a_table_has_no_headroom():
    assert CATALOG.headroom("Arista-7060X6-64PE-B-C512S2", 400) == ()


def test_a_speed_the_table_lacks_has_no_headroom():
    assert CATALOG.headroom("Arista-7060X6-64PE-O128", 800) == ()


def test_pools_are_those_of_the_profile_and_place():
    pool = CATALOG.pools("Arista-7060X6-64PE-O128", "t0")
    assert (pool.ingress_pool_bytes, pool.headroom_pool_bytes) == (166115492, 29423360)
    with pytest.raises(CatalogError, match="topology `t9`"):
        CATALOG.pools("Arista-7060X6-64PE-O128", "t9")


def test_shipped_marking_thresholds_are_found_through_the_link():
    assert {(row.min_bytes, row.max_bytes) for row in CATALOG.wred("Arista-7060X6-64PE-O128")} == {
        (131072, 262144)
    }


def test_published_thresholds_are_found_by_speed():
    assert CATALOG.ecn("simai-hpn7", 400).max_bytes == 3_200_000
    assert CATALOG.ecn("sonic-default", 800).min_bytes == 1_048_576


def test_a_speed_nobody_published_is_refused():
    with pytest.raises(CatalogError, match="no thresholds at 800G") as found:
        CATALOG.ecn("simai-hpn7", 800)
    assert "400G" in found.value.hint


def test_profiles_of_a_switch_are_listed():
    assert "Arista-7060X6-64PE-O128" in CATALOG.hwskus("arista-7060x6-64pe")
    assert "Arista-7060X6-64PE-B-O128" not in CATALOG.hwskus("arista-7060x6-64pe")


def test_light_of_another_lane_rate_is_known_not_to_meet():
    row = CATALOG.lanes_meet("SM1310-200P", "SM1310-100P")
    assert row is not None
    assert row.verdict == "no"
    assert CATALOG.lanes_meet("MM850-100P", "SM1310-100P") is None
