"""What tables of CONFIG_DB cannot say of routing, one by one."""

from __future__ import annotations

import pytest
from cases.designs import LEAF, SONIC_LEAF
from cases.repositories import base_with, everything
from cases.small_ethernet import ALL_VENDORS, AS_SONIC, OF_TABLES, ONE_SEED, SPINE

from fabric.check.routing_mode import tables_say_all_of_routing
from fabric.pipeline import at, expanded

SEED = ONE_SEED[1].removesuffix("\n").rpartition("\n")[2].strip()
ON_CUMULUS = (SPINE, SPINE)
LEAVES = SONIC_LEAF.replace("}", ", routing_mode: unified}")


def said(*changes):
    design = expanded(at(base_with(*changes), "site"), everything()).designs["backend"]
    return [one.summary for one in tables_say_all_of_routing(design)]


def routing(words):
    return (SEED, f"{SEED}\n  {words}")


def test_all_that_is_asked_of_them_is_said():
    assert said(*OF_TABLES) == []


def test_a_release_whose_template_knows_no_active_family_is_refused():
    (found,) = said((LEAF, LEAVES.replace("202511", "202411")), ONE_SEED)
    assert found.startswith("routing mode `unified` is not written for sonic 202411 (`pod1-leaf1`")


def test_a_release_of_which_nobody_knows_is_refused():
    (found,) = said((LEAF, LEAVES.replace("202511", "202505")), ONE_SEED)
    assert "is not written for sonic 202505" in found


def test_another_vendor_has_no_such_mode():
    (found,) = said((SPINE, SPINE.replace("}", ", routing_mode: unified}")))
    assert "is not written for cumulus 5.16" in found


def test_more_equal_paths_than_the_models_allow_are_refused():
    (found,) = said(*OF_TABLES, (SEED, "ecmp: {seed: equal, max_paths: 257}"))
    assert found.startswith("CONFIG_DB holds up to 256 equal paths, 257 are asked")


@pytest.mark.parametrize(
    ("drained", "deaf"), [("spine1", "`pod1-leaf1`"), ("pod1-leaf2", ""), ("pod1-leaf1", "")]
)
def test_a_switch_drains_beside_neighbours_that_heed_it(drained, deaf):
    last = "spine2, release"
    other = f"spine1, model: arista-7060x6-64pe, {AS_SONIC}, routing_mode: unified}}\n    - {{match: {last}"
    leaf = f"pod1-leaf2, {AS_SONIC}"
    found = said(
        *ALL_VENDORS,
        (last, other),
        (leaf, f"{leaf}, routing_mode: unified"),
        routing(f"drained: [{drained}]"),
    )
    assert ([deaf in one and "RFC 8326" in one for one in found] == [True]) if deaf else found == []
