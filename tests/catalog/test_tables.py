"""Every shipped fact is well formed, sourced and agrees with the others."""

from __future__ import annotations

from collections import Counter

import pytest

from fabric import catalog
from fabric.catalog import load_catalog, tables
from fabric.catalog.models.entry import Named
from fabric.catalog.ports import cages_of, read_breakout
from fabric.topology.model import Port

CATALOG = load_catalog()
SWITCHES = CATALOG.entries(tables.SWITCHES)
OPTICS = CATALOG.entries(tables.OPTICS)
CABLES = CATALOG.entries(tables.CABLES)


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_entry_is_sourced(table):
    entries = tables.builtin(table)
    assert entries
    assert all(text.strip() for entry in entries for text in entry.source)


@pytest.mark.parametrize(
    "table",
    [table for table in tables.TABLES if issubclass(table.model, Named) and table is not tables.ECN],
    ids=lambda table: table.name,
)
def test_names_and_aliases_are_unique_in_their_table(table):
    names = Counter(name for entry in tables.builtin(table) for name in (entry.id, *entry.aliases))
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_a_cage_carries_no_more_than_its_lanes(switch):
    for cages in switch.cages:
        assert cages.lanes * cages.lane_gbps >= cages.max_gbps


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_front_panel_numbers_follow_each_other(switch):
    for before, after in zip(switch.cages, switch.cages[1:], strict=False):
        assert after.first == before.first + before.count


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_breakout_children_fit_their_cage(switch):
    for cages in switch.cages:
        modes = [mode for text in cages.breakout if (mode := read_breakout(text))]
        assert modes
        assert all(mode.children <= cages.lanes for mode in modes)
        assert all(mode.children * max(mode.gbps) <= cages.max_gbps for mode in modes)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_a_switch_refers_to_known_parts(switch):
    assert CATALOG.asic(switch.asic)
    assert switch.sonic is None or len(switch.sonic.first_lanes) in {0, *_counts(switch)}


def _counts(switch):
    """Cages up to the end of each group: lanes are known of the first groups, or of none."""
    return [cages.first + cages.count - 1 for cages in switch.cages]


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_lanes_of_a_switch_say_where_they_were_read_and_no_two_cages_share_one(switch):
    known = switch.sonic.first_lanes if switch.sonic else ()
    assert not known or "@" in switch.sonic.lanes_source
    taken = [lane for cage in range(1, len(known) + 1) for lane in _lanes(switch, cage)]
    assert len(taken) == len(set(taken))


def _lanes(switch, cage):
    lanes = cages_of(switch, Port(cage, 1, 1)).lanes
    return catalog.lanes(switch, Port(cage, 1, lanes))


def test_lanes_of_two_groups_of_cages_are_of_their_own_width():
    switch = CATALOG.switch("nvidia-sn2201")
    assert (_lanes(switch, 48), _lanes(switch, 49), _lanes(switch, 52)) == (
        (188,), (192, 193, 194, 195), (204, 205, 206, 207),
    )  # fmt: skip


def test_the_index_of_a_cage_is_the_makers():
    models = ("dell-z9864f-on", "micas-w6940-64oc")
    of = {model: catalog.index(CATALOG.switch(model), Port(64, 1, 8)) for model in models}
    assert of == {"dell-z9864f-on": 64, "micas-w6940-64oc": 63}
    assert catalog.alias(CATALOG.switch("ufispace-s9311-64d"), Port(1, 5, 4)) == "Eth0/2(Port0)"


@pytest.mark.parametrize("media", OPTICS, ids=lambda media: media.id)
def test_lanes_times_rate_is_the_rate_of_the_module(media):
    assert media.media.lanes * media.media.lane_gbps == media.gbps
    assert all(side.lanes * side.lane_gbps == media.gbps for side in media.host)
    assert media.gbps % media.ports == 0


@pytest.mark.parametrize("media", OPTICS, ids=lambda media: media.id)
def test_a_module_refers_to_known_parts(media):
    assert media.connector in CATALOG.named(tables.CONNECTORS)
    assert media.fec in CATALOG.named(tables.FEC)
    assert set(media.reach_m) <= set(CATALOG.named(tables.GLASS))
    assert {*media.form_factors, *media.power_w} <= set(CATALOG.named(tables.FORM_FACTORS))


@pytest.mark.parametrize("cable", CABLES, ids=lambda cable: cable.id)
def test_lanes_times_rate_is_the_rate_of_the_cable(cable):
    assert cable.lanes * cable.lane_gbps == cable.gbps
    assert all(length <= cable.max_m for length in cable.stock_m)
    known = CATALOG.named(tables.FORM_FACTORS)
    assert all(end.form_factor in known for pair in cable.ends for end in pair)
    assert all(len(pair) == 2 for pair in cable.ends)


@pytest.mark.parametrize(
    "media", [m for m in OPTICS if m.tx_dbm and m.rx_dbm and m.loss_db], ids=lambda m: m.id
)
def test_power_budget_and_channel_loss_tell_the_same(media):
    allowed = 1.01 if media.id == "800G-PSM8" else 0.151
    budget = media.tx_dbm[0] - media.rx_dbm[0]
    assert abs(budget - max(media.loss_db.values())) <= allowed


def test_fibres_refer_to_known_glass_and_plugs():
    for fibre in CATALOG.entries(tables.FIBRES):
        assert fibre.fibre in CATALOG.named(tables.GLASS)
        assert fibre.connector in CATALOG.named(tables.CONNECTORS)


def test_lane_compatibility_speaks_of_lights_that_exist():
    lights = {media.media.signature for media in OPTICS}
    for row in CATALOG.entries(tables.LANE_COMPAT):
        assert {row.a, row.b} <= lights


def test_hosts_carry_adapters_that_exist():
    for host in CATALOG.entries(tables.HOSTS):
        for slot in host.nics:
            assert not slot.form_factor or slot.form_factor in CATALOG.nic(slot.nic).form_factors


def test_hardware_profiles_belong_to_switches_and_tables_that_exist():
    shipped = {row.table for row in CATALOG.entries(tables.HEADROOM)}
    for row in CATALOG.entries(tables.HWSKUS):
        assert CATALOG.switch(row.switch).sonic
        assert row.headroom_table in shipped | {""}
        assert not row.same_as or CATALOG.hwsku(row.same_as)


def test_headroom_lookup_keys_are_unique():
    keys = Counter((row.table, row.speed_gbps, row.cable_m) for row in CATALOG.entries(tables.HEADROOM))
    assert max(keys.values()) == 1


def test_support_rows_speak_of_asics_and_adapters_that_exist():
    asics = set(CATALOG.named(tables.ASICS))
    known = asics | {CATALOG.asic(name).family for name in asics} | set(CATALOG.nic_ids)
    for row in CATALOG.entries(tables.SUPPORT):
        assert set(row.asics) <= known, row


def test_models_speak_of_asics_and_families_that_exist():
    asics = set(CATALOG.named(tables.ASICS))
    known = asics | {CATALOG.asic(name).family for name in asics}
    assert {row.asic for row in CATALOG.entries(tables.TIME_DOMAIN)} <= known
    assert {row.asic for row in CATALOG.entries(tables.NVIDIA)} <= known
