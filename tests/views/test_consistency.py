"""Figures of catalog entries fit each other; one that is changed is found, shipped or added."""

from __future__ import annotations

import pytest

from fabric.catalog import Catalog, load_catalog, tables
from fabric.views.consistency import contradictions
from fabric.views.soundness import findings

CATALOG = load_catalog()


def told(table, entry):
    """What is said of an entry that a repository adds."""
    return [found.summary.partition(": ")[2] for found in contradictions(Catalog({table.name: (entry,)}))]


def changed(entry, **fields):
    return entry.model_copy(update=fields)


def test_the_shipped_catalog_contradicts_itself_nowhere():
    assert list(contradictions(CATALOG)) == []


def test_every_shipped_switch_module_and_cable_is_looked_at():
    wrong = {
        tables.OPTICS.name: tuple(changed(one, gbps=one.gbps + 1) for one in CATALOG.entries(tables.OPTICS)),
        tables.CABLES.name: tuple(changed(one, gbps=one.gbps + 1) for one in CATALOG.entries(tables.CABLES)),
    }
    named = {found.summary.partition("`: ")[0] for found in contradictions(Catalog(wrong))}
    assert len(named) == len(CATALOG.media_ids) + len(CATALOG.cable_ids)


def cages(name="nvidia-sn5600", **fields):
    switch = CATALOG.switch(name)
    return changed(switch, cages=(changed(switch.cages[0], **fields), *switch.cages[1:]))


FAULTS = {
    "a lane too few": (tables.OPTICS, changed(CATALOG.media("800G-DR8"), ports=3), "3 ports do not share"),
    "a side in a form that is not sold": (
        tables.OPTICS,
        changed(CATALOG.media("400G-DR4"), form_factors=("QSFP-DD", "OSFP")),
        "form `QSFP112`"),
    "copper of another rate": (
        tables.CABLES, changed(CATALOG.cable("800G-CR8"), lanes=4), "4 x 100G is not 800G"),
    "stock beyond the longest": (
        tables.CABLES, changed(CATALOG.cable("800G-CR8"), max_m=1.0), "in stock is beyond 1 m"),
    "a breakout faster than the cage": (
        tables.SWITCHES, cages(breakout=("2x800G",)), "breakout `2x800G` makes 1600G of 800G"),
    "a breakout of more lanes than there are": (
        tables.SWITCHES, cages(breakout=("16x50G",)), "takes more than 8 lanes"),
    "a cage faster than its lanes": (tables.SWITCHES, cages(lane_gbps=50), "8 x 50G is less than 800G"),
    "cages in two groups": (tables.SWITCHES, cages(count=65), "cage 65 is in two groups"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_contradiction_is_found(name):
    table, entry, words = FAULTS[name]
    assert [said for said in told(table, entry) if words in said]


def test_lanes_of_two_cages_do_not_overlap_and_none_is_missing():
    switch = CATALOG.switch("nvidia-sn5600")
    first = switch.sonic.first_lanes
    twice = changed(switch, sonic=changed(switch.sonic, first_lanes=(first[0], first[0] + 4, *first[2:])))
    assert told(tables.SWITCHES, twice) == ["SONiC lanes of cage 2 belong to another cage too"]
    short = changed(switch, sonic=changed(switch.sonic, first_lanes=first[:3]))
    assert told(tables.SWITCHES, short) == ["`sonic.first_lanes` has 3 of 64 data cages"]


def test_two_ports_of_one_name_are_found():
    switch = CATALOG.switch("nvidia-sn5600")
    naming = changed(switch.names["cumulus"], split="swp{cage}")
    alike = changed(switch, names={**switch.names, "cumulus": naming})
    assert told(tables.SWITCHES, alike) == ["two ports have one name in `cumulus`"]


def test_catalog_check_tells_contradictions_of_additions():
    entry = changed(CATALOG.media("400G-DR4"), gbps=800)
    codes = {found.code for found in findings(Catalog({tables.OPTICS.name: (entry,)}))}
    assert codes == {"CAT-013"}
